/** Sheets as files, links and exports. */
import { engine, faultOf } from "../engine";
import { t } from "../i18n";
import { say } from "../notes";
import { savePng, saveSvg } from "../parts/export";
import { copy, download, pickFile } from "../parts/small";
import type { Answer } from "../protocol";
import { openNew } from "./kept";
import { fromLink, MOST_LETTERS, toLink } from "./link";
import { sheetPicture } from "./picture";
import { sheet, type SheetCell } from "./sheet";

function name(): string {
  return sheet.title.peek().trim().replaceAll(/[^\p{L}\p{N}_-]+/gu, "-") || "sheet";
}

function fileName(ending: string): string {
  return `${name()}.${ending}`;
}

export async function saveFile(): Promise<void> {
  try {
    const { text } = await engine.one({ ask: "save", sources: sheet.sources }, "saved");
    download(fileName("upstar"), "text/plain", text);
  } catch (error) {
    say(faultOf(error).message);
  }
}

export async function openText(name: string, text: string): Promise<void> {
  try {
    const { sources } = await engine.one({ ask: "open", text }, "opened");
    openNew(name.replace(/\.upstar$/, ""), sources);
    sheet.runAll();
  } catch (error) {
    say(t("fileBroken", faultOf(error).message));
  }
}

export async function openFile(): Promise<void> {
  const file = await pickFile(".upstar,.txt,text/plain");
  if (file) await openText(file.name, file.text);
}

export async function copyLink(): Promise<void> {
  const link = await toLink({ title: sheet.title.peek(), sources: sheet.sources });
  if (link.length > MOST_LETTERS) {
    say(t("linkTooLong"));
    return;
  }
  const address = new URL(location.href);
  address.hash = `/sheet?s=${link}`;
  if (await copy(address.href)) say(t("linkCopied"));
  else history.replaceState(null, "", address);
}

/** Shows the sheet of a link as a new sheet of this browser. */
export async function openLink(link: string): Promise<void> {
  const found = await fromLink(link);
  if (!found) {
    say(t("linkBroken"));
    return;
  }
  openNew(found.title, found.sources);
  sheet.runAll();
}

/** What a document of LaTeX's says of an answer; its picture, if it has one, by the package TikZ. */
interface Said {
  name?: string | null;
  text: string;
  latex?: string | null;
  tikz?: string | null;
}

/** The sheet as a document of LaTeX's. */
export function latexOf(title: string, cells: { source: string; answers: Said[] }[]): string {
  const verbatim = (text: string) => `\\begin{verbatim}\n${text}\n\\end{verbatim}`;
  const said = ({ name, text, latex, tikz }: Said) => {
    const left = name ? `\\mathit{${name.replaceAll("_", "\\_")}} = ` : "";
    const value = latex ? `\\[ ${left}${latex} \\]` : verbatim(text);
    return tikz ? `${value}\n\\begin{center}\n${tikz}\\end{center}` : value;
  };
  const body = cells
    .filter(({ source }) => source.trim() !== "")
    .map(({ source, answers }) => [verbatim(source), ...answers.map(said)].join("\n"));
  const head = ["\\documentclass{article}", "\\usepackage{amsmath,amssymb,tikz}"];
  if (title) head.push(`\\title{${title.replaceAll(/[\\{}$&#^_%~]/g, " ")}}`, "\\date{}");
  return [...head, "\\begin{document}", ...(title ? ["\\maketitle"] : []), ...body, "\\end{document}", ""].join("\n");
}

/** An answer with its picture: the board of a position, a thermograph. */
async function drawn(cell: SheetCell, answer: Answer): Promise<Said> {
  if (!answer.position && answer.kind !== "thermograph") return answer;
  const place = sheet.jobs.place(cell);
  const ask = { ask: "draw", subject: answer.name ?? answer.subject, cell: place.cell, scaffolds: false } as const;
  // What is not drawn in time is in the document as text.
  return place.line.one(ask, "drawn").then(({ tikz }) => ({ ...answer, tikz: tikz ?? null }), () => answer);
}

export async function exportLatex(): Promise<void> {
  const cells = sheet.cells.peek().map(async (cell) => {
    const answers = cell.result.peek().answers.map((answer) => drawn(cell, answer));
    return { source: cell.source.peek(), answers: await Promise.all(answers) };
  });
  download(fileName("tex"), "application/x-tex", latexOf(sheet.title.peek(), await Promise.all(cells)));
}

export function exportJson(): void {
  const cells = sheet.cells.peek().map((cell) => {
    const { state, answers, fault, seconds } = cell.result.peek();
    return { source: cell.source.peek(), state, answers, ...(fault ? { fault } : {}), seconds };
  });
  download(fileName("json"), "application/json", `${JSON.stringify({ title: sheet.title.peek(), cells }, null, 2)}\n`);
}

export function exportPicture(): void {
  saveSvg(sheetPicture(), name());
}

export async function exportPixels(): Promise<void> {
  if (!(await savePng(sheetPicture(), name(), 2))) say(t("tooLargeForPng"));
}
