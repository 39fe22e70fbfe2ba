/** The engine, in a worker: it is asked by texts and tells texts. */
import init, { Engine } from "#engine";

/** What a worker is sent first, and then. */
export type Sent = { engine: WebAssembly.Module; seconds?: number; bytes?: number } | { ask: string };
/** What a worker says. */
export type Said = { ready: true } | { text: string } | { broken: true } | { worn: true };

/** Bytes from which on the next request is better asked of a new worker: they are never given back. */
const WORN = 1 << 30;

const page = self as unknown as { postMessage(said: Said): void };
let engine: Engine | null = null;

self.addEventListener("message", (message: MessageEvent<Sent>) => {
  const sent = message.data;
  if ("engine" in sent) {
    init({ module_or_path: sent.engine }).then(
      () => {
        engine = new Engine(sent.seconds, sent.bytes);
        page.postMessage({ ready: true });
      },
      () => page.postMessage({ broken: true }),
    );
    return;
  }
  try {
    if (Engine.memory() > WORN) page.postMessage({ worn: true });
    engine?.ask(sent.ask, (text: string) => page.postMessage({ text }));
  } catch {
    page.postMessage({ broken: true });
  }
});
