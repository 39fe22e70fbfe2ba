/**
 * Which cells the engines work on: cells that need nothing of each other do not wait for each other,
 * and each can be stopped alone.
 */
import { batch, signal } from "@preact/signals";
import { engine, faultOf, LOST, type PendingRequest, type Engine, type Reply } from "../engine";
import type { Answer, Cell, Fault } from "../protocol";
import { shareRules } from "../welcome";
import { namesOf, neededBy, type Names } from "./needs";
import type { Outcome, SheetCell } from "./sheet";

/** Engines that work on cells at once: the others are for the rest of the page. */
const MOST_JOBS = 3;
/** Seconds from which on a value is not computed again by another engine. */
const SLOW = 0.5;
/** Milliseconds after which what stands behind a cell goes to another engine. */
const PATIENCE = 700;

/** Milliseconds for what is computed while one types, and the name of the cell that it has then. */
const MOMENT = 50;
const LIVE = "live";

/** Cells that one engine was asked for. */
interface Job {
  line: Engine;
  asked: PendingRequest;
  /** Those of which it has not told the result. */
  cells: Set<SheetCell>;
  running: SheetCell | null;
  texts: Map<SheetCell, string>;
  /** All cells of the sheet, as they are called there. */
  names: Map<string, SheetCell>;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether cells were taken from it. */
  isCut: boolean;
}

const isAlive = (line: Engine | null): line is Engine => line !== null && engine.all.includes(line);

export class Jobs {
  /** Whether cells wait or are being computed. */
  readonly isBusy = signal(false);
  private queue = new Set<SheetCell>();
  private jobs = new Set<Job>();

  constructor(
    private readonly cells: () => readonly SheetCell[],
    private readonly names: (cell: SheetCell) => Names,
  ) {}

  /** Computes cells, and what depends on them and was computed before. */
  run(asked: readonly SheetCell[]): void {
    const needs = this.needs();
    const same = (cell: SheetCell) => this.jobOf(cell)?.texts.get(cell) === cell.source.peek();
    // A cell that is being computed is not started again.
    const wanted = new Set(asked.filter((cell) => !same(cell)));
    for (const cell of this.cells()) {
      const known = cell.result.peek().state !== "new";
      if (known && intersects(needs.get(cell), wanted)) wanted.add(cell);
    }
    for (const job of this.jobs) {
      if (job.running && wanted.has(job.running)) {
        for (const cell of job.cells) wanted.add(cell);
        this.end(job);
      }
      for (const cell of wanted) job.isCut = job.cells.delete(cell) || job.isCut;
    }
    batch(() => {
      for (const cell of wanted) this.wait(cell);
    });
    this.start();
  }

  /** Stops a cell, and what waits for it. */
  stop(cell: SheetCell): void {
    const job = this.jobOf(cell);
    if (job?.running === cell) {
      job.asked.stop();
      return;
    }
    batch(() => {
      this.drop(cell);
      this.count();
    });
  }

  /** Takes back a cell that is not being computed, and what needs it. */
  private drop(cell: SheetCell): void {
    const needs = this.needs();
    for (const one of this.cells()) {
      if (one !== cell && !needs.get(one)?.has(cell)) continue;
      const waited = this.queue.delete(one) || this.jobOf(one)?.cells.delete(one);
      if (waited) settle(one, null);
    }
  }

  stopAll(): void {
    const stopped = [...this.queue, ...[...this.jobs].flatMap(({ cells }) => [...cells])];
    this.queue.clear();
    for (const job of this.jobs) this.end(job);
    batch(() => {
      for (const cell of stopped) settle(cell, { message: "stopped", stopped: "cancelled" });
      this.count();
    });
  }

  /** An engine that can be asked about the value of a cell, and the cell's name there. */
  place(cell: SheetCell): { line: Engine; cell: string } {
    const known = sentName(cell);
    const { home } = cell;
    const slow = (cell.result.peek().seconds ?? 0) > SLOW;
    const line = isAlive(home) && (home.busy === 0 || slow) ? home : engine.free();
    line.ask({ ask: "run", cells: this.sent(true), run: [] }).done.catch(() => undefined);
    return { line, cell: known };
  }

