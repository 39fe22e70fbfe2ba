/** The package as other people's programs use it: `node --test test.mjs` beside the built package. */
import assert from "node:assert/strict";
import { test } from "node:test";

const { describe, Engine, evaluate, moves, UpstarError } = await import(process.env.UPSTAR_NPM ?? "upstar");

test("values, pictures and moves", () => {
  assert.equal(evaluate("{1|-1} + *").text, "+-(1*)");
  assert.equal(evaluate("// nothing"), null);
  assert.equal(describe("{2||1|0}").analysis.temperature, "3/4");
  assert.match(describe('domineering("3x3")').svg, /^<svg/);
  const found = moves("nim(1,2,4)", "Left");
  assert.equal(found.moves.length, 7);
  const winning = found.moves.filter(({ result }) => result === "W");
  assert.deepEqual(winning.map(({ position }) => position), ["nim(1,2,3)"]);
});

test("names live in the cells of a sheet", () => {
  const engine = new Engine();
  const cells = [
    { cell: "a", source: "g := {1|*}" },
    { cell: "b", source: "g + g" },
  ];
  const told = engine.ask({ ask: "run", cells, run: null });
  assert.equal(told.filter(({ event, state }) => event === "cell" && state === "done").length, 2);
  engine.free();
});

test("errors say where", () => {
  assert.throws(
    () => evaluate("1 + )"),
    (error) => error instanceof UpstarError && error.fault.from === 4,
  );
});

test("bounds hold", () => {
  assert.throws(
    () => evaluate('domineering("9x9")', { seconds: 0.2 }),
    (error) => error.fault.stopped === "time",
  );
  assert.throws(
    () => evaluate('domineering("9x9")', { bytes: 8e6 }),
    (error) => error.fault.stopped === "memory",
  );
  assert.equal(evaluate("*2 + *3").text, "*");
});

test("functions that call themselves for ever are refused", () => {
  assert.throws(() => evaluate("f(n) := f(n+1)+1; f(0)"), UpstarError);
  assert.equal(evaluate("*2 + *3").text, "*");
});

test("a long sheet takes no more and more memory", () => {
  const engine = new Engine({ bytes: 200e6 });
  let early = 0;
  for (let round = 0; round < 400; round++) {
    const cells = [{ cell: "a", source: `{${round}|{${round % 7}|-${round + 1}}} + {2|-${round}}` }];
    engine.ask({ ask: "run", cells, run: null });
    engine.ask({ ask: "describe", subject: `{${round}|-1} + *${round % 5}` });
    if (round === 100) early = Engine.memory;
  }
  assert.ok(Engine.memory <= early + 4e6, `${early} bytes, then ${Engine.memory}`);
  engine.free();
});

test("more memory than WebAssembly has is refused, and the engine lives", () => {
  assert.throws(
    () => evaluate("[x*y for x from 1 to 20000 for y from 1 to 20000]"),
    (error) => error instanceof UpstarError && error.fault.stopped === "memory",
  );
  assert.equal(evaluate("*2 + *3").text, "*");
});
