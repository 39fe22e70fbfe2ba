import { describe, expect, it } from "vitest";
import type { Move, View } from "../protocol";
import { arrows, candidates, changed, joined, live, touched, whole } from "./moves";

const board = (text: string): View => ({ view: "board", rows: text.split("|") });
const heaps = (...sizes: number[]): View => ({ view: "heaps", shape: "heaps", heaps: sizes.map(String) });
const move = (...views: View[]): Move => ({ position: "", views });

describe("a click on a board", () => {
  const before = [board("xo|ox")];
  const moves = [".o|xx", ".x|ox", "xo|x.", "xx|o."].map((after) => move(board(after)));

  it("finds the cells that a move changes", () => {
    expect(moves.map((one) => changed(before, one))).toEqual([
      ["0:r0c0", "0:r1c0"],
      ["0:r0c0", "0:r0c1"],
      ["0:r1c0", "0:r1c1"],
      ["0:r0c1", "0:r1c1"],
    ]);
  });

  it("is narrowed down to one move", () => {
    expect(candidates(before, moves, ["0:r0c0"])).toHaveLength(2);
    expect(candidates(before, moves, ["0:r0c0", "0:r0c1"])).toEqual([moves[1]]);
    expect([...live(before, moves, ["0:r0c0"])]).toEqual(["0:r1c0", "0:r0c1"]);
  });
});

describe("an arrow", () => {
  const ways = (before: View, ...after: View[]) => [...arrows([before], after.map((view) => move(view)), (at) => String(at)).values()].flat().map(({ from, to, kind }) => `${from} ${to} ${kind}`);

  it("goes with the piece that moves, and not with pieces that are placed", () => {
    // Clobber, Konane, Amazons: one that shoots at where it was, and two that share a way.
    expect(ways(board("xo|ox"), board(".x|ox"))).toEqual(["r0c0 r0c1 0"]);
    expect(ways(board("xo.o."), board("....x"))).toEqual(["r0c0 r0c4 0"]);
    expect(ways(board("L..R"), board("#L.R"), board(".L#R"), board("#.LR"))).toEqual(["r0c0 r0c1 0", "r0c0 r0c2 2"]);
    expect(ways(board(".."), board("##"))).toEqual([]);
  });

  it("goes with coins and tokens", () => {
    const coins = (...coins: [number, number][]): View => ({ view: "coins", cells: 5, coins });
    expect(ways(coins([2, 1], [5, 1]), coins([1, 1], [2, 1]))).toEqual(["c5 c1 0"]);
  });
});

describe("a click on a stone", () => {
  const before = [heaps(2, 3), board("..")];
  const moves = [move(heaps(0, 3), board("..")), move(heaps(1, 3), board("..")), move(heaps(2, 1), board("..")), move(heaps(2, 3), board("##"))];

  it("takes it and what is above", () => {
    expect(candidates(before, moves, ["0:h0s1"])).toEqual([moves[1]]);
    expect(candidates(before, moves, ["0:h1s1"])).toEqual([moves[2]]);
    expect(candidates(before, moves, ["0:h1s2"])).toEqual([]);
  });

  it("shows the stones that go", () => {
    expect(touched(before, move(heaps(2, 1), board("..")))).toEqual(["0:h1s1", "0:h1s2"]);
    expect(touched(before, move(heaps(2, 3), board("##")))).toEqual(["1:r0c0", "1:r0c1"]);
  });

  it("is possible where a move is", () => {
    expect([...live(before, moves, [])]).toEqual(["0:h0s0", "0:h0s1", "0:h1s1", "1:r0c0", "1:r0c1"]);
  });
});

describe("a click on a pin", () => {
  const pins = (...sizes: number[]): View => ({ view: "heaps", shape: "pins", heaps: sizes.map(String) });
  // Kayles on four pins beside one: one is taken, or two neighbours.
  const before = [pins(1, 4)];
  const moves = [pins(4), pins(1, 3), pins(1, 1, 2), pins(1, 2), pins(1, 1, 1)].map((after) => move(after));

  it("begins every move that takes it", () => {
    expect(candidates(before, moves, ["0:h1s0"])).toEqual([moves[1], moves[3]]);
    expect(candidates(before, moves, ["0:h1s1"])).toEqual([moves[2], moves[3], moves[4]]);
    expect([...live(before, moves, ["0:h1s1"])].sort()).toEqual(["0:h1s0", "0:h1s2"]);
    expect(candidates(before, moves, ["0:h1s1", "0:h1s2"])).toEqual([moves[4]]);
    expect(candidates(before, moves, ["0:h0s0"])).toEqual([moves[0]]);
  });

  it("takes it alone when it is clicked again", () => {
    expect(whole(before, moves, ["0:h1s1"])).toBe(moves[2]);
    expect(whole(before, moves, ["0:h1s3"])).toBe(moves[1]);
  });

  it("is shown before it is made", () => {
    expect(touched(before, move(pins(1, 1, 1)))).toEqual(["0:h1s1", "0:h1s2"]);
    expect(touched([pins(2, 2)], move(pins(2)))).toEqual(["0:h0s0", "0:h0s1"]);
  });
});

describe("a click on a bush", () => {
  const bush = (...edges: [number, number, "blue" | "red" | "green"][]): View => ({
    view: "hackenbush",
    edges: edges.map(([from, to, colour]) => ({ from, to, colour })),
    places: [],
  });
  const before = [bush([0, 1, "green"], [1, 2, "green"], [1, 4, "red"], [2, 3, "blue"])];

  it("cuts the edge that held what is gone", () => {
    expect(changed(before, move(bush()))).toEqual(["0:e0"]);
    expect(changed(before, move(bush([0, 1, "green"], [1, 2, "green"], [1, 4, "red"])))).toEqual(["0:e3"]);
    expect(changed(before, move(bush([0, 1, "green"], [1, 4, "red"])))).toEqual(["0:e1"]);
  });

  it("cuts one of two that lie beside each other", () => {
    const twins = [bush([0, 1, "green"], [0, 1, "green"], [1, 2, "red"])];
    expect(changed(twins, move(bush([0, 1, "green"], [1, 2, "red"])))).toEqual(["0:e0", "0:e1"]);
  });
});

describe("a token", () => {
  const graph = (...tokens: number[]): View => ({
    view: "graph",
    directed: true,
    vertices: tokens.map((count) => ({ label: "", tokens: count, x: 0, y: 0 })),
    edges: [],
  });

  it("goes from one vertex to another", () => {
    expect(changed([graph(1, 1, 0)], move(graph(1, 0, 1)))).toEqual(["0:v1", "0:v2"]);
  });
});

describe("a sum", () => {
  it("is written with its signs", () => {
    const one = (position: string, negative: boolean) => ({ position, negative, view: board(".") });
    expect(joined([one("kayles(3)", false), one('clobber("xo")', true), one("-col(\".\")", true)])).toBe('kayles(3) - clobber("xo") - col(".")');
  });
});
