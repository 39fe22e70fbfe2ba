/** From a click on a board to a move. */
import { differences, journey } from "../parts/board";
import type { Arrow } from "../parts/Picture";
import type { Move, SummandView, View } from "../protocol";

/** A part of a picture of a summand: `0:r1c2`. */
export type Part = string;

/** The parts that a move changes; nothing if the board looks altogether different after it. */
export function changed(before: View[], move: Move): Part[] {
  if (before.length !== move.views.length) return [];
  return before.flatMap((view, summand) => {
    const after = move.views[summand];
    const found = after ? differences(view, after) : null;
    return (found ?? []).map((part) => `${summand}:${part}`);
  });
}

/** What a heap is after a move in it, and which it is; nothing of other moves. */
function heapAfter(before: View[], move: Move): { part: Part; size: number } | null {
  const [only, ...others] = changed(before, move);
  if (!only || others.length > 0) return null;
  const [summand = "", part = ""] = only.split(":");
  const view = move.views[Number(summand)];
  if (view?.view !== "heaps" || !part.startsWith("h")) return null;
  return { part: only, size: Number(view.heaps[Number(part.slice(1))]) };
}

/** The sizes that the first list has more of than the second. */
function without(sizes: number[], less: number[]): number[] {
  const left = [...less];
  return sizes.filter((size) => {
    const at = left.indexOf(size);
    if (at >= 0) left.splice(at, 1);
    return size > 0 && at < 0;
  });
}

/** The pins of a row that a move takes: which of them is one as good as its mirror image. */
function pinsTaken(before: View[], move: Move): Part[][] {
  if (before.length !== move.views.length) return [];
  const differ = before.flatMap((view, at) => (JSON.stringify(view) === JSON.stringify(move.views[at]) ? [] : [at]));
  const summand = differ[0] ?? 0;
  const [one, other] = [before[summand], move.views[summand]];
  if (differ.length !== 1 || one?.view !== "heaps" || other?.view !== "heaps" || one.shape !== "pins") return [];
  const [rows, after] = [one.heaps.map(Number), other.heaps.map(Number)];
  const [row, ...more] = without(rows, after);
  const parts = without(after, rows);
  const [left = 0, right = 0] = parts;
  if (row === undefined || more.length > 0 || parts.length > 2 || left + right >= row) return [];
  return rows.flatMap((size, at) => {
    if (size !== row) return [];
    const from = left === right ? [left] : [left, right];
    return from.map((first) => Array.from({ length: row - left - right }, (_, pin) => `${summand}:h${at}s${first + pin}`));
  });
}

/** The parts that a move touches; of several ways to make it, each. */
function ways(before: View[], move: Move): Part[][] {
  const pins = pinsTaken(before, move);
  if (pins.length > 0) return pins;
  // Of heaps stones are clicked: all from that one up are taken.
  const heap = heapAfter(before, move);
  return [heap ? [`${heap.part}s${heap.size}`] : changed(before, move)];
}

/** The parts that a move is shown to touch. */
export function touched(before: View[], move: Move): Part[] {
  const pins = pinsTaken(before, move)[0];
  if (pins) return pins;
  const heap = heapAfter(before, move);
  const [at = "", part = ""] = heap?.part.split(":") ?? [];
  const view = before[Number(at)];
  if (!heap || view?.view !== "heaps") return changed(before, move);
  // Of tall heaps the rest is not drawn stone by stone.
  const size = Math.min(Number(view.heaps[Number(part.slice(1))]), heap.size + 200);
  return Array.from({ length: Math.max(size - heap.size, 0) }, (_, stone) => `${heap.part}s${heap.size + stone}`);
}

/** The moves that clicks on these parts leave: each of them is touched. */
export function candidates(before: View[], moves: Move[], clicks: Part[]): Move[] {
  return moves.filter((move) => ways(before, move).some((way) => clicks.every((click) => way.includes(click))));
}

/** The move that touches these parts and no others. */
export function whole(before: View[], moves: Move[], clicks: Part[]): Move | undefined {
  return candidates(before, moves, clicks).find((move) => ways(before, move).some((way) => way.length === clicks.length && clicks.every((click) => way.includes(click))));
}

/** The parts that can be clicked next. */
export function live(before: View[], moves: Move[], clicks: Part[]): Set<Part> {
  const found = new Set<Part>();
  for (const move of moves) {
    for (const way of ways(before, move)) {
      if (!clicks.every((click) => way.includes(click))) continue;
      for (const part of way) if (!clicks.includes(part)) found.add(part);
    }
  }
  return found;
}

/** Arrows that are drawn at most: more of them are not told apart. */
const MOST_ARROWS = 24;

/** The ways that pieces go in these moves, by summand; where several moves share one, the class of the first. */
export function arrows(before: View[], moves: Pick<Move, "views">[], classOf: (at: number) => string): Map<number, Arrow[]> {
  const found = new Map<string, [summand: number, arrow: Arrow]>();
  moves.forEach(({ views }, at) => {
    if (views.length !== before.length) return;
    before.forEach((view, summand) => {
      const after = views[summand];
      const way = after && after !== view ? journey(view, after) : null;
      const key = `${summand} ${String(way)}`;
      if (way && !found.has(key)) found.set(key, [summand, { from: way[0], to: way[1], kind: classOf(at) }]);
    });
  });
  const bySummand = new Map<number, Arrow[]>();
  if (found.size > MOST_ARROWS) return bySummand;
  for (const [summand, arrow] of found.values()) bySummand.set(summand, [...(bySummand.get(summand) ?? []), arrow]);
  return bySummand;
}

/** The text of a position from those of its summands. */
export function joined(summands: SummandView[]): string {
  return summands
    .map(({ position, negative }, at) => {
      const minus = negative || position.startsWith("-");
      const bare = position.replace(/^-\s*/, "");
      if (at === 0) return minus ? `-${bare}` : bare;
      return minus ? ` - ${bare}` : ` + ${bare}`;
    })
    .join("");
}
