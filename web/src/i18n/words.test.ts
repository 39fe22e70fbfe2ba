import { readdirSync, readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { aboutOf, choose, faultText, fetchTexts, rulesOf, t } from ".";
import { en, type Word } from "./en";
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
    const unused = Object.keys(en).filter((key) => !/^(wins|how|ended|why|group|level)_/.test(key) && !new RegExp(`["']${key}["']`).test(text));
    expect(unused).toEqual([]);
  });

  it.each(Object.entries({ ru, pl }))("have their blanks in %s too", (_, words) => {
    const texts = (word: Word) => (typeof word === "string" ? [word] : Object.values(word).filter((one) => typeof one === "string"));
    const blanks = (word: Word) => [...new Set(texts(word).flatMap((text) => text.match(/\{\d\}/g) ?? []))].sort();
    for (const [key, word] of Object.entries<Word>(en)) {
      const other = blanks(words[key as keyof typeof en]);
      // A language may leave out what its grammar says otherwise, and has nothing of its own.
      expect(blanks(word), key).toEqual(expect.arrayContaining(other));
      expect(words[key as keyof typeof en], key).not.toBe("");
    }
  });

  it("agree with their counts", async () => {
    const said = async (name: "en" | "ru" | "pl") => {
      await choose(name);
      return [1, 2, 5, 21].map((count) => t("gamesFound", count));
    };
    expect(await said("ru")).toEqual(["1 игра", "2 игры", "5 игр", "21 игра"]);
    expect(await said("pl")).toEqual(["1 gra", "2 gry", "5 gier", "21 gier"]);
    expect(await said("en")).toEqual(["1 game", "2 games", "5 games", "21 games"]);
  });

  it("say what the engine says, where that is known", async () => {
    await choose("ru");
    await fetchTexts("ru");
    expect(faultText("no variable is called `a`")).toBe("нет переменной `a`");
    expect(faultText("expected an expression, found the end of the line")).toBe("здесь должно быть выражение, а стоит конец строки");
    expect(faultText("something else")).toBe("something else");
    expect(rulesOf({ name: "nim", rules: "Heaps" })).toMatch(/^Кучки/);
    await choose("pl");
    await fetchTexts("pl");
    expect(rulesOf({ name: "nim", rules: "Heaps" })).toMatch(/^Stosy/);
    expect(aboutOf({ name: "Mean", about: "The mean" })).toMatch(/^Średnia/);
    await choose("en");
    expect(rulesOf({ name: "nim", rules: "Heaps" })).toBe("Heaps");
    expect(aboutOf({ name: "Mean", about: "The mean" })).toBe("The mean");
  });
});
