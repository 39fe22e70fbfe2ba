/** From a click on a board to a move. */
import { differences } from "../parts/board";
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

/** The moves that clicks on these parts leave: each of them is touched. */
export function candidates(before: View[], moves: Move[], clicks: Part[]): Move[] {
  return moves.filter((move) => {
    const parts = changed(before, move);
    return clicks.every((click) => {
      // Of heaps stones are clicked: all from that one up are taken.
      const stone = /^(\d+:h\d+)s(\d+)$/.exec(click);
      if (!stone) return parts.includes(click);
      const heap = heapAfter(before, move);
      return heap !== null && heap.part === stone[1] && heap.size === Number(stone[2]);
    });
  });
}

/** The parts that can be clicked next. */
export function live(before: View[], moves: Move[], clicks: Part[]): Set<Part> {
  const found = new Set<Part>();
  for (const move of candidates(before, moves, clicks)) {
    const heap = heapAfter(before, move);
    if (heap) found.add(`${heap.part}s${heap.size}`);
    else for (const part of changed(before, move)) if (!clicks.includes(part)) found.add(part);
  }
  return found;
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
