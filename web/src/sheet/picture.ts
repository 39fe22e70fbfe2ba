/** The sheet as one picture: what is typed, what came of it, boards and thermographs that are open. */
import { highlightCode } from "@lezer/highlight";
import { painted } from "../parts/paint";
import { look, notation } from "./language";
import { sheet } from "./sheet";

/** What is for the hand, not for the eye. */
const TOOLS = "button, input, select, figcaption, .answer-tools, .working, summary";

/** What is typed in a cell, with its colours. */
function typed(source: string): HTMLElement {
  const made = document.createElement("pre");
  made.className = "print-source";
  const put = (text: string, classes: string) => {
    const span = document.createElement("span");
    span.className = classes;
    span.textContent = text;
    made.append(span);
  };
  highlightCode(source, notation.parser.parse(source), look, put, () => made.append("\n"));
  return made;
}

/** What came of a cell, as it is shown now. */
function shown(output: Element): HTMLElement {
  const twin = output.cloneNode(true) as HTMLElement;
  const canvases = output.querySelectorAll("canvas");
  twin.querySelectorAll("canvas").forEach((canvas, at) => (canvas.dataset["seen"] = canvases[at]?.toDataURL() ?? ""));
  const images = output.querySelectorAll("img");
  twin.querySelectorAll("img").forEach((image, at) => {
    image.width = images[at]?.naturalWidth ?? 0;
    image.height = images[at]?.naturalHeight ?? 0;
  });
  twin.querySelectorAll(TOOLS).forEach((tool) => tool.remove());
  return twin;
}

/** Draws the sheet; in light colours, as on paper, and as wide as a page. */
export function sheetPicture(): SVGSVGElement {
  const paper = document.createElement("div");
  paper.className = "print";
  const title = sheet.title.peek().trim();
  if (title) paper.append(Object.assign(document.createElement("h1"), { textContent: title }));
  const outputs = document.querySelectorAll(".cell > .cell-body > .cell-output");
  sheet.cells.peek().forEach((cell, at) => {
    const source = cell.source.peek().trim();
    const output = outputs[at];
    if (source === "" || !output) return;
    const box = document.createElement("section");
    box.className = "cell-body";
    box.append(typed(source), shown(output));
    paper.append(box);
  });
  const root = document.documentElement;
  const theme = root.dataset["theme"];
  // Nothing is painted on the screen in between.
  root.dataset["theme"] = "light";
  document.body.append(paper);
  try {
    return painted(paper);
  } finally {
    paper.remove();
    if (theme === undefined) delete root.dataset["theme"];
    else root.dataset["theme"] = theme;
  }
}
