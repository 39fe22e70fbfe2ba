/**
 * What answers questions: requests go out, events come in. Whether they cross a socket or a worker
 * is a matter of the `Line` alone.
 */
import { signal } from "@preact/signals";
import { dial } from "#line";
import type { Event, Fault, Request } from "./protocol";

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;
/** What is requested. */
export type RequestKind = Without<Request, "id">;
/** One reply to a request. */
export type Reply = Without<Event, "id">;

/** A two-way line of texts. */
export interface Line {
  /** Sends a text, and says whether it went out: a line that is closing takes nothing more. */
  send(text: string): boolean;
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

/** A request that failed. */
export class RequestError extends Error {
  constructor(readonly fault: Fault) {
    super(fault.message);
    this.name = "RequestError";
  }
}

/** A request under way. */
export interface PendingRequest {
  /** Resolved after the last reply, rejected with what went wrong. */
  done: Promise<void>;
  /** Asks for the end of the work. */
  stop(): void;
}

type Heard = (reply: Reply) => void;

interface Open {
  request: Request;
  heard: Heard;
  sent: boolean;
  /** The engine that it is asked of. */
  at: Engine;
  settle(fault?: Fault): void;
}

/** What is said of a question whose line broke. */
export const LOST = "the connection to the engine was lost";

/** Waits before the line is tried again, in milliseconds. */
const WAITS = [200, 500, 1000, 2000, 4000];

let lastId = 0;

/** One engine, which answers one question after another. */
export class Engine {
  /** Whether the line is open. */
  readonly online = signal(false);
  /** Whether it was open at least once. */
  readonly met = signal(false);
  /** How often it was opened: what the other side remembers is lost when this grows. */
  readonly epoch = signal(0);
  /** Called when the line opens, before what waited is sent. */
  onOpen: () => void = () => undefined;
  /** Called instead of opening a line again that breaks. */
  onLost: ((isRefused: boolean) => void) | null = null;
  private line: Line | null = null;
  private open = new Map<number, Open>();
  private failures = 0;
  /** Whether the other side has said anything since the line opened. */
  private isHeard = false;

  constructor(private readonly dial: Dial) {}

  /** How many questions it has not answered. */
  get busy(): number {
    return this.open.size;
  }

  /** Opens the line, and opens it again whenever it breaks. */
  connect(): void {
    this.line = this.dial({
      open: () => {
        this.failures = 0;
        this.isHeard = false;
        this.met.value = true;
        this.epoch.value += 1;
        this.online.value = true;
        const waiting = [...this.open.values()].filter((one) => !one.sent);
        this.onOpen();
        for (const one of waiting) this.send(one);
      },
      text: (text) => this.hear(JSON.parse(text) as Event),
      closed: () => {
        this.online.value = false;
        this.line = null;
        // A server without a place closes the line before it takes a question; else what was asked is not
        // asked twice: it may be what ended the line.
        const isRefused = this.onLost !== null && !this.isHeard;
        for (const one of [...this.open.values()]) {
          if (one.sent && !isRefused) this.finish(one, { message: LOST });
        }
        if (this.onLost) {
          this.onLost(isRefused);
          return;
        }
        const wait = WAITS[Math.min(this.failures++, WAITS.length - 1)];
        setTimeout(() => this.connect(), wait);
      },
    });
  }

  close(): void {
    this.line?.close();
  }

  /** Asks; `heard` is called for each event but the last. */
  ask(ask: RequestKind, heard: Heard = () => undefined): PendingRequest {
    let settle: Open["settle"] = () => undefined;
    const done = new Promise<void>((resolve, reject) => {
      settle = (fault) => (fault ? reject(new RequestError(fault)) : resolve());
    });
    const id = ++lastId;
    const one: Open = { request: { id, ...ask }, heard, sent: false, at: this, settle };
    this.take(one);
    return { done, stop: () => one.at.stop(one) };
  }

