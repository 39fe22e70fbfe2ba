/** Numbers of cells that a slider changes. */

/** A number in the text of a cell, and what is around it. */
export interface Slid {
  name: string;
  head: string;
  value: number;
  tail: string;
  /** The ends of the slider, where the text says them. */
  range: { low: number; high: number } | null;
}

const NAMED = /^\s*([\p{L}_]\w*)\s*:=\s*/u;
const NUMBER = /^-?\d{1,4}$/;
const SLIDER = /^(slider\s*\(\s*(-?\d{1,9})\s*\.\.\s*(-?\d{1,9}))\s*(?:,\s*(-?\d{1,9}))?\s*\)$/i;

/** What is slid in a cell such as `n := 6` or `n := slider(1..20, 6)`. */
export function slid(source: string): Slid | null {
  const [head = "", name = ""] = NAMED.exec(source) ?? [];
  const text = source.slice(head.length).trim();
  if (name === "") return null;
  if (NUMBER.test(text)) return { name, head, value: Number(text), tail: "", range: null };
  const [, call = "", from = "", to = "", value = from] = SLIDER.exec(text) ?? [];
  const [low, high] = [Number(from), Number(to)];
  return call !== "" && low <= high ? { name, head: `${head}${call}, `, value: Number(value), tail: ")", range: { low, high } } : null;
}
