/** What boards look like, and how two of them differ. */
import type { View } from "../protocol";

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
  return null;
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
