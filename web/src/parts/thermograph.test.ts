import { describe, expect, it } from "vitest";
import type { Corner } from "../protocol";
import { labelAt, roomFor, wallAt } from "./Thermograph";

const corner = (x: number, value: string, t: number): Corner => ({ x, value, t, temperature: String(t) });

// {3||2|1}
const mast = corner(0, "9/4", 0.75);
const left = [corner(0, "9/4", 0.75), corner(0.75, "3", 0), corner(0.75, "3", -1)];
const right = [corner(0, "9/4", 0.75), corner(-0.25, "2", 0.5), corner(-0.25, "2", -1)];

describe("the walls of a thermograph", () => {
  it("are straight between their corners", () => {
    expect(wallAt(left, 0.25)).toBeCloseTo(0.5);
    expect(wallAt(right, 0.25)).toBe(-0.25);
    expect(wallAt(left, 9)).toBe(0);
    expect(wallAt(left, -5)).toBe(0.75);
  });

  it("are exact where they are upright or have a corner", () => {
    expect(labelAt(left, 0, mast)).toBe("3");
    expect(labelAt(right, 0.25, mast)).toBe("2");
    expect(labelAt(left, 9, mast)).toBe("9/4");
    expect(labelAt(left, 0.25, mast)).toBe("≈ 2.75");
  });
});

describe("the temperatures beside the axis", () => {
  it("have room, however long they are", () => {
    expect(roomFor(["0", "-1"])).toBe(34);
    expect(roomFor(["-1/128"])).toBeGreaterThan(6 * 6);
    expect(roomFor(["-1/1267650600228229401496703205376"])).toBeLessThan(110);
  });
});
