/** Graphs that are set up by hand. */
import type { Colour, GraphEdge, Player, Vertex, View } from "../protocol";

export type GraphView = Extract<View, { view: "graph" | "hackenbush" }>;

/** A graph with places, whatever the game: vertex 0 of a bush is the ground. */
export interface Drawing {
  vertices: Required<Pick<Vertex, "label" | "tokens">>[];
  owners: (Player | null)[];
  /** Places: lengths of an edge, down is positive. */
  places: [number, number][];
  edges: GraphEdge[];
}

/** What stands in the view, with a place for everything. */
export function drawing(view: GraphView): Drawing {
  if (view.view === "graph") {
    const apart = new Set(view.vertices.map(({ x, y }) => `${x ?? 0} ${y ?? 0}`)).size === view.vertices.length;
    return {
      vertices: view.vertices.map(({ label, tokens }) => ({ label: label ?? "", tokens: tokens ?? 0 })),
      owners: view.vertices.map(({ owner }) => owner ?? null),
      // Where no places were given, a circle has room for all.
      places: view.vertices.map(({ x, y }, at) => (apart ? [x ?? 0, y ?? 0] : round(at, view.vertices.length))),
      edges: view.edges,
    };
  }
  const count = Math.max(0, ...view.edges.flatMap(({ from, to }) => [from, to])) + 1;
  const places = view.places ?? [];
  return {
    vertices: Array.from({ length: count }, () => ({ label: "", tokens: 0 })),
    owners: Array<null>(count).fill(null),
    places: Array.from({ length: count }, (_, at) => {
      const [x, height] = places[at] ?? [at, at > 0 ? 1 : 0];
      return [x, -height];
    }),
    edges: view.edges,
  };
}

function round(at: number, all: number): [number, number] {
  const reach = Math.max(1, all / 5);
  const angle = (2 * Math.PI * at) / Math.max(all, 1);
  return [reach * Math.cos(angle), reach * Math.sin(angle)];
}

/** The view of a drawing. */
export function viewOf(drawn: Drawing, like: GraphView): GraphView {
  if (like.view === "hackenbush") {
    return { view: "hackenbush", edges: drawn.edges, places: drawn.places.map(([x, y]) => [x, -y]) };
  }
  const vertices = drawn.vertices.map(({ label, tokens }, at): Vertex => {
    const [x, y] = drawn.places[at] ?? [0, 0];
    return { label, tokens, x, y, owner: drawn.owners[at] ?? null };
  });
  return { view: "graph", directed: like.directed, vertices, edges: drawn.edges };
}

/** Without a vertex, its edges, and what no other edge holds in a bush. */
export function withoutVertex(drawn: Drawing, vertex: number): Drawing {
  const number = (one: number) => (one > vertex ? one - 1 : one);
  return {
    vertices: drawn.vertices.toSpliced(vertex, 1),
    owners: drawn.owners.toSpliced(vertex, 1),
    places: drawn.places.toSpliced(vertex, 1),
    edges: drawn.edges
      .filter(({ from, to }) => from !== vertex && to !== vertex)
      .map((edge) => ({ ...edge, from: number(edge.from), to: number(edge.to) })),
  };
}

export function withoutEdge(drawn: Drawing, edge: number): Drawing {
  return { ...drawn, edges: drawn.edges.toSpliced(edge, 1) };
}

/** Without what hangs on the ground no more. */
export function tidied(drawn: Drawing): Drawing {
  const held = new Set([0]);
  for (let before = 0; before < held.size; ) {
    before = held.size;
    for (const { from, to } of drawn.edges) {
      if (held.has(from)) held.add(to);
      else if (held.has(to)) held.add(from);
    }
  }
  let next = drawn;
  for (let vertex = drawn.vertices.length - 1; vertex > 0; vertex--) {
    if (!held.has(vertex)) next = withoutVertex(next, vertex);
  }
  return next;
}

export function withVertex(drawn: Drawing, place: [number, number]): Drawing {
  return {
    ...drawn,
    vertices: [...drawn.vertices, { label: "", tokens: 0 }],
    owners: [...drawn.owners, null],
    places: [...drawn.places, place],
  };
}

export function withEdge(drawn: Drawing, from: number, to: number, colour: Colour | null): Drawing {
  return { ...drawn, edges: [...drawn.edges, { from, to, colour }] };
}
