/** Pictures of the page as files. */
import { standalone } from "./paint";
import { download } from "./small";

/** The most pixels of a side of a picture: what browsers draw. */
const MOST = 16_000;

function written(svg: SVGSVGElement): string {
  return new XMLSerializer().serializeToString(svg);
}

export function exportSvg(svg: SVGSVGElement, name: string): void {
  saveSvg(standalone(svg), name);
}

export async function exportPng(svg: SVGSVGElement, name: string): Promise<void> {
  await savePng(standalone(svg), name, 3);
}

/** Saves a picture that stands by itself. */
export function saveSvg(svg: SVGSVGElement, name: string): void {
  download(`${name}.svg`, "image/svg+xml", `${written(svg)}\n`);
}

/** Saves its pixels; false if it is too large for that. */
export async function savePng(svg: SVGSVGElement, name: string, scale: number): Promise<boolean> {
  const [width, height] = [Number(svg.getAttribute("width")), Number(svg.getAttribute("height"))];
  const fit = Math.min(scale, MOST / Math.max(width, height));
  if (fit < 0.5) return false;
  const image = new Image();
  image.src = `data:image/svg+xml;utf8,${encodeURIComponent(written(svg))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * fit);
  canvas.height = Math.round(height * fit);
  const context = canvas.getContext("2d");
  if (!context) return false;
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob) download(`${name}.png`, "image/png", blob);
  return blob !== null;
}
