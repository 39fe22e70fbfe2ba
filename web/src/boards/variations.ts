/** The lines of a game: the one that is played now, and the others that were. */

/** The positions of a line after the first one. */
export type Line = readonly string[];

/** Variations that are kept: the address has all of them. */
const MOST = 8;

const begins = (line: Line, other: Line) => line.every((position, at) => other[at] === position);

/** The variations of a line, those played last first: lines that begin others say nothing besides them. */
export function variations(now: Line, lines: readonly Line[]): Line[] {
  const isNew = (line: Line, at: number) =>
    !begins(line, now) && !lines.some((other, place) => begins(line, other) && (other.length > line.length || place < at));
  return lines.filter(isNew).slice(0, MOST);
}

/** How many positions two lines share. */
export function shared(line: Line, other: Line): number {
  const at = line.findIndex((position, place) => other[place] !== position);
  return at < 0 ? line.length : at;
}
