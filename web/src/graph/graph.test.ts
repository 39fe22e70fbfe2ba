import { describe, expect, it } from "vitest";
import type { SolvedVertex } from "../protocol";
import { decided, table, winning } from "./solved";

const vertex = (outcome: SolvedVertex["outcome"], remoteness: [number | null, number | null]): SolvedVertex => ({
  name: "a",
  outcome,
  remoteness,
  best: [1, 2],
  x: 0,
  y: 0,
});

describe("a solved graph", () => {
  it("is a table", () => {
    expect(table('vertex,move\n"a, b","say ""x"""\nc,\n')).toEqual([["vertex", "move"], ["a, b", 'say "x"'], ["c", ""]]);
  });

  it("decides vertices one after another, and draws never", () => {
    expect(decided(vertex("N", [3, 3]))).toBe(3);
    expect(decided(vertex("L", [1, 4]))).toBe(4);
    expect(decided(vertex("D", [null, null]))).toBe(Infinity);
  });

  it("shows the moves of those who win", () => {
    expect(winning(vertex("P", [2, 2]))).toEqual([]);
    expect(winning(vertex("L", [1, 2]))).toEqual([1]);
    expect(winning(vertex("N", [1, 1]))).toEqual([1, 2]);
    expect(winning(vertex("NCheck", [1, 1]))).toEqual([2]);
  });
});
