import { describe, expect, it, vi } from "vitest";
import { RequestError, Engine, Engines, type Ears } from "./engine";
import type { Request } from "./protocol";

/** An engine on a line of which the test is the other end. */
function pair() {
  const sent: Request[] = [];
  const line = { isClosing: false };
  let ears: Ears | undefined;
  const engine = new Engine((given) => {
    ears = given;
    const send = (text: string) => !line.isClosing && sent.push(JSON.parse(text) as Request) > 0;
    return { send, close: () => undefined };
  });
  engine.connect();
  return { engine, sent, line, ears: () => ears as Ears };
}

describe("the engine", () => {
  it("asks when the line is open, and tells events to who asked", async () => {
    const { engine, sent, ears } = pair();
    const heard: string[] = [];
    const asked = engine.ask({ ask: "hello" }, (reply) => heard.push(reply.event));
    expect(sent).toEqual([]);
    ears().open();
    const id = sent[0]?.id ?? 0;
    expect(sent).toEqual([{ id, ask: "hello" }]);
    ears().text(JSON.stringify({ id, event: "progress", seconds: 1, steps: 2, bytes: 3 }));
    ears().text(JSON.stringify({ id: id + 7, event: "done" }));
    ears().text(JSON.stringify({ id, event: "done" }));
    await asked.done;
    expect(heard).toEqual(["progress"]);
  });

  it("stops by a request of its own", () => {
    const { engine, sent, ears } = pair();
    ears().open();
    const asked = engine.ask({ ask: "hello" });
    asked.stop();
    expect(sent[1]).toMatchObject({ ask: "stop", of: sent[0]?.id });
  });

  it("fails what was asked when the line breaks, and opens it again", async () => {
    vi.useFakeTimers();
    const { engine, ears } = pair();
    ears().open();
    const asked = engine.ask({ ask: "hello" });
    const broken = expect(asked.done).rejects.toBeInstanceOf(RequestError);
    ears().closed();
    await broken;
    expect(engine.online.value).toBe(false);
    vi.advanceTimersByTime(300);
    ears().open();
    expect(engine.epoch.value).toBe(2);
    vi.useRealTimers();
  });

  it("asks on the next line what a closing one did not take", async () => {
    vi.useFakeTimers();
    const { engine, sent, line, ears } = pair();
    ears().open();
    line.isClosing = true;
    const asked = engine.ask({ ask: "hello" });
    ears().closed();
    line.isClosing = false;
    vi.advanceTimersByTime(300);
    ears().open();
    expect(sent).toMatchObject([{ ask: "hello" }]);
    ears().text(JSON.stringify({ id: sent[0]?.id, event: "done" }));
    await asked.done;
    vi.useRealTimers();
  });

  it("gives the fault of a question", async () => {
    const { engine, sent, ears } = pair();
    ears().open();
    const asked = engine.one({ ask: "view", position: "nix" }, "viewed");
    ears().text(JSON.stringify({ id: sent[0]?.id, event: "failed", message: "no game", from: 0, to: 3 }));
    await expect(asked).rejects.toMatchObject({ fault: { message: "no game", from: 0, to: 3 } });
  });
});

describe("the engines of a page", () => {
  /** Engines on lines of which the test is the other end. */
  function several() {
    const lines: { ears: Ears; sent: Request[]; closed: boolean }[] = [];
    const engines = new Engines((ears) => {
      const line = { ears, sent: [] as Request[], closed: false };
      lines.push(line);
      return { send: (text) => line.sent.push(JSON.parse(text) as Request) > 0, close: () => ears.closed() };
    });
    engines.connect();
    lines[0]?.ears.open();
    return { engines, lines };
  }

  it("are started when those that are there have work", () => {
    const { engines, lines } = several();
    engines.free(true).ask({ ask: "hello" });
    expect(lines[0]?.sent).toHaveLength(1);
    engines.ask({ ask: "view", position: "nim(1)" });
    engines.ask({ ask: "view", position: "nim(2)" });
    expect(lines).toHaveLength(3);
    lines[1]?.ears.open();
    expect(lines[1]?.sent).toMatchObject([{ ask: "view", position: "nim(1)" }]);
    for (let more = 0; more < 5; more++) engines.ask({ ask: "hello" });
    expect(lines).toHaveLength(4);
  });

  it("give what was not sent to the first when a server has no place for them", () => {
    const { engines, lines } = several();
    engines.ask({ ask: "view", position: "nim(1)" });
    lines[1]?.ears.closed();
    expect(lines[0]?.sent).toMatchObject([{ ask: "view", position: "nim(1)" }]);
    expect(engines.all).toHaveLength(1);
  });

  it("give what was sent too, if the server closes the line without a word, and try no more", () => {
    const { engines, lines } = several();
    engines.ask({ ask: "view", position: "nim(1)" });
    lines[1]?.ears.open();
    lines[1]?.ears.closed();
    expect(lines[0]?.sent).toMatchObject([{ ask: "view", position: "nim(1)" }]);
    engines.ask({ ask: "view", position: "nim(2)" });
    expect(lines).toHaveLength(2);
  });

  it("do not ask again what ended a line", async () => {
    const { engines, lines } = several();
    const asked = engines.ask({ ask: "view", position: "nim(1)" });
    lines[1]?.ears.open();
    lines[1]?.ears.text(JSON.stringify({ id: lines[1].sent[0]?.id, event: "progress", seconds: 1, steps: 2, bytes: 3 }));
    lines[1]?.ears.closed();
    await expect(asked.done).rejects.toBeInstanceOf(RequestError);
    expect(lines[0]?.sent).toEqual([]);
  });

  it("are greeted before they are asked", () => {
    const { engines, lines } = several();
    engines.greeting = (one) => void one.ask({ ask: "rules", text: "x" });
    engines.ask({ ask: "view", position: "nim(1)" });
    lines[1]?.ears.open();
    expect(lines[1]?.sent.map(({ ask }) => ask)).toEqual(["rules", "view"]);
  });
});