  /** What a text would make in the place of a cell; nothing if that takes more than a moment. */
  async preview(cell: SheetCell, text: string): Promise<Answer[]> {
    const needed = [...(this.needs(text, cell).get(cell) ?? [])];
    const isQuick = needed.every(({ result }) => result.peek().state === "done" && (result.peek().seconds ?? 0) < MOMENT / 1000);
    const line = isQuick ? engine.free() : engine.first;
    if (line === engine.first || line.busy > 0) return [];
    const cells = this.sent(true).map((one) => (one.cell === sentName(cell) ? { cell: LIVE, source: text } : one));
    let answers: Answer[] = [];
    const asked = line.ask({ ask: "run", cells, run: [LIVE] }, (reply) => {
      if (reply.event !== "cell" || reply.cell !== LIVE || reply.state !== "done") return;
      if ((reply.seconds ?? 0) < MOMENT / 1000) answers = reply.answers ?? [];
    });
    // A machine that has other work takes longer for what is short.
    const timer = setTimeout(() => asked.stop(), 10 * MOMENT);
    await asked.done.catch(() => undefined);
    clearTimeout(timer);
    return answers;
  }

  private needs(text?: string, of?: SheetCell): Map<SheetCell, Set<SheetCell>> {
    const cells = this.cells();
    const found = neededBy(cells.map((cell) => (cell === of && text !== undefined ? namesOf(text) : this.names(cell))));
    const at = (place: number) => cells[place] as SheetCell;
    return new Map(cells.map((cell, place) => [cell, new Set([...(found[place] ?? [])].map(at))]));
  }

  private jobOf(cell: SheetCell): Job | undefined {
    return [...this.jobs].find(({ cells }) => cells.has(cell));
  }

  private count(): void {
    this.isBusy.value = this.queue.size > 0 || [...this.jobs].some(({ cells }) => cells.size > 0);
  }

  private wait(cell: SheetCell): void {
    this.queue.add(cell);
    cell.result.value = { ...cell.result.peek(), state: "queued", fault: null, source: cell.source.peek() };
  }

  /** The sheet as it stands, or as it was when each cell was run. */
  private sent(asRun = false): Cell[] {
    return this.cells().map((cell) => {
      const { state, source } = cell.result.peek();
      return { cell: sentName(cell), source: asRun && state !== "new" ? source : cell.source.peek() };
    });
  }

  /** Forgets a job: what its engine tells from now on is of no use. */
  private end(job: Job): void {
    for (const cell of job.cells) leave(cell);
    job.cells.clear();
    clearTimeout(job.timer);
    job.asked.stop();
  }

  /** Gives what waits to engines, as far as they have time. */
  private start(): void {
    const needs = this.needs();
    for (const cell of this.queue) if (!needs.has(cell)) this.queue.delete(cell);
    const busy = new Set([...this.jobs].flatMap(({ cells }) => [...cells]));
    const groups = new Map<Engine | null, SheetCell[]>();
    const groupOf = new Map<SheetCell, Engine | null>();
    for (const cell of this.cells()) {
      if (!this.queue.has(cell)) continue;
      const all = [...(needs.get(cell) ?? [])];
      const waiting = all.filter((one) => this.queue.has(one));
      if (all.some((one) => busy.has(one)) || waiting.some((one) => !groupOf.has(one))) continue;
      const first = waiting[0];
      const line = first ? (groupOf.get(first) ?? null) : slowHome(all);
      groupOf.set(cell, line);
      groups.set(line, [...(groups.get(line) ?? []), cell]);
    }
    for (const [wanted, cells] of groups) {
      if (this.jobs.size >= MOST_JOBS) break;
      const line = wanted ?? this.lineFor(cells, needs);
      if (this.isFree(line)) this.begin(line, cells);
    }
    this.count();
  }

  private isFree(line: Engine): boolean {
    return ![...this.jobs].some((job) => job.line === line);
  }

  /** An engine that knows most of what cells need, if it is free. */
  private lineFor(cells: SheetCell[], needs: Map<SheetCell, Set<SheetCell>>): Engine {
    const [first] = cells;
    const known = first ? [first, ...(needs.get(first) ?? [])].map(({ home }) => home) : [];
    return [...known, engine.first].filter(isAlive).find((line) => line.busy === 0) ?? engine.free(true);
  }

  private begin(line: Engine, cells: SheetCell[]): void {
    for (const cell of cells) {
      this.queue.delete(cell);
      if (cell.home === line) continue;
      // The engine that had it before is to forget it: under another name it is another cell.
      cell.home = line;
      cell.mark += 1;
    }
    const texts = new Map(cells.map((cell) => [cell, cell.source.peek()]));
    const run = cells.map(sentName);
    const names = new Map(this.cells().map((cell) => [sentName(cell), cell]));
    const asked = line.ask({ ask: "run", cells: this.sent(), run }, (reply) => this.hear(job, reply));
    const job: Job = { line, asked, cells: new Set(cells), running: null, texts, names, timer: undefined, isCut: false };
    this.jobs.add(job);
    asked.done.then(
      () => this.finish(job, null),
      (error: unknown) => this.finish(job, faultOf(error)),
    );
  }

