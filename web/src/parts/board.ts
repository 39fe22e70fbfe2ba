/** What boards look like, and how two of them differ. */
import type { GraphEdge, Vertex, View } from "../protocol";

export type Whose = "free" | "wall" | "left" | "right" | "both" | "other";

/** Whose piece a letter is: as in the pictures that the engine draws. */
export function whose(letter: string, game = ""): Whose {
  if (game === "bandit" && letter === "P") return "right";
  if (game === "bandit" && letter === "B") return "left";
  if (letter === "." || letter === " ") return "free";
  if (letter === "#") return "wall";
  if ("xXtTLlb".includes(letter)) return "left";
  if ("oOfFRr".includes(letter)) return "right";
  return letter === "e" ? "both" : "other";
}

/** The cells in which two views of the same shape differ; nothing if their shapes do. */
export function differences(before: View, after: View): string[] | null {
  if (before.view === "board" && after.view === "board") {
    return gridDifferences(before.rows, after.rows);
  }
  if (before.view === "herds" && after.view === "herds") {
    return gridDifferences(before.rows, after.rows);
  }
  if (before.view === "heaps" && after.view === "heaps") {
    if (before.heaps.length !== after.heaps.length) return null;
    return before.heaps.flatMap((heap, at) => (heap === after.heaps[at] ? [] : [`h${at}`]));
  }
  if (before.view === "coins" && after.view === "coins") {
    const count = (coins: [number, number][]) => new Map(coins);
    const [one, other] = [count(before.coins), count(after.coins)];
    const cells = new Set([...one.keys(), ...other.keys()]);
    return [...cells].filter((cell) => one.get(cell) !== other.get(cell)).map((cell) => `c${cell}`);
  }
  if (before.view === "hackenbush" && after.view === "hackenbush") {
    return cut(before.edges, after.edges);
  }
  if (before.view === "graph" && after.view === "graph") {
    // Where vertices are taken the others have other numbers: nothing can be said.
    const same = before.vertices.length === after.vertices.length && before.edges.length === after.edges.length;
    if (!same) return null;
    const look = ({ owner, tokens }: Vertex) => `${owner ?? ""} ${tokens}`;
    return before.vertices.flatMap((vertex, at) => {
      const other = after.vertices[at];
      return other && look(vertex) !== look(other) ? [`v${at}`] : [];
    });
  }
  return null;
}

/** What a part of a view holds: a letter, or a number of things. */
function held(view: View, part: string): string | number {
  const [one = 0, other = 0] = [...part.matchAll(/\d+/g)].map(Number);
  if (view.view === "board") return view.rows[one]?.[other] ?? " ";
  if (view.view === "herds") return Math.abs(view.rows[one]?.[other] ?? 0);
  if (view.view === "coins") return new Map(view.coins).get(one) ?? 0;
  return view.view === "graph" ? (view.vertices[one]?.tokens ?? 0) : 0;
}

/** The parts that a piece goes from and to, where one piece does. */
export function journey(before: View, after: View): [from: string, to: string] | null {
  const parts = (differences(before, after) ?? []).map((part) => ({ part, was: held(before, part), is: held(after, part) }));
  const isBoard = before.view === "board";
  if (!isBoard && parts.length !== 2) return null;
  const found = parts.flatMap((from) => {
    const goes = isBoard ? !["free", "wall"].includes(whose(String(from.was))) : from.was > from.is;
    const ends = parts.filter((to) => to !== from && (isBoard ? to.is === from.was : to.is > to.was));
    return goes ? ends.map((to): [string, string] => [from.part, to.part]) : [];
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

/**
 * The edge that was cut: of those that are gone, the one that hung on what stays. Edges that lie
 * beside it with the same colour are as good.
 */
function cut(before: GraphEdge[], after: GraphEdge[]): string[] | null {
  const name = ({ from, to, colour }: GraphEdge) => `${from} ${to} ${colour ?? ""}`;
  const left = new Map<string, number>();
  for (const edge of after) left.set(name(edge), (left.get(name(edge)) ?? 0) + 1);
  const count = new Map<string, number>();
  for (const edge of before) count.set(name(edge), (count.get(name(edge)) ?? 0) + 1);
  const stays = new Set([0, ...after.flatMap(({ from, to }) => [from, to])]);
  const found = before.flatMap((edge, at) => {
    const gone = (left.get(name(edge)) ?? 0) < (count.get(name(edge)) ?? 0);
    return gone && (stays.has(edge.from) || stays.has(edge.to)) ? [{ part: `e${at}`, name: name(edge) }] : [];
  });
  return new Set(found.map(({ name }) => name)).size === 1 ? found.map(({ part }) => part) : null;
}

function gridDifferences<T extends string | number[]>(before: T[], after: T[]): string[] | null {
  const same = before.length === after.length && before.every((row, at) => row.length === after[at]?.length);
  if (!same) return null;
  const found: string[] = [];
  before.forEach((row, at) => {
    const other = after[at];
    for (let column = 0; column < row.length; column++) {
      if (row[column] !== other?.[column]) found.push(`r${at}c${column}`);
    }
  });
  return found;
}
