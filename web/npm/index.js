/** The engine of combinatorial games, for pages and for Node. */
import load, { Engine as Sheet, initSync } from "./engine.js";

const place = new URL("./engine_bg.wasm", import.meta.url);
if (globalThis.process?.versions?.node) {
  const { readFile } = await import("node:fs/promises");
  initSync({ module: await readFile(place) });
} else {
  await load({ module_or_path: place });
}

/** A question without an answer; `fault` says where and why. */
export class UpstarError extends Error {
  constructor(fault, more) {
    super(fault.message, more);
    this.name = "UpstarError";
    this.fault = fault;
  }
}

/** What ended the engine, if something did. */
let ended = null;

function gone() {
  const message =
    "the engine of this page has ended: a question went deeper, or took more memory, than a page can; " +
    "load it anew, best in a worker (the program `upstar` goes further)";
  return new UpstarError({ message, stopped: "memory" }, { cause: ended });
}

/** A worksheet: it answers requests and remembers its cells. */
export class Engine {
  #sheet;
  #next = 1;

  constructor(bounds = {}) {
    this.#sheet = new Sheet(bounds.seconds, bounds.bytes);
  }

  /** Everything that is told of a question; `heard` is called with each while the engine works. */
  ask(ask, heard = () => undefined) {
    if (ended) throw gone();
    const told = [];
    const text = JSON.stringify({ ...ask, id: this.#next++ });
    let last;
    try {
      this.#sheet.ask(text, (said) => {
        const event = JSON.parse(said);
        delete event.id;
        if (event.event === "done" || event.event === "failed") last = event;
        else if (event.event !== "progress") told.push(event);
        heard(event);
      });
    } catch (error) {
      // Out of stack or memory: what the engine knows may be half written.
      ended = error;
      throw gone();
    }
    if (last?.event === "failed") {
      delete last.event;
      throw new UpstarError(last);
    }
    return told;
  }

  /** What a line of the worksheet is worth: the answer of its last statement. */
  evaluate(text) {
    const cell = { cell: "it", source: text };
    const news = this.ask({ ask: "run", cells: [cell], run: null }).at(-1);
    if (news?.fault) throw new UpstarError(news.fault);
    return news?.answers?.at(-1) ?? null;
  }

  /** All that is known of a value or position. */
  describe(text) {
    return this.ask({ ask: "describe", subject: text })[0];
  }

  /** The moves of a player in a position, with what becomes of them. */
  moves(position, mover) {
    return this.ask({ ask: "moves", position, mover }).at(-1);
  }

  /** Gives the sheet's memory back; an engine that has ended keeps it. */
  free() {
    if (!ended) this.#sheet.free();
  }

  /** Bytes that all engines of this page have taken. */
  static get memory() {
    return Sheet.memory();
  }
}

/** What a line of the worksheet is worth. It may take as long as `bounds` say. */
export function evaluate(text, bounds) {
  return once(bounds, (engine) => engine.evaluate(text));
}

/** All that is known of a value or position: value, outcome, temperature, pictures. */
export function describe(text, bounds) {
  return once(bounds, (engine) => engine.describe(text));
}

/** The moves of a player (`Left` or `Right`) in a position, with what becomes of them. */
export function moves(position, mover, bounds) {
  return once(bounds, (engine) => engine.moves(position, mover));
}

function once(bounds, work) {
  const engine = new Engine(bounds);
  try {
    return work(engine);
  } finally {
    engine.free();
  }
}
