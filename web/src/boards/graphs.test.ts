import { describe, expect, it } from "vitest";
import { drawing, tidied, viewOf, withEdge, withoutEdge, withoutVertex, withVertex, type GraphView } from "./graphs";

const bush: GraphView = {
  view: "hackenbush",
  edges: [
    { from: 0, to: 1, colour: "blue" },
    { from: 1, to: 2, colour: "red" },
  ],
  places: [[0, 0], [0, 1], [0, 2]],
};

describe("a graph that is set up", () => {
  it("stays what it is", () => {
    expect(viewOf(drawing(bush), bush)).toEqual(bush);
  });

  it("grows", () => {
    const grown = withEdge(withVertex(drawing(bush), [1, -1]), 0, 3, "green");
    expect(viewOf(grown, bush).edges[2]).toEqual({ from: 0, to: 3, colour: "green" });
  });

  it("loses a vertex with its edges", () => {
    const less = withoutVertex(drawing(bush), 1);
    expect(less.edges).toEqual([]);
    expect(tidied(less).vertices).toHaveLength(1);
  });

  it("loses an edge, and what hangs on the ground no more", () => {
    const less = tidied(withoutEdge(drawing(bush), 0));
    expect(less.edges).toEqual([]);
    expect(tidied(withoutEdge(drawing(bush), 1)).vertices).toHaveLength(2);
  });

  it("has a place for every vertex", () => {
    const view: GraphView = { view: "graph", directed: false, vertices: [{ label: "a" }, { label: "b" }] as never, edges: [] };
    const places = drawing(view).places.map(([x, y]) => `${x} ${y}`);
    expect(new Set(places).size).toBe(2);
  });
});
