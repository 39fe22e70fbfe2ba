/** The printed form of a value as a tree that is typeset. */

/** A piece of a typeset value. */
export type Piece =
  | { kind: "text"; text: string }
  | { kind: "word"; text: string }
  | { kind: "fraction"; above: string; below: string }
  | { kind: "bars"; count: number }
  | { kind: "brace"; text: "{" | "}"; depth: number }
  | { kind: "arrow"; text: string }
  | { kind: "star" }
  | { kind: "tiny"; sign: "+" | "−"; of: Piece[] }
  | { kind: "raised"; of: Piece[] };

const ARROWS: Record<string, [one: string, two: string]> = { up: ["↑", "⇑"], down: ["↓", "⇓"] };

/** Where the bracket closes that opens at `open`, or -1. */
function closing(text: string, open: number): number {
  const pairs: Record<string, string> = { "(": ")", "[": "]", "<": ">" };
  const first = text.charAt(open);
  const last = pairs[first];
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text.charAt(at) === first) depth++;
    else if (text.charAt(at) === last && --depth === 0) return at;
  }
  return -1;
}

/** How deep braces are nested at their deepest inside each pair, by where the pair opens. */
function heights(text: string): Map<number, number> {
  const found = new Map<number, number>();
  const open: { at: number; height: number }[] = [];
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    if (letter === "{") open.push({ at, height: 1 });
    else if (letter === "}") {
      const done = open.pop();
      if (!done) continue;
      found.set(done.at, done.height);
      found.set(at, done.height);
      const outer = open[open.length - 1];
      if (outer) outer.height = Math.max(outer.height, done.height + 1);
    }
  }
  return found;
}

/**
 * The pieces of a value: real arrows, fractions one above the other, bars that grow.
 *
 * What is no notation of values stays the text that it is.
 */
export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  const depths = heights(text);
  let at = 0;
  const plain = (letters: string) => {
    const last = found[found.length - 1];
    if (last?.kind === "text") last.text += letters;
    else found.push({ kind: "text", text: letters });
  };
  const arrow = (way: "up" | "down", count: number) => {
    const [one, two] = ARROWS[way] as [string, string];
    const text = count === 1 ? one : count === 2 ? two : one.repeat(count);
    found.push({ kind: "arrow", text });
  };
  /** `<2>` and `[2]` after an arrow are its exponent. */
  const exponent = () => {
    const letter = text.charAt(at);
    if (letter !== "<" && letter !== "[") return;
    const end = closing(text, at);
    if (end < 0) return;
    const inside = pieces(text.slice(at + 1, end));
    const of: Piece[] =
      letter === "["
        ? [{ kind: "text", text: "[" }, ...inside, { kind: "text", text: "]" }]
        : inside;
    found.push({ kind: "raised", of });
    at = end + 1;
  };
  while (at < text.length) {
    const rest = text.slice(at);
    const letter = rest.charAt(0);
    const quotient = /^(\d+)\/(\d+)(?![\d.])/.exec(rest);
    if (quotient && !/[\d.]/.test(text.charAt(at - 1))) {
      found.push({ kind: "fraction", above: quotient[1] ?? "", below: quotient[2] ?? "" });
      at += quotient[0].length;
      continue;
    }
    const small = /^(Tiny|Miny)\(/.exec(rest);
    const end = small ? closing(text, at + 4) : -1;
    if (small && end > 0) {
      const sign = small[1] === "Tiny" ? "+" : "−";
      found.push({ kind: "tiny", sign, of: pieces(text.slice(at + 5, end)) });
      at = end + 1;
      continue;
    }
    const bars = /^\|+/.exec(rest);
    if (bars) {
      found.push({ kind: "bars", count: bars[0].length });
      at += bars[0].length;
      continue;
    }
    if (letter === "{" || letter === "}") {
      found.push({ kind: "brace", text: letter, depth: depths.get(at) ?? 1 });
      at += 1;
      continue;
    }
    if (/^[w\u03c9]\^/.test(rest)) {
      // A power of ω.
      plain("ω");
      at += 2;
      const bracket = text.charAt(at) === "(" ? closing(text, at) : -1;
      const simple = /^-?[\w\u03c9/]+/.exec(text.slice(at));
      if (bracket > 0) {
        found.push({ kind: "raised", of: pieces(text.slice(at + 1, bracket)) });
        at = bracket + 1;
      } else if (simple) {
        found.push({ kind: "raised", of: pieces(simple[0]) });
        at += simple[0].length;
      }
      continue;
    }
    const up = /^(\^+|[↑⇑]+)/.exec(rest);
    if (up) {
      const count = [...up[0]].reduce((sum, sign) => sum + (sign === "⇑" ? 2 : 1), 0);
      at += up[0].length;
      arrow("up", count);
      exponent();
      continue;
    }
    const word = /^[A-Za-zω]\w*/.exec(rest);
    if (word && !/\w/.test(text.charAt(at - 1).replace(/\d/, ""))) {
      const name = word[0];
      if (/^v+$/.test(name)) {
        at += name.length;
        arrow("down", name.length);
        exponent();
      } else if (/^v\d+$/.test(name)) {
        at += 1;
        arrow("down", 1);
      } else if (name === "w") {
        plain("ω");
        at += 1;
      } else {
        found.push({ kind: "word", text: name });
        at += name.length;
      }
      continue;
    }
    const down = /^[↓⇓]+/.exec(rest);
    if (down) {
      const count = [...down[0]].reduce((sum, sign) => sum + (sign === "⇓" ? 2 : 1), 0);
      at += down[0].length;
      arrow("down", count);
      exponent();
      continue;
    }
    if (letter === "*" || letter === "⋆") {
      found.push({ kind: "star" });
      at += 1;
      continue;
    }
    if (rest.startsWith("+-")) {
      plain("±");
      at += 2;
      continue;
    }
    if (letter === "-") plain("−");
    else if (letter === ",") plain(", ");
    else if (letter === "&") plain(" & ");
    else if (letter !== " " || !/[,&]/.test(text.charAt(at - 1) + text.charAt(at + 1))) plain(letter);
    at += 1;
  }
  return found;
}

/** How a value is read aloud. */
export function spoken(text: string): string {
  return text
    .replace(/\+-/g, " plus or minus ")
    .replace(/\|{2,}/g, (bars) => ` ${bars.length} bars `)
    .replace(/\|/g, " bar ")
    .replace(/\^+/g, (ups) => (ups.length === 1 ? " up " : ` ${ups.length} up `))
    .replace(/\bv+(?=\W|\d|$)/g, (downs) => (downs.length === 1 ? " down " : ` ${downs.length} down `))
    .replace(/\*/g, " star ")
    .replace(/-/g, " minus ")
    .replace(/[{}]/g, (brace) => (brace === "{" ? " open " : " close "))
    .replace(/\s+/g, " ")
    .trim();
}
