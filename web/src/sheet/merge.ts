/** Two changes of one sheet, made in two tabs. */

export interface Merged {
  sources: string[];
  /** Whether both had changed the same cells: then both are there, the other's below. */
  conflict: boolean;
}

/** Where two lists or texts differ: what lies between their common beginning and their common end. */
export function difference(one: ArrayLike<string>, other: ArrayLike<string>): { from: number; end: number; otherEnd: number } {
  let from = 0;
  while (from < Math.min(one.length, other.length) && one[from] === other[from]) from++;
  let [end, otherEnd] = [one.length, other.length];
  while (end > from && otherEnd > from && one[end - 1] === other[otherEnd - 1]) {
    end--;
    otherEnd--;
  }
  return { from, end, otherEnd };
}

/** The cells after both changes of `base`. */
export function merge(base: readonly string[], mine: readonly string[], theirs: readonly string[]): Merged {
  const own = difference(base, mine);
  const other = difference(base, theirs);
  const isSame = (one: readonly string[], two: readonly string[]) => one.length === two.length && one.every((text, at) => text === two[at]);
  if (isSame(mine, theirs) || isSame(base, theirs)) return { sources: [...mine], conflict: false };
  if (isSame(base, mine)) return { sources: [...theirs], conflict: false };
  const ownText = mine.slice(own.from, own.otherEnd);
  const otherText = theirs.slice(other.from, other.otherEnd);
  if (own.end <= other.from) {
    return { sources: [...base.slice(0, own.from), ...ownText, ...base.slice(own.end, other.from), ...otherText, ...base.slice(other.end)], conflict: false };
  }
  if (other.end <= own.from) {
    return { sources: [...base.slice(0, other.from), ...otherText, ...base.slice(other.end, own.from), ...ownText, ...base.slice(own.end)], conflict: false };
  }
  if (base.length === mine.length && base.length === theirs.length) {
    const both = base.map((text, at) => [text, mine[at] ?? "", theirs[at] ?? ""] as const);
    const conflict = both.some(([text, own, other]) => own !== text && other !== text && own !== other);
    const cells = both.flatMap(([text, own, other]) => (own === text ? [other] : other === text || own === other ? [own] : [own, other]));
    return { sources: cells, conflict };
  }
  const extra = otherText.filter((text) => text.trim() !== "" && !mine.includes(text));
  return { sources: [...mine.slice(0, own.otherEnd), ...extra, ...mine.slice(own.otherEnd)], conflict: true };
}
