/**
 * The sheet: cells from the top down, what became of them, and what can be undone.
 *
 * The page holds the sheet; the engine is told all of it whenever cells are run.
 */
import { batch, computed, signal, type Signal } from "@preact/signals";
import type { Engine } from "../engine";
import type { Answer, CellState, Fault } from "../protocol";
import { Jobs } from "./jobs";
import { namesOf, type Names } from "./needs";

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
  /** The engine that knows its value, and how often the cell went to another. */
  home: Engine | null;
  mark: number;
}

const NOTHING: Outcome = { state: "new", answers: [], fault: null, seconds: null, source: "" };
/** The most sheets of the past that can be brought back. */
const MOST_UNDO = 200;

let names = 0;

export function makeCell(source = ""): SheetCell {
  names += 1;
  return { id: `c${names}`, source: signal(source), result: signal(NOTHING), working: signal(0), home: null, mark: 0 };
}

/** What cells define and use, by their texts. */
const known = new WeakMap<SheetCell, { source: string; names: Names }>();

function namesIn(cell: SheetCell): Names {
  const source = cell.source.peek();
  const before = known.get(cell);
  if (before?.source === source) return before.names;
  const names = namesOf(source);
  known.set(cell, { source, names });
  return names;
}

/** How long one types on until what was typed is undone by itself, in milliseconds. */
const PAUSE = 1500;

/** A sheet of the past: its cells with their texts. */
type Snapshot = { cell: SheetCell; source: string }[];

export class Sheet {
  readonly cells = signal<SheetCell[]>([makeCell()]);
  readonly title = signal("");
  /** The cell that the keyboard goes to next. */
  readonly wanted = signal<string | null>(null);
  readonly jobs = new Jobs(() => this.cells.peek(), namesIn);
  readonly past = signal<Snapshot[]>([]);
  readonly future = signal<Snapshot[]>([]);
  /** What was run, the newest last. */
  readonly history: string[] = [];
  /** The cell that is typed in, and when that was. */
  private typing: { cell: SheetCell; at: number } | null = null;
  readonly isEmpty = computed(() => this.cells.value.every((cell) => cell.source.value.trim() === ""));

  /** A cell by its name. */
  find(id: string): SheetCell | undefined {
    return this.cells.value.find((cell) => cell.id === id);
  }

  private snapshot(): Snapshot {
    return this.cells.peek().map((cell) => ({ cell, source: cell.source.peek() }));
  }

  /** Remembers a cell before something is typed into it: letters typed without a pause are one change. */
  typed(cell: SheetCell): void {
    const now = Date.now();
    const goesOn = this.typing?.cell === cell && now - this.typing.at < PAUSE;
    if (!goesOn) this.remember();
    this.typing = { cell, at: now };
  }

  isTyping(cell: SheetCell): boolean {
    return this.typing?.cell === cell;
  }

  /** Remembers how the sheet is, before it is changed. */
  remember(): void {
    this.typing = null;
    const now = this.snapshot();
    const last = this.past.value[this.past.value.length - 1];
    if (last && same(last, now)) return;
    this.past.value = [...this.past.value, now].slice(-MOST_UNDO);
    this.future.value = [];
  }

  private restore(from: Signal<Snapshot[]>, to: Signal<Snapshot[]>): void {
    const now = this.snapshot();
    const last = from.value[from.value.length - 1];
    if (!last) return;
    const before = new Map(now.map(({ cell, source }) => [cell, source]));
    const changed = last.find(({ cell, source }) => before.get(cell) !== source);
    this.typing = null;
    batch(() => {
      to.value = [...to.value, now];
      from.value = from.value.slice(0, -1);
      if (changed) this.wanted.value = changed.cell.id;
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
    const cells = this.cells.peek();
    const at = after === null ? -1 : cells.findIndex(({ id }) => id === after);
    return this.insertAt(after === null ? cells.length : at + 1, source);
  }

  insertAt(place: number, source = ""): SheetCell {
    this.remember();
    const cell = makeCell(source);
    this.cells.value = this.cells.peek().toSpliced(place, 0, cell);
    this.wanted.value = cell.id;
    return cell;
  }

  remove(id: string): void {
    const cell = this.find(id);
    if (!cell) return;
    this.remember();
    this.jobs.stop(cell);
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
    this.typing = null;
    const source = cell.source.peek();
    if (source.trim() !== "" && this.history[this.history.length - 1] !== source) {
      this.history.push(source);
    }
    this.jobs.run([cell]);
  }

  runAll(): void {
    this.jobs.run(this.cells.peek());
  }

  /** Stops a cell, or all of them. */
  stop(id?: string): void {
    if (id === undefined) this.jobs.stopAll();
    else {
      const cell = this.find(id);
      if (cell) this.jobs.stop(cell);
    }
  }

  /** Forgets what an engine knew: it was started anew. */
  forget(line: Engine): void {
    for (const cell of this.cells.peek()) if (cell.home === line) cell.home = null;
  }
}

function same(one: Snapshot, other: Snapshot): boolean {
  return (
    one.length === other.length &&
    one.every(({ cell, source }, at) => cell === other[at]?.cell && source === other[at]?.source)
  );
}

/** The sheet that is shown. */
export const sheet = new Sheet();

/** Puts an expression into the sheet and runs it. */
export function tryOut(text: string): void {
  const last = sheet.cells.peek()[sheet.cells.peek().length - 1];
  if (last && last.source.peek().trim() === "") {
    sheet.typed(last);
    last.source.value = text;
    sheet.run(last.id);
  } else {
    sheet.run(sheet.insert(null, text).id);
  }
}
