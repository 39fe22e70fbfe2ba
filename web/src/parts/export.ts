/** Pictures of the page as files. */
import { download } from "./small";

/** What is seen of a picture of the page, as an SVG that stands by itself. */
function standalone(svg: SVGSVGElement): string {
  const twin = svg.cloneNode(true) as SVGSVGElement;
  const kept = ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-size", "font-family", "font-weight", "opacity"];
  const originals = [svg, ...svg.querySelectorAll("*")];
  [twin, ...twin.querySelectorAll("*")].forEach((element, at) => {
    const original = originals[at];
    if (!original) return;
    const style = getComputedStyle(original);
    for (const name of kept) element.setAttribute(name, style.getPropertyValue(name));
    element.removeAttribute("class");
  });
  const { width, height } = svg.viewBox.baseVal;
  twin.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  twin.setAttribute("width", String(width));
  twin.setAttribute("height", String(height));
  return new XMLSerializer().serializeToString(twin);
}

export function exportSvg(svg: SVGSVGElement, name: string): void {
  download(`${name}.svg`, "image/svg+xml", standalone(svg));
}

export async function exportPng(svg: SVGSVGElement, name: string): Promise<void> {
  const { width, height } = svg.viewBox.baseVal;
  const image = new Image();
  image.src = `data:image/svg+xml;utf8,${encodeURIComponent(standalone(svg))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * 3;
  canvas.height = height * 3;
  const context = canvas.getContext("2d");
  if (!context) return;
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob) download(`${name}.png`, "image/png", blob);
}
