import { describe, expect, it } from "vitest";
import type { Event, Request } from "../protocol";
import { BROKEN, Queue, type Reports } from "./queue";

/** A queue, and machines of which the test is the engine. */
function pair() {
  const machines: { reports: Reports; asked: Request[]; ended: boolean }[] = [];
  const replies: Event[] = [];
  let closed = 0;
  const queue = new Queue(
    (reports) => {
      const machine = { reports, asked: [] as Request[], ended: false };
      machines.push(machine);
      return { ask: (text) => machine.asked.push(JSON.parse(text) as Request), end: () => (machine.ended = true) };
    },
    (text) => replies.push(JSON.parse(text) as Event),
    undefined,
    () => closed++,
  );
  const machine = () => machines[machines.length - 1]!;
  return {
    queue,
    replies,
    machines,
    machine,
    closed: () => closed,
    send: (request: Request) => queue.send(JSON.stringify(request)),
    say: (event: Event) => machine().reports.text(JSON.stringify(event)),
  };
}

const run: Request = { id: 1, ask: "run", cells: [{ cell: "a", source: "x := 1" }], run: null };
const view = (id: number): Request => ({ id, ask: "view", position: "nim(1)" });

describe("the queue of a worker", () => {
  it("gives the engine one request at a time, when it is ready", () => {
    const { send, say, machine, replies } = pair();
    send(run);
    send(view(2));
    expect(machine().asked).toEqual([]);
    machine().reports.ready();
    expect(machine().asked).toEqual([run]);
    say({ id: 1, event: "done" });
    expect(machine().asked).toEqual([run, view(2)]);
    expect(replies).toEqual([{ id: 1, event: "done" }]);
  });

  it("ends the worker of what is to stop, and tells the next one the sheet", () => {
    const { send, say, machine, machines, replies } = pair();
    machine().reports.ready();
    send({ id: 1, ask: "rules", text: "mine on strip" });
    say({ id: 1, event: "added", games: [] });
    say({ id: 1, event: "done" });
    send({ ...run, id: 2 });
    send(view(3));
    const late = machine();
    send({ id: 4, ask: "stop", of: 2 });
    expect(late.ended).toBe(true);
    expect(machines.length).toBe(2);
    expect(replies.slice(2)).toEqual([
      { id: 2, event: "failed", message: "interrupted", stopped: "cancelled" },
      { id: 4, event: "done" },
    ]);
    // What the old one still says is not heard.
    late.reports.text(JSON.stringify({ id: 2, event: "done" }));
    expect(replies.length).toBe(4);
    machine().reports.ready();
    say({ id: 0, event: "done" });
    say({ id: 0, event: "done" });
    expect(machine().asked).toEqual([
      { id: 0, ask: "rules", text: "mine on strip" },
      { id: 0, ask: "run", cells: run.cells, run: [] },
      view(3),
    ]);
    expect(replies.length).toBe(4);
  });

  it("stops what waits without ending anything", () => {
    const { send, machine, machines, replies } = pair();
    machine().reports.ready();
    send(run);
    send(view(2));
    send({ id: 3, ask: "stop", of: 2 });
    expect(machines.length).toBe(1);
    expect(replies).toEqual([
      { id: 2, event: "failed", message: "interrupted", stopped: "cancelled" },
      { id: 3, event: "done" },
    ]);
  });

  it("goes on after a machine that broke, and keeps the sheet", () => {
    const { send, say, machine, machines, replies } = pair();
    machine().reports.ready();
    send(run);
    say({ id: 1, event: "done" });
    send(view(2));
    machine().reports.broken();
    expect(replies.at(-1)).toEqual({ id: 2, event: "failed", message: BROKEN, stopped: "memory" });
    expect(machines.length).toBe(2);
    machine().reports.ready();
    expect(machine().asked).toEqual([{ id: 0, ask: "run", cells: run.cells, run: [] }]);
  });

  it("says that no engine can be started, and does not try for ever", () => {
    const { send, machine, machines, closed } = pair();
    send(run);
    machine().reports.broken();
    expect([machines.length, closed(), machine().ended]).toEqual([1, 1, true]);
    machine().reports.ready();
    expect(machine().asked).toEqual([]);
  });

  it("begins anew between two requests when the machine is worn", () => {
    const { send, say, machine, machines } = pair();
    machine().reports.ready();
    send(run);
    machine().reports.worn();
    say({ id: 1, event: "done" });
    expect(machines.length).toBe(2);
  });
});
