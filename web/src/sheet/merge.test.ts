import { describe, expect, it } from "vitest";
import { merge } from "./merge";

const merged = (base: string, mine: string, theirs: string) => {
  const { sources, conflict } = merge([...base], [...mine], [...theirs]);
  return `${sources.join("")}${conflict ? "!" : ""}`;
};

describe("two changes of one sheet", () => {
  it("are both there if they are in different cells", () => {
    expect(merged("abc", "xbc", "aby")).toBe("xby");
    expect(merged("abc", "aby", "xbc")).toBe("xby");
    expect(merged("abcd", "xbcy", "azcd")).toBe("xzcy");
    expect(merged("abc", "abcd", "xbc")).toBe("xbcd");
    expect(merged("abc", "bc", "abx")).toBe("bx");
  });

  it("are one change if one did nothing, or both the same", () => {
    expect(merged("abc", "abc", "ab")).toBe("ab");
    expect(merged("abc", "ac", "abc")).toBe("ac");
    expect(merged("abc", "xbc", "xbc")).toBe("xbc");
  });

  it("are both kept, and said to be a conflict, if they are in the same cell", () => {
    expect(merged("abc", "xbc", "ybc")).toBe("xybc!");
    expect(merged("abc", "xbcd", "ybc")).toBe("xbcdy!");
  });
});
