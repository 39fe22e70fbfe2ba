/**
 * The sheet: cells from the top down, what became of them, and what can be undone.
 *
 * The page holds the sheet; the engine is told all of it whenever cells are run.
 */
import { batch, computed, effect, signal, type Signal } from "@preact/signals";
import { engine, faultOf, type Asked } from "../engine";
import type { Answer, CellState, Fault } from "../protocol";
import { forget, load, store } from "../storage";

/** What became of a cell. */
export interface Outcome {
  state: CellState | "new";
  answers: Answer[];
  fault: Fault | null;
  seconds: number | null;
  /** What was typed when it was run. */
  source: string;
}

export interface SheetCell {
  readonly id: string;
  readonly source: Signal<string>;
  readonly result: Signal<Outcome>;
  /** Seconds of the work that goes on. */
  readonly working: Signal<number>;
}

const NOTHING: Outcome = { state: "new", answers: [], fault: null, seconds: null, source: "" };
/** The most sheets of the past that can be brought back. */
const MOST_UNDO = 200;

let names = 0;

export function makeCell(source = ""): SheetCell {
  names += 1;
  return { id: `c${names}`, source: signal(source), result: signal(NOTHING), working: signal(0) };
}

/** A sheet of the past: its cells with their texts. */
type Snapshot = { cell: SheetCell; source: string }[];

export class Sheet {
  readonly cells = signal<SheetCell[]>([makeCell()]);
  readonly title = signal("");
  /** The cell that the keyboard goes to next. */
  readonly wanted = signal<string | null>(null);
  readonly running = signal<Asked | null>(null);
  readonly past = signal<Snapshot[]>([]);
  readonly future = signal<Snapshot[]>([]);
  /** What was run, the newest last. */
  readonly history: string[] = [];
  readonly isEmpty = computed(() => this.cells.value.every((cell) => cell.source.value.trim() === ""));

  /** A cell by its name. */
  find(id: string): SheetCell | undefined {
    return this.cells.value.find((cell) => cell.id === id);
  }

  private snapshot(): Snapshot {
    return this.cells.value.map((cell) => ({ cell, source: cell.source.value }));
  }

  /** Remembers how the sheet is, before it is changed. */
  remember(): void {
    const now = this.snapshot();
    const last = this.past.value[this.past.value.length - 1];
    if (last && same(last, now)) return;
    this.past.value = [...this.past.value, now].slice(-MOST_UNDO);
    this.future.value = [];
  }

  private restore(from: Signal<Snapshot[]>, to: Signal<Snapshot[]>): void {
    const last = from.value[from.value.length - 1];
    if (!last) return;
    batch(() => {
      to.value = [...to.value, this.snapshot()];
      from.value = from.value.slice(0, -1);
      for (const { cell, source } of last) cell.source.value = source;
      this.cells.value = last.map(({ cell }) => cell);
    });
  }

  undo(): void {
    this.restore(this.past, this.future);
  }

  redo(): void {
    this.restore(this.future, this.past);
  }

  insert(after: string | null, source = ""): SheetCell {
    this.remember();
    const cell = makeCell(source);
    const at = after === null ? -1 : this.cells.value.findIndex(({ id }) => id === after);
    this.cells.value = this.cells.value.toSpliced(after === null ? this.cells.value.length : at + 1, 0, cell);
    this.wanted.value = cell.id;
    return cell;
  }

  remove(id: string): void {
    this.remember();
    const at = this.cells.value.findIndex((cell) => cell.id === id);
    const left = this.cells.value.filter((cell) => cell.id !== id);
    if (left.length === 0) left.push(makeCell());
    this.cells.value = left;
    this.wanted.value = left[Math.min(Math.max(at, 0), left.length - 1)]?.id ?? null;
  }

  move(id: string, by: -1 | 1): void {
    const cells = this.cells.value;
    const at = cells.findIndex((cell) => cell.id === id);
    const to = at + by;
    const cell = cells[at];
    if (!cell || to < 0 || to >= cells.length) return;
    this.remember();
    this.cells.value = cells.toSpliced(at, 1).toSpliced(to, 0, cell);
    this.wanted.value = id;
  }

  /** Moves a cell to the place of another one. */
  drop(id: string, onto: string): void {
    const cells = this.cells.value;
    const at = cells.findIndex((cell) => cell.id === id);
    const to = cells.findIndex((cell) => cell.id === onto);
    const cell = cells[at];
    if (!cell || to < 0 || at === to) return;
    this.remember();
    this.cells.value = cells.toSpliced(at, 1).toSpliced(to, 0, cell);
  }

  /** All cells anew. */
  fill(sources: string[]): void {
    this.remember();
    const cells = sources.map((source) => makeCell(source));
    if (cells.length === 0) cells.push(makeCell());
    this.cells.value = cells;
  }

  get sources(): string[] {
    return this.cells.value.map((cell) => cell.source.value);
  }

  /** Runs a cell and what depends on it. */
  run(id: string): void {
    const cell = this.find(id);
    if (!cell) return;
    const source = cell.source.value;
    if (source.trim() !== "" && this.history[this.history.length - 1] !== source) {
      this.history.push(source);
    }
    this.remember();
    this.work([id]);
  }

  runAll(): void {
    this.work(null);
  }

