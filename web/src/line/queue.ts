/**
 * Requests to an engine in a worker. It hears nothing while it works: one request is given to it at a
 * time, and one that is to stop ends with its worker. The next worker is told the sheet again.
 */
import type { Line } from "../engine";
import type { Event, Fault, Request } from "../protocol";

/** An engine that was started. */
export interface Machine {
  ask(text: string): void;
  end(): void;
}

/** What a machine says. */
export interface Reports {
  /** It can be asked. */
  ready(): void;
  /** An event, as its text. */
  text(text: string): void;
  /** It has ended by itself: it ran out of stack or memory. */
  broken(): void;
  /** It has taken so much memory that the next request is better asked of another. */
  worn(): void;
}

/** Starts an engine. */
export type Start = (reports: Reports) => Machine;

/** What is said of a request that was too much for the engine. */
export const BROKEN =
  "this needs more memory, or goes deeper, than a page can; the program `upstar` goes further (the sheet is kept)";

const STOPPED: Fault = { message: "interrupted", stopped: "cancelled" };

interface Waiting {
  id: number;
  text: string;
  request: Request;
}

/** The number of requests that nobody waits for. Pages count from 1. */
const NOBODY = 0;

export class Queue implements Line {
  private machine: Machine;
  /** Whether the machine can be asked now. */
  private ready = false;
  private waiting: Waiting[] = [];
  private running: Waiting | null = null;
  private worn = false;
  /** The sheet that a new machine is told, and the rules. */
  private cells: Extract<Request, { ask: "run" }>["cells"] | null = null;
  private rules = new Map<string, string>();
  /** Which machine is listened to. */
  private number = 0;

  constructor(
    private readonly start: Start,
    private readonly tell: (text: string) => void,
    private readonly open: () => void = () => undefined,
    /** Called when no machine can be started: the queue is of no use then. */
    private readonly closed: () => void = () => undefined,
  ) {
    this.machine = this.begin();
  }

  send(text: string): boolean {
    const request = JSON.parse(text) as Request;
    const { id } = request;
    if (request.ask === "stop") {
      this.stop(request.of ?? null);
      this.say({ id, event: "done" });
      return true;
    }
    this.waiting.push({ id, text, request });
    this.next();
    return true;
  }

  close(): void {
    this.number += 1;
    this.machine.end();
  }

  private say(event: Event): void {
    this.tell(JSON.stringify(event));
  }

  private fail(id: number, fault: Fault): void {
    this.say({ id, event: "failed", ...fault });
  }

  private stop(of: number | null): void {
    const meant = ({ id }: Waiting) => of === null || id === of;
    const stopped = this.waiting.filter(meant);
    this.waiting = this.waiting.filter((one) => !meant(one));
    for (const { id } of stopped) this.fail(id, STOPPED);
    if (this.running && meant(this.running)) {
      const { id } = this.running;
      this.restart();
      this.fail(id, STOPPED);
      this.next();
    }
  }

  private begin(): Machine {
    const number = ++this.number;
    const mine = () => number === this.number;
    return this.start({
      ready: () => {
        if (!mine()) return;
        this.ready = true;
        this.open();
        this.next();
      },
      text: (text) => mine() && this.hear(text),
      broken: () => {
        if (!mine()) return;
        const { running } = this;
        if (!this.ready) {
          // Another would not begin either, now.
          this.close();
          this.closed();
          return;
        }
        this.restart();
        if (running) this.fail(running.id, { message: BROKEN, stopped: "memory" });
        this.next();
      },
      worn: () => mine() && (this.worn = true),
    });
  }

  /** Ends the machine; the next one is told what this one knew. */
  private restart(): void {
    const { running } = this;
    this.machine.end();
    this.ready = false;
    this.running = null;
    this.worn = false;
    // What broke a machine is not told the next one: it would break that too.
    if (running?.id === NOBODY) this.rules.clear();
    this.machine = this.begin();
    const again: Request[] = [...this.rules.values()].map((text) => ({ id: NOBODY, ask: "rules", text }));
    if (this.cells) again.push({ id: NOBODY, ask: "run", cells: this.cells, run: [] });
    this.waiting.unshift(...again.map((request) => ({ id: NOBODY, text: JSON.stringify(request), request })));
  }

  private next(): void {
    if (!this.ready || this.running) return;
    if (this.worn) {
      this.restart();
      return;
    }
    const one = this.waiting.shift();
    if (!one) return;
    this.running = one;
    if (one.request.ask === "run") this.cells = one.request.cells;
    this.machine.ask(one.text);
  }

  private hear(text: string): void {
    const event = JSON.parse(text) as Event;
    const { running } = this;
    // Of what a new machine is told again nobody waits for an answer.
    if (event.id !== NOBODY) this.tell(text);
    if (event.event === "added" && running?.request.ask === "rules") {
      this.rules.set(running.request.text, running.request.text);
    }
    if (event.event !== "done" && event.event !== "failed") return;
    this.running = null;
    this.next();
  }
}
