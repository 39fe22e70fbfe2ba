import { readdirSync, readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { en } from "./en";
import { pl } from "./pl";
import { ru } from "./ru";
import { PROPERTIES } from "./properties";
import { TERMS } from "./terms";

function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = `${folder}/${name}`;
    if (statSync(path).isDirectory()) return name === "i18n" ? [] : sources(path);
    return [readFileSync(path, "utf8")];
  });
}

describe("the words of the engine", () => {
  it("are said in Russian letters and in Polish", () => {
    for (const [word, { ru, pl }] of [...Object.entries(TERMS), ...Object.entries(PROPERTIES)]) {
      expect(ru, word).toMatch(/^[а-яёА-ЯЁ][а-яёА-ЯЁP, –-]*( on| off)?[а-яё-]*$/);
      expect(pl.trim(), word).not.toBe("");
    }
  });

  it("begin with a capital where they are labels", () => {
    for (const label of Object.values(PROPERTIES).flatMap((labels) => Object.values(labels))) {
      expect(label).toMatch(/^\p{Lu}/u);
    }
  });
});

describe("the words of the page", () => {
  it("are all used", () => {
    const text = sources("src").join("\n");
    const unused = Object.keys(en).filter((key) => !/^(wins|how|ended)_/.test(key) && !new RegExp(`["']${key}["']`).test(text));
    expect(unused).toEqual([]);
  });

  it.each(Object.entries({ ru, pl }))("have their blanks in %s too", (_, words) => {
    const blanks = (text: string) => [...new Set(text.match(/\{\d\}/g) ?? [])].sort();
    for (const [key, text] of Object.entries(en)) {
      const other = blanks(words[key as keyof typeof en]);
      // A language may leave out what its grammar says otherwise, and has nothing of its own.
      expect(blanks(text), key).toEqual(expect.arrayContaining(other));
      expect(words[key as keyof typeof en], key).not.toBe("");
    }
  });
});
