import { describe, expect, it, vi } from "vitest";
import { AskError, Engine, type Ears } from "./engine";
import type { Request } from "./protocol";

/** An engine on a line of which the test is the other end. */
function pair() {
  const sent: Request[] = [];
  let ears: Ears | undefined;
  const engine = new Engine((given) => {
    ears = given;
    return { send: (text) => sent.push(JSON.parse(text) as Request), close: () => undefined };
  });
  engine.connect();
  return { engine, sent, ears: () => ears as Ears };
}

describe("the engine", () => {
  it("asks when the line is open, and tells events to who asked", async () => {
    const { engine, sent, ears } = pair();
    const heard: string[] = [];
    const asked = engine.ask({ ask: "hello" }, (told) => heard.push(told.event));
    expect(sent).toEqual([]);
    ears().open();
    expect(sent).toEqual([{ id: 1, ask: "hello" }]);
    ears().text(JSON.stringify({ id: 1, event: "progress", seconds: 1, steps: 2, bytes: 3 }));
    ears().text(JSON.stringify({ id: 7, event: "done" }));
    ears().text(JSON.stringify({ id: 1, event: "done" }));
    await asked.done;
    expect(heard).toEqual(["progress"]);
  });

  it("stops by a request of its own", () => {
    const { engine, sent, ears } = pair();
    ears().open();
    const asked = engine.ask({ ask: "hello" });
    asked.stop();
    expect(sent[1]).toEqual({ id: 2, ask: "stop", of: 1 });
  });

  it("fails what was asked when the line breaks, and opens it again", async () => {
    vi.useFakeTimers();
    const { engine, ears } = pair();
    ears().open();
    const asked = engine.ask({ ask: "hello" });
    const broken = expect(asked.done).rejects.toBeInstanceOf(AskError);
    ears().closed();
    await broken;
    expect(engine.online.value).toBe(false);
    vi.advanceTimersByTime(300);
    ears().open();
    expect(engine.epoch.value).toBe(2);
    vi.useRealTimers();
  });

  it("gives the fault of a question", async () => {
    const { engine, ears } = pair();
    ears().open();
    const asked = engine.one({ ask: "view", position: "nix" }, "viewed");
    ears().text(JSON.stringify({ id: 1, event: "failed", message: "no game", from: 0, to: 3 }));
    await expect(asked).rejects.toMatchObject({ fault: { message: "no game", from: 0, to: 3 } });
  });
});
