import { CompletionContext } from "@codemirror/autocomplete";
import { EditorState } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import type { Name } from "../protocol";
import { completer, goesOn } from "./language";

const name = (usage: string): Name => ({ name: /\.(\w+)/.exec(usage)?.[1] ?? usage, usage, about: "", aliases: [], answer: "", example: "" });
const NAMES = [name("g.Mean"), name("list.Sum"), name("map.Keys"), name("x.Text")];
const offered = (text: string) => {
  const offer = completer(() => NAMES, () => [], () => [], (known) => (known === "l" ? "list" : known === "g" ? "hot game" : null));
  return offer(new CompletionContext(EditorState.create({ doc: text }), text.length, true))?.options.map(({ label }) => label);
};

describe("what is suggested", () => {
  it("after a point are the methods of the kind before it", () => {
    expect(offered("g.")).toEqual(["Mean", "Text"]);
    expect(offered("l.S")).toEqual(["Sum", "Text"]);
    expect(offered("[1,2].")).toEqual(["Sum", "Text"]);
    expect(offered("{1|0}.")).toEqual(["Mean", "Text"]);
    expect(offered("f(3).")).toEqual(["Mean", "Sum", "Keys", "Text"]);
  });
});

describe("a cell", () => {
  it("goes on where a bracket is open or rules have no end", () => {
    for (const text of ["{1|", "f(2,", 'rules kayles 2 on strip ".#"']) expect(goesOn(text), text).toBe(true);
    for (const text of ["{1|}", "clobber(\"(\")", "rules nim 2 on heaps; both: n -> n-k", "rules a on strip\nx\nend"]) expect(goesOn(text), text).toBe(false);
  });
});
