import type { Answer, Description, Event, Fault, Moves, Player, Request } from "./protocol.js";

export type * from "./protocol.js";

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;
/** A question. */
export type Ask = Without<Request, "id">;
/** What is told of a question. */
export type Told = Without<Event, "id">;

/** Bounds on one question; what is left out is no bound but that of the memory of a page. */
export interface Bounds {
  /** Seconds. */
  seconds?: number;
  /** Bytes of memory. */
  bytes?: number;
}

/** A question without an answer; `fault` says where and why. */
export class UpstarError extends Error {
  readonly fault: Fault;
}

/** A worksheet: it answers requests and remembers its cells and values. It works on the thread that asks. */
export class Engine {
  constructor(bounds?: Bounds);
  /**
   * Everything that is told of a question but how far the work is; `heard` is called with each while
   * the engine works.
   * @throws {UpstarError} if it has no answer.
   */
  ask(ask: Ask, heard?: (told: Told) => void): Told[];
  /** What some lines of the worksheet are worth: the answer of the last, or `null` if it says nothing. */
  evaluate(text: string): Answer | null;
  /** All that is known of a value or position. */
  describe(text: string): Description;
  /** The moves of a player in a position, with what becomes of them. */
  moves(position: string, mover: Player): Moves;
  /** Gives the sheet's memory back; it cannot be asked again. */
  free(): void;
  /** Bytes that all engines of this page have taken. */
  static readonly memory: number;
}

/**
 * What some lines of the worksheet are worth: the answer of the last.
 * @throws {UpstarError} if there is none, with where and why.
 */
export function evaluate(text: string, bounds?: Bounds): Answer | null;

/** All that is known of a value or position: value, outcome, temperature, pictures. */
export function describe(text: string, bounds?: Bounds): Description;

/** The moves of a player in a position, with what becomes of them. */
export function moves(position: string, mover: Player, bounds?: Bounds): Moves;
