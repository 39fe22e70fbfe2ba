import { describe, expect, it } from "vitest";
import type { Node } from "../protocol";
import { inOrder, isImpartial } from "./explored";

const node = (subject: string, outcome: Node["outcome"] = null, sensible = true): Node => ({ subject, outcome, sensible });
const subjects = (nodes: Node[]) => nodes.map(({ subject }) => subject);

describe("options", () => {
  it("are in the order in which one counts", () => {
    expect(subjects(inOrder(["nim(10)", "nim(2)", "nim(1)", "nim(0)"].map((text) => node(text)), "both"))).toEqual(["nim(0)", "nim(1)", "nim(2)", "nim(10)"]);
  });

  it("that win come first, then those that are sensible", () => {
    const nodes = [node("1", "N", false), node("2", "N"), node("3", "P"), node("4", "L")];
    expect(subjects(inOrder(nodes, "both"))).toEqual(["3", "2", "4", "1"]);
    expect(subjects(inOrder(nodes, "left"))).toEqual(["3", "4", "2", "1"]);
  });

  it("are listed once if they are the same for both players", () => {
    const explored = (left: string[], right: string[]) => ({ node: node("g"), more: false, left: left.map((text) => node(text)), right: right.map((text) => node(text)) });
    expect(isImpartial(explored(["1", "2"], ["2", "1"]))).toBe(true);
    expect(isImpartial(explored(["1"], ["2"]))).toBe(false);
    expect(isImpartial(explored([], []))).toBe(false);
  });
});
