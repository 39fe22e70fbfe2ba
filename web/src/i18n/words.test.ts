import { readdirSync, readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { aboutOf, choose, faultText, fetchTexts, rulesOf, t } from ".";
import { en, type Word } from "./en";
import { faults as plFaults } from "./pl.faults";
import { faults as ruFaults } from "./ru.faults";
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

describe("the sentences of the engine", () => {
  const blanks = (text: string) => [...new Set(text.match(/\{\d\}/g) ?? [])].sort();

  it("are the same in Russian and Polish, in the same order", () => {
    expect(Object.keys(ruFaults)).toEqual(Object.keys(plFaults));
  });

  it.each(Object.entries({ ru: ruFaults, pl: plFaults }))("have their blanks in %s, and none is hidden by one before it", async (name, faults) => {
    await choose(name as "ru" | "pl");
    await fetchTexts(name as "ru" | "pl");
    for (const [sentence, translated] of Object.entries(faults)) {
      expect(blanks(sentence), sentence).toEqual(expect.arrayContaining(blanks(translated)));
      const said = (text: string) => text.replace(/\{(\d)\}/g, "#$1#");
      expect(faultText(said(sentence)), sentence).toBe(said(translated));
    }
    await choose("en");
  });

  it.each([
    ["expected an expression, found the end of the line", "здесь должно быть выражение, а стоит конец строки", "tu powinno być wyrażenie, a jest koniec wiersza"],
    ["the `(` at column 1 is not closed", "скобка `(` в столбце 1 не закрыта", "nawias `(` w kolumnie 1 nie jest zamknięty"],
    ["`Mean` takes no argument, found 1", "`Mean`: нужно аргументов 0, а дано 1", "`Mean`: potrzeba argumentów 0, a podano 1"],
    ["what is divided must be a number, not a game", "нужно число (делимое), а дано: игра", "potrzebna jest liczba (dzielna), a podano: gra"],
    ["expected a list or a set, found an integer", "здесь нужен список или множество, а дано: целое число", "tu potrzebna jest lista lub zbiór, a podano: liczba całkowita"],
    ["expected `wythoff(a,b)`, found 1 argument", "нужно `wythoff(a,b)`, а дан 1 аргумент", "potrzeba `wythoff(a,b)`, a podano 1 argument"],
    [
      "expected a cell (`.`, `#`, `x`, `o`) or a size such as `4x5`, found `?`",
      "нужна клетка (`.`, `#`, `x`, `o`) или размер, например `4x5`, а стоит `?`",
      "potrzebne jest pole (`.`, `#`, `x`, `o`) lub rozmiar, na przykład `4x5`, a jest `?`",
    ],
    [
      "expected a number from 0 to 18446744073709551615; a position is written kayles(n)",
      "нужно число от 0 до 18446744073709551615; позиция записывается kayles(n)",
      "potrzebna jest liczba od 0 do 18446744073709551615; pozycję zapisuje się kayles(n)",
    ],
    [
      "the graph is too large: 500 vertices, and at most 64 vertices can be handled",
      "граф слишком велик: вершин 500, а возможно не больше 64",
      "graf jest za duży: wierzchołków 500, a możliwe jest najwyżej 64",
    ],
    [
      "HeapRuleset(n->[n]) makes a heap of 3 of a heap of 3; heaps must get smaller, so that play ends",
      "HeapRuleset(n->[n]) делает кучку 3 из кучки 3; кучки должны уменьшаться, чтобы партия кончалась",
      "HeapRuleset(n->[n]) robi stos 3 ze stosu 3; stosy muszą maleć, żeby partia się kończyła",
    ],
    [
      "this is defined for short games, and ω is not one: its play has no bound",
      "это определено для коротких игр, а ω — не короткая: партия не ограничена",
      "jest to określone dla gier krótkich, a ω taką nie jest: partia nie jest ograniczona",
    ],
    [
      "expected a letter, or `?` for what was there: a class is no letter, found `[`",
      "нужна буква или `?` (остаётся, что было): класс — не буква; стоит `[`",
      "potrzebna jest litera albo `?` (zostaje to, co było): klasa nie jest literą; jest `[`",
    ],
    [
      "it is not proved that play ends: no measure was found that every move lowers",
      "не доказано, что партия кончается: меры, которую уменьшает каждый ход, не нашлось",
      "nie dowiedziono, że partia się kończy: nie znaleziono miary, którą zmniejsza każdy ruch",
    ],
    [
      "g.csv:3:1: result L for vertex 1, which already has result W; expected one result for each vertex",
      "g.csv:3:1: результат L у вершины 1, а у неё уже результат W; должно быть: один результат у каждой вершины",
      "g.csv:3:1: wynik L u wierzchołka 1, który ma już wynik W; powinno być: jeden wynik dla każdego wierzchołka",
    ],
    [
      "g.csv:1:1: no arcs and no vertices; expected a graph in the format csv",
      "g.csv:1:1: нет ни дуг, ни вершин; должно быть: граф в формате csv",
      "g.csv:1:1: brak łuków i wierzchołków; powinno być: graf w formacie csv",
    ],
    [
      "claimed P, but the move to b leads to a vertex claimed P, so it must be N",
      "заявлено P, но ход к b ведёт к вершине с меткой P, и должно быть N",
      "podano P, ale ruch do b prowadzi do wierzchołka z etykietą P, więc musi to być N",
    ],
    [
      "the root of w with index 3 as an exact finite sum is not defined here",
      "здесь не определено: корень степени 3 из w в виде точной конечной суммы",
      "tu nie jest określone: pierwiastek stopnia 3 z w jako dokładna suma skończona",
    ],
    ["the real root of -1 with index 2 is not defined here", "вещественный корень степени 2 из -1 здесь не определён", "rzeczywisty pierwiastek stopnia 2 z -1 nie jest tu określony"],
  ])("are said in other languages: %s", async (sentence, inRussian, inPolish) => {
    for (const [name, said] of [["ru", inRussian], ["pl", inPolish]] as const) {
      await choose(name);
      await fetchTexts(name);
      expect(faultText(sentence)).toBe(said);
    }
    await choose("en");
  });
});
