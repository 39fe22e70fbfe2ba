import { describe, expect, it } from "vitest";
import { namesOf, neededBy } from "./needs";

const needed = (...sources: string[]) => neededBy(sources.map(namesOf)).map((places) => [...places].sort());

describe("what cells need", () => {
  it("are the cells above that define what they name, and what those need", () => {
    expect(needed("a := 1", "b := a + 1", "2 + 2", "b")).toEqual([[], [0], [], [0, 1]]);
    expect(needed("f(n) := g(n)", "g(n) := n", "f(3)")).toEqual([[], [], [0, 1]]);
  });

  it("is the last definition above", () => {
    expect(needed("a := 1", "a := 2", "a", "a := 3")).toEqual([[], [], [1], []]);
  });

  it("is the cell above where the last value is meant", () => {
    expect(needed("a := 1", "a + 1", "_ + 1")).toEqual([[], [0], [0, 1]]);
  });

  it("is not in texts and comments", () => {
    expect(needed("xo := 1", 'clobber("xo") // xo')).toEqual([[], []]);
  });

  it("is a game that a cell defines", () => {
    expect(needed('rules Big Kayles on strip ".#"\nend', "big_kayles(3)")).toEqual([[], [0]]);
  });
});
