/** The line to the engine in a worker of the page itself. */
import type { Dial } from "../engine";
import place from "#engine.wasm";
import type { Said, Sent } from "./engine.worker";
import { Queue, type Machine, type Reports } from "./queue";

/** Whether there is a server behind the page: what is said of it, and what is asked of it alone. */
export const hasServer = false;

let fetched: Promise<WebAssembly.Module> | null = null;

/** The engine, fetched and compiled once for all workers. */
function fetchEngine(): Promise<WebAssembly.Module> {
  fetched ??= compiled().catch((error: unknown) => {
    fetched = null;
    throw error;
  });
  return fetched;
}

async function compiled(): Promise<WebAssembly.Module> {
  const answer = await fetch(place);
  if (!answer.ok) throw new Error(`${place}: ${answer.status}`);
  // Hosts that do not know what it is call it something else.
  const known = answer.headers.get("content-type") === "application/wasm";
  return known ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}

function start(engine: WebAssembly.Module, reports: Reports): Machine {
  const worker = new Worker(new URL("./engine.worker.ts", import.meta.url), { type: "module" });
  worker.addEventListener("message", (message: MessageEvent<Said>) => {
    const said = message.data;
    if ("text" in said) reports.text(said.text);
    else if ("broken" in said) reports.broken();
    else if ("worn" in said) reports.worn();
    else reports.ready();
  });
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    reports.broken();
  });
  const send = (sent: Sent) => worker.postMessage(sent);
  send({ engine });
  return { ask: (ask) => send({ ask }), end: () => worker.terminate() };
}

/** The line of this page. */
export const dial: Dial = (ears) => {
  let queue: Queue | null = null;
  let closed = false;
  let open = false;
  fetchEngine().then(
    (engine) => {
      if (closed) return;
      queue = new Queue(
        (reports) => start(engine, reports),
        (text) => ears.text(text),
        () => {
          if (!open) ears.open();
          open = true;
        },
        () => ears.closed(),
      );
    },
    () => ears.closed(),
  );
  return {
    send: (text) => queue?.send(text) ?? false,
    close: () => {
      closed = true;
      queue?.close();
    },
  };
};

// After the first visit the page is there without a network.
if (typeof navigator !== "undefined" && "serviceWorker" in navigator) {
  addEventListener("load", () => void navigator.serviceWorker.register("./sw.js").catch(() => undefined));
}
