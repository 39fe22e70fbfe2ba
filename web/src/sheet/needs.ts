/** What cells need of each other, as far as their texts tell: the engine knows it exactly. */

export interface Names {
  defines: ReadonlySet<string>;
  uses: ReadonlySet<string>;
}

const DEFINED = /(?:^|[\n;])\s*(?:def\s+)?([\p{L}_]\w*)\s*(?:\([^()]*\))?\s*:=/gu;
const RULES = /^\s*rules\s+(.+?)\s+on\b/gm;
/** Names of the last value: a cell that has one of them needs the cell above. */
const LAST = ["_", "ans"];

/** The names that a text defines and those that it contains. */
export function namesOf(source: string): Names {
  const bare = source.replaceAll(/"[^"]*"|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/g, " ");
  const games = [...bare.matchAll(RULES)].map(([, name = ""]) => name.toLowerCase().replaceAll(/\s+/g, "_"));
  const names = [...bare.matchAll(DEFINED)].map(([, name = ""]) => name);
  return {
    defines: new Set([...names, ...games]),
    uses: new Set([...bare.replaceAll(DEFINED, " ").matchAll(/[\p{L}_]\w*/gu)].map(([name]) => name)),
  };
}

/** For each cell from the top, the places of the cells above that it needs, directly or not. */
export function neededBy(cells: readonly Names[]): Set<number>[] {
  const definers = new Map<string, number[]>();
  cells.forEach(({ defines }, at) => {
    for (const name of defines) definers.set(name, [...(definers.get(name) ?? []), at]);
  });
  const found: Set<number>[] = [];
  for (const [end, { uses }] of cells.entries()) {
    const needed = new Set<number>();
    const seen = new Set<string>();
    const open = [...uses];
    // Functions mean what their names mean where they are called.
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (seen.has(name)) continue;
      seen.add(name);
      const at = LAST.includes(name) ? end - 1 : definers.get(name)?.findLast((place) => place < end);
      if (at === undefined || at < 0 || needed.has(at)) continue;
      needed.add(at);
      open.push(...(cells[at]?.uses ?? []));
      if (LAST.includes(name)) for (const one of found[at] ?? []) needed.add(one);
    }
    found.push(needed);
  }
  return found;
}
