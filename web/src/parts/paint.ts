/**
 * What is seen of a part of the page as one SVG that stands by itself: texts where they stand,
 * boxes, lines, and the pictures in it.
 */

const SVG = "http://www.w3.org/2000/svg";

/** Attributes that a picture gets from its styles. */
const KEPT = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "font-size", "font-family", "font-weight", "opacity"];

/** A picture of the page with its styles in itself. */
export function standalone(svg: SVGSVGElement): SVGSVGElement {
  const twin = svg.cloneNode(true) as SVGSVGElement;
  const originals = [svg, ...svg.querySelectorAll("*")];
  [twin, ...twin.querySelectorAll("*")].forEach((element, at) => {
    const original = originals[at];
    if (!original) return;
    const style = getComputedStyle(original);
    for (const name of KEPT) element.setAttribute(name, style.getPropertyValue(name));
    for (const name of ["class", "role", "tabindex", "data-part", "style"]) element.removeAttribute(name);
  });
  const { width, height } = svg.viewBox.baseVal;
  twin.setAttribute("xmlns", SVG);
  twin.setAttribute("width", String(width));
  twin.setAttribute("height", String(height));
  return twin;
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

function make(name: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, typeof value === "number" ? String(Math.round(value * 100) / 100) : value);
  }
  return made;
}

const seen = (colour: string) => colour !== "" && colour !== "transparent" && !/rgba?\(.*, 0\)$/.test(colour);

/** The runs of a text: what stands side by side on one line. */
function runs(node: Text): { text: string; box: Box }[] {
  const found: { text: string; box: Box }[] = [];
  const range = document.createRange();
  let at = 0;
  for (const letter of node.data) {
    range.setStart(node, at);
    at += letter.length;
    range.setEnd(node, at);
    const { left, top, width, height } = range.getBoundingClientRect();
    if (width === 0) continue;
    const last = found[found.length - 1];
    if (last && Math.abs(last.box.top - top) < 1 && left >= last.box.left) {
      last.text += letter;
      last.box.width = left + width - last.box.left;
    } else found.push({ text: letter, box: { left, top, width, height } });
  }
  return found;
}

let pen: CanvasRenderingContext2D | null = null;

/** How far letters of a font reach above and below their line. */
function reach(font: string): { above: number; below: number } {
  pen ??= document.createElement("canvas").getContext("2d");
  if (!pen) return { above: 0.8, below: 0.2 };
  pen.font = font;
  const { fontBoundingBoxAscent, fontBoundingBoxDescent } = pen.measureText("x");
  return { above: fontBoundingBoxAscent, below: fontBoundingBoxDescent };
}

/** A canvas on which all that is seen in `root` is drawn as SVG. */
export function painted(root: HTMLElement, margin = 16): SVGSVGElement {
  const frame = root.getBoundingClientRect();
  const [wide, tall] = [Math.ceil(frame.width) + 2 * margin, Math.ceil(frame.height) + 2 * margin];
  const svg = make("svg", { viewBox: `0 0 ${wide} ${tall}`, width: wide, height: tall }) as SVGSVGElement;
  svg.setAttribute("xmlns", SVG);
  svg.append(make("rect", { width: wide, height: tall, fill: getComputedStyle(document.body).backgroundColor }));
  const x = (left: number) => left - frame.left + margin;
  const y = (top: number) => top - frame.top + margin;

  const text = (node: Text, style: CSSStyleDeclaration) => {
    const { above, below } = reach(style.font);
    for (const { text, box } of runs(node)) {
      if (text.trim() === "") continue;
      // What is stretched, as bars and braces are, is stretched about its line.
      const stretch = box.height / (above + below);
      const stretched = Math.abs(stretch - 1) > 0.05;
      const line = y(box.top) + above * (stretched ? stretch : 1) + (stretched ? 0 : (box.height - above - below) / 2);
      const place: Record<string, string | number> = stretched
        ? { transform: `translate(${x(box.left).toFixed(2)} ${line.toFixed(2)}) scale(1 ${stretch.toFixed(3)})` }
        : { x: x(box.left), y: line };
      const made = make("text", {
        ...place,
        fill: style.color,
        "font-family": style.fontFamily,
        "font-size": style.fontSize,
        // Where fonts are others, each run is as wide as it is here.
        textLength: box.width,
        lengthAdjust: "spacingAndGlyphs",
        "xml:space": "preserve",
        ...(style.fontWeight === "400" ? {} : { "font-weight": style.fontWeight }),
        ...(style.fontStyle === "normal" ? {} : { "font-style": style.fontStyle }),
      });
      made.textContent = text;
      svg.append(made);
    }
  };

  const frames = (element: Element, style: CSSStyleDeclaration) => {
    const box = element.getBoundingClientRect();
    const place = { x: x(box.left), y: y(box.top), width: box.width, height: box.height };
    const sides = (["Top", "Right", "Bottom", "Left"] as const).map((side) => ({
      side,
      width: style[`border${side}Style`] === "none" ? 0 : Number.parseFloat(style[`border${side}Width`]),
      colour: style[`border${side}Color`],
    }));
    const [first] = sides;
    const even = first !== undefined && sides.every(({ width, colour }) => width === first.width && colour === first.colour);
    const around = even && first.width > 0 && seen(first.colour);
    const round = Number.parseFloat(style.borderTopLeftRadius) || 0;
    if (seen(style.backgroundColor) || around) {
      svg.append(make("rect", {
        ...place,
        rx: round,
        fill: seen(style.backgroundColor) ? style.backgroundColor : "none",
        ...(around ? { stroke: first.colour, "stroke-width": first.width } : {}),
      }));
    }
    if (even) return;
    for (const { side, width, colour } of sides) {
      if (width === 0 || !seen(colour)) continue;
      const upright = side === "Left" || side === "Right";
      svg.append(make("rect", {
        x: side === "Right" ? place.x + place.width - width : place.x,
        y: side === "Bottom" ? place.y + place.height - width : place.y,
        width: upright ? width : place.width,
        height: upright ? place.height : width,
        fill: colour,
      }));
    }
  };

  const walk = (node: Node, style: CSSStyleDeclaration | null) => {
    if (node instanceof Text) {
      if (style) text(node, style);
      return;
    }
    if (!(node instanceof Element)) return;
    const own = getComputedStyle(node);
    if (own.display === "none" || own.visibility === "hidden" || own.clipPath !== "none") return;
    if (own.opacity === "0") return;
    const box = node.getBoundingClientRect();
    const place = { x: x(box.left), y: y(box.top), width: box.width, height: box.height };
    if (node instanceof SVGSVGElement) {
      const twin = standalone(node);
      for (const [name, value] of Object.entries(place)) twin.setAttribute(name, value.toFixed(2));
      svg.append(twin);
      return;
    }
    frames(node, own);
    if (node instanceof HTMLImageElement) svg.append(make("image", { ...place, href: node.src }));
    else if (node instanceof HTMLCanvasElement) svg.append(make("image", { ...place, href: node.dataset["seen"] ?? node.toDataURL() }));
    else for (const child of node.childNodes) walk(child, own);
  };
  walk(root, null);
  return svg;
}
