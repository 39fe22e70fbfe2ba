/** The sheets that the browser keeps, which several tabs may change. */
import { batch, effect, signal } from "@preact/signals";
import { t } from "../i18n";
import { say } from "../notes";
import { forget, load, PREFIX, store } from "../storage";
import { difference, merge } from "./merge";
import { makeCell, sheet } from "./sheet";

export interface Kept {
  id: string;
  title: string;
  changed: number;
}

interface KeptSheet {
  title: string;
  sources: string[];
}

const listed = () => parsed<Kept[]>(load("sheets")) ?? [];

/** The sheets that the browser keeps, the newest first. */
export const kept = signal<Kept[]>(listed());
/** Which of them is shown: each tab knows its own. */
export const current = signal(ofTab() ?? load("current") ?? newName());
/** The sheet as it was when this tab last wrote or read it. */
let base: KeptSheet | null = null;
/** Writes what was not written yet. */
let pending: (() => void) | null = null;

function parsed<T>(text: string | null): T | null {
  try {
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

function ofTab(): string | null {
  try {
    return sessionStorage.getItem(`${PREFIX}current`);
  } catch {
    return null;
  }
}

function newName(): string {
  return `s${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`;
}

/** Shows a sheet that the browser keeps; false if it keeps none of this name. */
export function openKept(id: string): boolean {
  const found = parsed<KeptSheet>(load(`sheet.${id}`));
  if (!found) return false;
  show(id, found.title, found.sources);
  base = found;
  return true;
}

/** Shows another sheet, which is kept from now on. */
export function openNew(title: string, sources: string[]): void {
  show(newName(), title, sources);
}

function show(id: string, title: string, sources: string[]): void {
  pending?.();
  batch(() => {
    sheet.stop();
    base = null;
    current.value = id;
    sheet.title.value = title;
    sheet.fill(sources);
    sheet.past.value = [];
    sheet.future.value = [];
  });
  remember(id);
}

function remember(id: string): void {
  store("current", id);
  try {
    sessionStorage.setItem(`${PREFIX}current`, id);
  } catch {
    // The tab does without.
  }
}

function list(change: (before: Kept[]) => Kept[]): void {
  kept.value = change(listed());
  store("sheets", JSON.stringify(kept.peek()));
}

export function forgetKept(id: string): void {
  forget(`sheet.${id}`);
  list((before) => before.filter((one) => one.id !== id));
  if (id === current.value) {
    const next = kept.value[0];
    if (!next || !openKept(next.id)) openNew("", []);
  }
}

/** Takes in what another tab has made of the sheet that is shown. */
function takeIn(): void {
  const theirs = parsed<KeptSheet>(load(`sheet.${current.peek()}`));
  if (!theirs || !base || JSON.stringify(theirs) === JSON.stringify(base)) return;
  const mine = sheet.sources;
  const { sources, conflict } = merge(base.sources, mine, theirs.sources);
  const title = sheet.title.peek() === base.title ? theirs.title : sheet.title.peek();
  base = theirs;
  batch(() => {
    sheet.title.value = title;
    put(mine, sources);
  });
  if (conflict) say(t("conflict"));
}

/** Puts texts into the cells that change, and leaves the others as they are. */
function put(before: string[], after: string[]): void {
  const { from, end, otherEnd } = difference(before, after);
  if (from === end && from === otherEnd) return;
  sheet.remember();
  const cells = sheet.cells.peek();
  const changed = after.slice(from, otherEnd).map((source, at) => {
    const cell = from + at < end ? cells[from + at] : undefined;
    if (cell) cell.source.value = source;
    return cell ?? makeCell(source);
  });
  sheet.cells.value = cells.toSpliced(from, end - from, ...changed);
}

/** Keeps the sheet in the browser from now on, whenever it or what another tab makes of it changes. */
export function keepInBrowser(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const id = current.value;
    const title = sheet.title.value;
    const sources = sheet.cells.value.map((cell) => cell.source.value);
    const keep = () => {
      pending = null;
      // What another tab wrote in the meantime is not overwritten.
      takeIn();
      write(id);
    };
    const isEmpty = title === "" && sources.every((source) => source.trim() === "");
    clearTimeout(timer);
    pending = isEmpty && !base ? null : keep;
    if (pending) timer = setTimeout(pending, 250);
  });
  addEventListener("pagehide", () => pending?.());
  document.addEventListener("visibilitychange", () => document.hidden && pending?.());
  addEventListener("storage", ({ key }) => {
    if (key === `${PREFIX}sheets`) kept.value = listed();
    if (key === `${PREFIX}sheet.${current.peek()}`) takeIn();
  });
}

function write(id: string): void {
  const now: KeptSheet = { title: sheet.title.peek(), sources: sheet.sources };
  if (id !== current.peek() || JSON.stringify(now) === JSON.stringify(base)) return;
  if (!store(`sheet.${id}`, JSON.stringify(now))) return;
  base = now;
  remember(id);
  const shown = now.title || firstLine(now.sources);
  list((before) => [{ id, title: shown, changed: Date.now() }, ...before.filter((one) => one.id !== id)]);
}

function firstLine(sources: string[]): string {
  const line = sources.find((source) => source.trim() !== "")?.trim().split("\n")[0] ?? "";
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}
