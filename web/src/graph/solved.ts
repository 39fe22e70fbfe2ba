/** What is known of a graph that was solved. */
import { t } from "../i18n";
import type { SolvedFile, SolvedVertex } from "../protocol";

/** The first rows of a CSV as the engine writes it. */
export function table(text: string, most = Infinity): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  for (let at = 0; at < text.length && rows.length < most; at++) {
    const letter = text.charAt(at);
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (text.charAt(at + 1) === '"') {
        cell += '"';
        at++;
      } else quoted = false;
    } else if (letter === '"') quoted = true;
    else if (letter === ",") {
      row.push(cell);
      cell = "";
    } else if (letter === "\n") {
      rows.push([...row, cell]);
      row = [];
      cell = "";
    } else if (letter !== "\r") cell += letter;
  }
  if (rows.length < most && (cell !== "" || row.length > 0)) rows.push([...row, cell]);
  return rows;
}

/** When retrograde analysis decides a vertex; never in a draw. */
export function decided(vertex: SolvedVertex): number {
  const known = vertex.remoteness.filter((one): one is number => one !== null && one !== undefined);
  return known.length > 0 ? Math.max(...known) : Infinity;
}

/** The best moves of those who win when they move first. */
export function winning({ outcome, best }: SolvedVertex): number[] {
  const [left, right] = best;
  const found: number[] = [];
  if (typeof left === "number" && ["N", "L", "NHat"].includes(outcome)) found.push(left);
  if (typeof right === "number" && ["N", "R", "NCheck"].includes(outcome)) found.push(right);
  return found;
}

/** Why a vertex has its outcome, where both players have the same moves. */
export function why({ vertices, arcs }: SolvedFile, vertex: number): string | null {
  const one = vertices[vertex];
  if (!one || one.owner || arcs.some(({ colour }) => colour)) return null;
  const moves = new Set(arcs.filter(({ from }) => from === vertex).map(({ to }) => to)).size;
  if (moves === 0) return t("why_end");
  const best = one.best.find((to) => typeof to === "number");
  if (one.outcome === "N") return best === undefined || best === null ? null : t("why_N", vertices[best]?.name ?? "");
  if (one.outcome === "P") return t("why_P", moves);
  return one.outcome === "D" ? t("why_D") : null;
}

/** The vertices that are decided at each step, the draws last. */
export function layers(vertices: readonly SolvedVertex[]): { step: number; vertices: number[] }[] {
  const found = new Map<number, number[]>();
  vertices.forEach((vertex, at) => {
    const step = decided(vertex);
    found.set(step, [...(found.get(step) ?? []), at]);
  });
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([step, vertices]) => ({ step, vertices }));
}

/** The most neighbours that are drawn. */
export const MOST_NEIGHBOURS = 40;

/** A vertex between those before and those behind it, as a graph of its own; and how many there are. */
export function neighbourhood({ vertices, arcs, analysis }: SolvedFile, vertex: number): { part: SolvedFile; all: number } {
  const side = (from: "from" | "to", to: "from" | "to") => [...new Set(arcs.filter((arc) => arc[from] === vertex).map((arc) => arc[to]))].filter((one) => one !== vertex);
  const behind = side("from", "to");
  const before = side("to", "from").filter((one) => !behind.includes(one));
  const half = MOST_NEIGHBOURS / 2;
  const columns = [before.slice(0, Math.max(half, MOST_NEIGHBOURS - behind.length)), [vertex], behind.slice(0, Math.max(half, MOST_NEIGHBOURS - before.length))];
  const number = new Map(columns.flat().map((one, at) => [one, at]));
  const placeOf = (one: number | null) => (one === null ? null : (number.get(one) ?? null));
  const part = columns.flatMap((column, at) =>
    column.flatMap((one, row) => {
      const known = vertices[one];
      const [left, right] = known?.best ?? [null, null];
      return known ? [{ ...known, best: [placeOf(left), placeOf(right)] as [number | null, number | null], x: at * 260, y: (row - (column.length - 1) / 2) * 60 }] : [];
    }),
  );
  const inside = arcs.flatMap((arc) => {
    const [from, to] = [number.get(arc.from), number.get(arc.to)];
    return from === undefined || to === undefined || (arc.from !== vertex && arc.to !== vertex) ? [] : [{ ...arc, from, to }];
  });
  return { part: { analysis, vertices: part, arcs: inside, svg: null, table: null }, all: before.length + behind.length };
}
