import { describe, expect, it } from "vitest";
import { Sheet } from "./sheet";
import { fromLink, toLink } from "./link";

function filled(...sources: string[]): Sheet {
  const sheet = new Sheet();
  sheet.fill(sources);
  return sheet;
}

describe("a sheet", () => {
  it("inserts, moves and deletes, and takes all of it back", () => {
    const sheet = filled("a := 1", "b := 2");
    const [first, second] = sheet.cells.value;
    const made = sheet.insert(first?.id ?? null, "c := 3");
    expect(sheet.sources).toEqual(["a := 1", "c := 3", "b := 2"]);
    sheet.move(made.id, 1);
    expect(sheet.sources).toEqual(["a := 1", "b := 2", "c := 3"]);
    sheet.remove(second?.id ?? "");
    expect(sheet.sources).toEqual(["a := 1", "c := 3"]);
    sheet.undo();
    sheet.undo();
    sheet.undo();
    expect(sheet.sources).toEqual(["a := 1", "b := 2"]);
    sheet.redo();
    expect(sheet.sources).toEqual(["a := 1", "c := 3", "b := 2"]);
  });

  it("never is without a cell", () => {
    const sheet = filled("1");
    sheet.remove(sheet.cells.value[0]?.id ?? "");
    expect(sheet.sources).toEqual([""]);
  });

  it("takes back what was typed", () => {
    const sheet = filled("1");
    const cell = sheet.cells.value[0];
    if (!cell) throw new Error("a sheet has a cell");
    sheet.remember();
    cell.source.value = "2";
    sheet.undo();
    expect(sheet.sources).toEqual(["1"]);
  });

  it("moves a cell to where it is dropped", () => {
    const sheet = filled("1", "2", "3");
    const [first, , third] = sheet.cells.value;
    sheet.drop(first?.id ?? "", third?.id ?? "");
    expect(sheet.sources).toEqual(["2", "3", "1"]);
  });
});

describe("a link", () => {
  it("holds the sheet", async () => {
    const sheet = { title: "Größe ↑", sources: ["{2||1|0}", 'domineering("4x4")\n^ + *', ""] };
    const link = await toLink(sheet);
    expect(link).toMatch(/^[\w-]+$/);
    expect(await fromLink(link)).toEqual(sheet);
  });

  it("that is broken holds none", async () => {
    for (const text of ["", "x", "AAAA", "%%%", await toLink({ title: "", sources: [] }).then((l) => l.slice(3))]) {
      expect(await fromLink(text)).toBeNull();
    }
  });
});
