import { describe, expect, it } from "vitest";
import { pieces, spoken, type Piece } from "./notation";

/** The pieces as one line, so that a test can be read. */
function shown(found: Piece[]): string {
  return found
    .map((piece) => {
      switch (piece.kind) {
        case "fraction":
          return `(${piece.above}:${piece.below})`;
        case "bars":
          return `<${piece.count}>`;
        case "star":
          return "⋆";
        case "tiny":
          return `${piece.sign}[${shown(piece.of)}]`;
        case "raised":
          return `^[${shown(piece.of)}]`;
        default:
          return piece.text;
      }
    })
    .join("");
}

describe("a value is typeset", () => {
  it.each([
    ["{2||1|0}", "{2<2>1<1>0}"],
    ["-3/4", "−(3:4)"],
    ["9/8v9*8", "(9:8)↓9⋆8"],
    ["^^*", "⇑⋆"],
    ["^3*2", "↑3⋆2"],
    ["vv", "⇓"],
    ["v3*", "↓3⋆"],
    ["^<2>", "↑^[2]"],
    ["^[2]*", "↑^[[2]]⋆"],
    ["^[on]", "↑^[[on]]"],
    ["Tiny(1/2)", "+[(1:2)]"],
    ["2Tiny(2)", "2+[2]"],
    ["Miny(Tiny(2))", "−[+[2]]"],
    ["+-{1,1*}", "±{1, 1⋆}"],
    ["2 & +-1", "2 & ±1"],
    ["a{0||||0|||a|*||*}", "a{0<4>0<3>a<1>⋆<2>⋆}"],
    ["over", "over"],
    ["w^(1/2)+w^w", "ω^[(1:2)]+ω^[ω]"],
    ["1/x", "1/x"],
  ])("%s", (text, wanted) => {
    expect(shown(pieces(text))).toBe(wanted);
  });

  it("gives braces the height of what they hold", () => {
    const braces = pieces("{{1|0}|{0|{1|2}}}").filter((piece) => piece.kind === "brace");
    expect(braces.map((brace) => brace.depth)).toEqual([3, 1, 1, 2, 1, 1, 2, 3]);
  });

  it("keeps what is not closed", () => {
    for (const text of ["{2|", "Tiny(", "^<", "w^(", "}}", "^[", "1/"]) expect(pieces(text).length).toBeGreaterThan(0);
  });

  it("is read aloud", () => {
    expect(spoken("{1|-1}")).toBe("open 1 bar minus 1 close");
    expect(spoken("^^*")).toBe("2 up star");
  });
});