  /** Tells the engine the sheet, so that it knows what names mean; nothing is run. */
  tell(): void {
    const cells = this.cells.value.map(({ id, source }) => ({ cell: id, source: source.value }));
    engine.ask({ ask: "run", cells, run: [] }).done.catch(() => undefined);
  }

  stop(): void {
    this.running.value?.stop();
  }

  /** Asks the engine to work; what works already is stopped. */
  private work(run: string[] | null): void {
    this.stop();
    const cells = this.cells.value.map(({ id, source }) => ({ cell: id, source: source.value }));
    const texts = new Map(cells.map(({ cell, source }) => [cell, source]));
    const touched = new Set<string>();
    const asked = engine.ask({ ask: "run", cells, run }, (told) => {
      if (told.event === "progress") {
        for (const cell of this.cells.value) {
          if (cell.result.value.state === "running") cell.working.value = told.seconds;
        }
        return;
      }
      if (told.event !== "cell") return;
      const cell = this.find(told.cell);
      if (!cell) return;
      touched.add(told.cell);
      if (told.state === "running") cell.working.value = 0;
      const before = cell.result.value;
      const waits = told.state === "queued" || told.state === "running";
      cell.result.value = {
        state: told.state,
        // What stood there stays until there is something new, so that nothing jumps.
        answers: waits ? before.answers : (told.answers ?? []),
        fault: waits ? null : (told.fault ?? null),
        seconds: told.seconds ?? null,
        source: texts.get(told.cell) ?? "",
      };
    });
    this.running.value = asked;
    const settle = (fault: Fault | null) => {
      if (this.running.value === asked) this.running.value = null;
      for (const cell of this.cells.value) {
        const { state } = cell.result.value;
        const waits = (state === "queued" || state === "running") && touched.has(cell.id);
        const named = fault && !touched.size && (run === null ? cell === this.cells.value[0] : run.includes(cell.id));
        if (waits || named) {
          const source = texts.get(cell.id) ?? "";
          cell.result.value = { ...cell.result.value, state: "stopped", fault, source };
        }
      }
    };
    asked.done.then(
      () => settle(null),
      (error: unknown) => settle(faultOf(error)),
    );
  }
}

function same(one: Snapshot, other: Snapshot): boolean {
  return (
    one.length === other.length &&
    one.every(({ cell, source }, at) => cell === other[at]?.cell && source === other[at]?.source)
  );
}

/** A sheet that the browser keeps. */
export interface Kept {
  id: string;
  title: string;
  changed: number;
}

interface KeptSheet {
  title: string;
  sources: string[];
}

/** The sheets that the browser keeps, the newest first. */
export const kept = signal<Kept[]>(parsed<Kept[]>(load("sheets")) ?? []);
/** Which of them is shown. */
export const current = signal(load("current") ?? newName());

function parsed<T>(text: string | null): T | null {
  try {
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

function newName(): string {
  return `s${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`;
}

/** The sheet that is shown. */
export const sheet = new Sheet();

/** Shows a sheet that the browser keeps; false if it keeps none of this name. */
export function openKept(id: string): boolean {
  const found = parsed<KeptSheet>(load(`sheet.${id}`));
  if (!found) return false;
  show(id, found.title, found.sources);
  return true;
}

/** Shows another sheet, which is kept from now on. */
export function openNew(title: string, sources: string[]): void {
  show(newName(), title, sources);
}

function show(id: string, title: string, sources: string[]): void {
  batch(() => {
    sheet.stop();
    current.value = id;
    sheet.title.value = title;
    sheet.fill(sources);
    sheet.past.value = [];
    sheet.future.value = [];
  });
  store("current", id);
}

export function forgetKept(id: string): void {
  forget(`sheet.${id}`);
  kept.value = kept.value.filter((one) => one.id !== id);
  store("sheets", JSON.stringify(kept.value));
  if (id === current.value) {
    const next = kept.value[0];
    if (!next || !openKept(next.id)) openNew("", []);
  }
}

/** Keeps the sheet in the browser from now on, whenever it changes. */
export function keepInBrowser(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pending: (() => void) | null = null;
  effect(() => {
    const id = current.value;
    const title = sheet.title.value;
    const sources = sheet.cells.value.map((cell) => cell.source.value);
    const keep = () => {
      pending = null;
      if (title === "" && sources.every((source) => source.trim() === "")) return;
      if (!store(`sheet.${id}`, JSON.stringify({ title, sources } satisfies KeptSheet))) return;
      store("current", id);
      const others = kept.peek().filter((one) => one.id !== id);
      const shown = title || firstLine(sources);
      kept.value = [{ id, title: shown, changed: Date.now() }, ...others];
      store("sheets", JSON.stringify(kept.peek()));
    };
    clearTimeout(timer);
    pending = keep;
    timer = setTimeout(keep, 250);
  });
  addEventListener("pagehide", () => pending?.());
}

function firstLine(sources: string[]): string {
  const line = sources.find((source) => source.trim() !== "")?.trim().split("\n")[0] ?? "";
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}

/** Puts an expression into the sheet and runs it. */
export function tryOut(text: string): void {
  const last = sheet.cells.peek()[sheet.cells.peek().length - 1];
  if (last && last.source.peek().trim() === "") {
    last.source.value = text;
    sheet.run(last.id);
  } else {
    sheet.run(sheet.insert(null, text).id);
  }
}
