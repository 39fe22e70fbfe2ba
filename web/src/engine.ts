/**
 * What answers questions: requests go out, events come in. Whether they cross a socket or a worker
 * is a matter of the `Line` alone.
 */
import { signal } from "@preact/signals";
import { dial } from "#line";
import type { Event, Fault, Request } from "./protocol";

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;
/** A question. */
export type Ask = Without<Request, "id">;
/** What is told of a question. */
export type Told = Without<Event, "id">;

/** A two-way line of texts. */
export interface Line {
  send(text: string): void;
  close(): void;
}

/** What a line calls when something happens. */
export interface Ears {
  open(): void;
  text(text: string): void;
  closed(): void;
}

/** Opens a line. */
export type Dial = (ears: Ears) => Line;

/** A question without an answer. */
export class AskError extends Error {
  constructor(readonly fault: Fault) {
    super(fault.message);
    this.name = "AskError";
  }
}

/** A question that was asked. */
export interface Asked {
  /** When all is told; or what went wrong. */
  done: Promise<void>;
  /** Asks for the end of the work. */
  stop(): void;
}

type Heard = (told: Told) => void;

interface Open {
  request: Request;
  heard: Heard;
  sent: boolean;
  finish(fault?: Fault): void;
}

/** What is said of a question whose line broke. */
export const LOST = "the connection to the engine was lost";

/** Waits before the line is tried again, in milliseconds. */
const WAITS = [200, 500, 1000, 2000, 4000];

export class Engine {
  /** Whether the line is open. */
  readonly online = signal(false);
  /** Whether it was open at least once. */
  readonly met = signal(false);
  /** How often it was opened: what the other side remembers is lost when this grows. */
  readonly epoch = signal(0);
  private line: Line | null = null;
  private open = new Map<number, Open>();
  private next = 1;
  private failures = 0;

  constructor(private readonly dial: Dial) {}

  /** Opens the line, and opens it again whenever it breaks. */
  connect(): void {
    this.line = this.dial({
      open: () => {
        this.failures = 0;
        this.met.value = true;
        this.epoch.value += 1;
        this.online.value = true;
        for (const one of this.open.values()) if (!one.sent) this.send(one);
      },
      text: (text) => this.hear(JSON.parse(text) as Event),
      closed: () => {
        this.online.value = false;
        this.line = null;
        // What was asked is not asked twice: it may be what ended the line.
        for (const one of [...this.open.values()]) {
          if (one.sent) one.finish({ message: LOST });
        }
        const wait = WAITS[Math.min(this.failures++, WAITS.length - 1)];
        setTimeout(() => this.connect(), wait);
      },
    });
  }

  /** Asks; `heard` is called for each event but the last. */
  ask(ask: Ask, heard: Heard = () => undefined): Asked {
    const id = this.next++;
    let settle: { resolve(): void; reject(error: AskError): void };
    const done = new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
    const one: Open = {
      request: { id, ...ask },
      heard,
      sent: false,
      finish: (fault) => {
        this.open.delete(id);
        if (fault) settle.reject(new AskError(fault));
        else settle.resolve();
      },
    };
    this.open.set(id, one);
    if (this.online.peek()) this.send(one);
    return {
      done,
      stop: () => {
        if (!this.open.has(id)) return;
        if (!one.sent) one.finish({ message: "stopped", stopped: "cancelled" });
        else this.ask({ ask: "stop", of: id }).done.catch(() => undefined);
      },
    };
  }

  /** The first event of one kind that is told of a question. */
  async one<K extends Told["event"]>(ask: Ask, kind: K): Promise<Extract<Told, { event: K }>> {
    let found: Extract<Told, { event: K }> | undefined;
    await this.ask(ask, (told) => {
      if (told.event === kind) found = told as Extract<Told, { event: K }>;
    }).done;
    if (!found) throw new AskError({ message: `the engine did not answer \`${ask.ask}\`` });
    return found;
  }

  private send(one: Open): void {
    one.sent = true;
    this.line?.send(JSON.stringify(one.request));
  }

  private hear(event: Event): void {
    const one = this.open.get(event.id);
    if (!one) return;
    if (event.event === "done") one.finish();
    else if (event.event === "failed") one.finish(event);
    else one.heard(event);
  }
}

/** The fault that an error stands for. */
export function faultOf(error: unknown): Fault {
  if (error instanceof AskError) return error.fault;
  return { message: error instanceof Error ? error.message : String(error) };
}

/** The engine of this page. */
export const engine = new Engine(dial);