  /** The first event of one kind that is told of a question. */
  async one<K extends Reply["event"]>(ask: RequestKind, kind: K): Promise<Extract<Reply, { event: K }>> {
    let found: Extract<Reply, { event: K }> | undefined;
    await this.ask(ask, (reply) => {
      if (reply.event === kind) found = reply as Extract<Reply, { event: K }>;
    }).done;
    if (!found) throw new RequestError({ message: `the engine did not answer \`${ask.ask}\`` });
    return found;
  }

  /** Gives what was not sent yet to another engine. */
  handOver(to: Engine): void {
    const waiting = [...this.open.values()];
    this.open.clear();
    for (const one of waiting) {
      one.sent = false;
      to.take(one);
    }
  }

  private take(one: Open): void {
    one.at = this;
    this.open.set(one.request.id, one);
    if (this.online.peek()) this.send(one);
  }

  private stop(one: Open): void {
    const { id } = one.request;
    if (!this.open.has(id)) return;
    if (!one.sent) this.finish(one, { message: "stopped", stopped: "cancelled" });
    else this.ask({ ask: "stop", of: id }).done.catch(() => undefined);
  }

  private finish(one: Open, fault?: Fault): void {
    this.open.delete(one.request.id);
    one.settle(fault);
  }

  private send(one: Open): void {
    one.sent = this.line?.send(JSON.stringify(one.request)) ?? false;
  }

  private hear(event: Event): void {
    this.isHeard = true;
    const one = this.open.get(event.id);
    if (!one) return;
    if (event.event === "done") this.finish(one);
    else if (event.event === "failed") this.finish(one, event);
    else one.heard(event);
  }
}

/** How long an engine besides the first is kept without work, in milliseconds. */
const IDLE = 60_000;

/**
 * The engines of a page: a question that takes long holds up no other. The first is always there,
 * the others are started when they are needed.
 */
export class Engines {
  readonly first: Engine;
  private others: Engine[] = [];
  /** The most engines at once. */
  most = 4;
  /** What an engine is told when it starts. */
  greeting: (engine: Engine) => void = () => undefined;

  constructor(private readonly dial: Dial) {
    this.first = this.made();
  }

  connect(): void {
    this.first.connect();
  }

  /** All that are there, the first one first. */
  get all(): readonly Engine[] {
    return [this.first, ...this.others];
  }

  /**
   * An engine without work if there can be one, else one with little. Questions of the sheet go to
   * the first one if it is free, others leave it to the sheet.
   */
  free(forSheet = false): Engine {
    const order = forSheet ? [this.first, ...this.others.toReversed()] : [...this.others, this.first];
    const idle = order.find((one) => one.busy === 0 && (forSheet || one !== this.first));
    if (idle) return idle;
    if (this.first.online.peek() && this.others.length + 1 < this.most) return this.start();
    return order.reduce((best, one) => (one.busy < best.busy ? one : best));
  }

  ask(ask: RequestKind, heard?: Heard): PendingRequest {
    return this.free().ask(ask, heard);
  }

  one<K extends Reply["event"]>(ask: RequestKind, kind: K): Promise<Extract<Reply, { event: K }>> {
    return this.free().one(ask, kind);
  }

  private made(): Engine {
    const engine = new Engine(this.dial);
    engine.onOpen = () => this.greeting(engine);
    return engine;
  }

  private start(): Engine {
    const engine = this.made();
    const end = (isRefused: boolean) => {
      clearInterval(timer);
      this.others = this.others.filter((one) => one !== engine);
      if (isRefused && this.first.online.peek()) this.most = this.all.length;
      engine.handOver(this.first);
    };
    engine.onLost = end;
    let idle = 0;
    const timer = setInterval(() => {
      idle = engine.busy === 0 ? idle + 1 : 0;
      if (idle > 3) engine.close();
    }, IDLE / 4);
    this.others.push(engine);
    engine.connect();
    return engine;
  }
}

/** The fault that an error stands for. */
export function faultOf(error: unknown): Fault {
  if (error instanceof RequestError) return error.fault;
  return { message: error instanceof Error ? error.message : String(error) };
}

/** The engines of this page. */
export const engine = new Engines(dial);