  private hear(job: Job, reply: Reply): void {
    if (reply.event === "progress") {
      if (job.running) job.running.working.value = reply.seconds;
      return;
    }
    if (reply.event !== "cell") return;
    const cell = job.names.get(reply.cell);
    if (!cell || sentName(cell) !== reply.cell || !this.isHeard(job, cell)) return;
    cell.home = job.line;
    const source = job.texts.get(cell) ?? cell.source.peek();
    job.texts.set(cell, source);
    const before = cell.result.peek();
    if (reply.state === "queued" || reply.state === "running") {
      job.cells.add(cell);
      // What stood there stays until there is something new, so that nothing jumps.
      cell.result.value = { ...before, state: reply.state, fault: null, source };
      if (reply.state === "running") {
        cell.working.value = 0;
        job.running = cell;
        clearTimeout(job.timer);
        job.timer = setTimeout(() => this.spill(job), PATIENCE);
      }
      this.count();
      return;
    }
    clearTimeout(job.timer);
    job.cells.delete(cell);
    if (job.running === cell) job.running = null;
    cell.result.value = {
      state: reply.state,
      answers: reply.answers ?? [],
      fault: reply.fault ?? null,
      seconds: reply.seconds ?? null,
      source,
    };
    this.count();
    if (reply.answers?.some(({ kind }) => kind === "ruleset")) shareRules(source, job.line);
    if (reply.state === "stopped") {
      leave(cell);
      this.drop(cell);
    }
    // What it would go on with has been given to others.
    if (job.cells.size === 0 && job.isCut) job.asked.stop();
  }

  /** Whether a job speaks of a cell that is not another's. */
  private isHeard(job: Job, cell: SheetCell): boolean {
    if (job.cells.has(cell)) return true;
    if (job.cells.size === 0 || this.queue.has(cell) || this.jobOf(cell)) return false;
    return cell.home === null || cell.home === job.line;
  }

  /** Takes from a job that goes on for long what does not need its result. */
  private spill(job: Job): void {
    const { running } = job;
    if (!running || !this.jobs.has(job)) return;
    const needs = this.needs();
    const rest = [...job.cells].filter((cell) => cell !== running && !needs.get(cell)?.has(running));
    if (rest.length === 0) return;
    for (const cell of rest) {
      job.isCut = job.cells.delete(cell);
      leave(cell);
      this.wait(cell);
    }
    this.start();
  }

  private finish(job: Job, fault: Fault | null): void {
    clearTimeout(job.timer);
    const rest = [...job.cells];
    const failed = job.running ?? (job.cells.size === job.texts.size || fault?.message === LOST ? (rest[0] ?? null) : null);
    batch(() => {
      if (failed) {
        settle(failed, fault);
        job.cells.delete(failed);
        this.drop(failed);
      }
      // What does not need the cell that was stopped goes on.
      for (const cell of rest) {
        if (cell.result.peek().state === "stopped") continue;
        if (!fault || fault.message === LOST) settle(cell, null);
        else this.wait(cell);
      }
    });
    this.jobs.delete(job);
    this.start();
  }
}

/** How a cell is called when an engine is told of it. */
function sentName({ id, mark }: SheetCell): string {
  return `${id}.${mark}`;
}

/** An engine goes on with a cell that was stopped as soon as it is asked again, unless it has another name. */
function leave(cell: SheetCell): void {
  cell.home = null;
  cell.mark += 1;
}

function settle(cell: SheetCell, fault: Fault | null): void {
  leave(cell);
  cell.result.value = { ...cell.result.peek(), state: "stopped", fault } satisfies Outcome;
}

function intersects(cells: ReadonlySet<SheetCell> | undefined, others: ReadonlySet<SheetCell>): boolean {
  return cells !== undefined && [...cells].some((cell) => others.has(cell));
}

/** The engine that has what took long, of what is needed. */
function slowHome(needed: SheetCell[]): Engine | null {
  const slow = needed.filter(({ home, result }) => isAlive(home) && (result.peek().seconds ?? 0) > SLOW);
  const slowest = slow.sort((one, other) => (other.result.peek().seconds ?? 0) - (one.result.peek().seconds ?? 0))[0];
  return slowest?.home ?? null;
}
