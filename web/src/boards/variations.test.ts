import { describe, expect, it } from "vitest";
import { shared, variations } from "./variations";

describe("the variations of a line", () => {
  it("are the lines that it does not go on with, each once", () => {
    const [whole, other] = [["a", "b", "c"], ["a", "d"]];
    // Moves were taken back, one after another, and another was made.
    expect(variations(["a"], [whole])).toEqual([whole]);
    expect(variations([], [["a"], whole])).toEqual([whole]);
    expect(variations(other, [["a"], whole])).toEqual([whole]);
    // The first line is chosen again, and goes on.
    expect(variations(whole, [other, whole])).toEqual([other]);
    expect(variations([...whole, "e"], [whole, other, other])).toEqual([other]);
  });

  it("begin where they differ", () => {
    expect(shared(["a", "b", "c"], ["a", "d"])).toBe(1);
    expect(shared(["a"], ["a", "d"])).toBe(1);
  });
});
