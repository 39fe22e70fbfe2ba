/** What the page is on small and on wide screens, in both themes, and for who cannot see it. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { names } from "../src/i18n/names";
import * as polish from "../src/i18n/pl.help";
import * as polishRules from "../src/i18n/pl.rules";
import { PROPERTIES } from "../src/i18n/properties";
import * as russian from "../src/i18n/ru.help";
import * as russianRules from "../src/i18n/ru.rules";
import { TERMS } from "../src/i18n/terms";
import type { Description, Welcome } from "../src/protocol";
import { serve, site, stage, typeCell, type Server, type Stage } from "./stage";

/** Where pictures are put, if they are wanted. */
const shots = process.env["SHOTS"];
const WIDTHS = [360, 900, 1600];

const PLACES: [name: string, hash: string, ready: string][] = [
  ["sheet", "#/sheet", ".thermograph svg"],
  ["explore", `#/explore/${encodeURIComponent('domineering("3x3")')}`, ".side-left .option-button"],
  ["games", "#/games", ".card"],
  ["board", "#/games/clobber", ".known .move-W, .known .move-L"],
  ["bush", "#/games/hackenbush", ".known .thermograph svg, .known .facts"],
  ["graphs", "#/graphs", ".graph .vertex"],
  ["heaps", "#/heaps/kayles", ".facts"],
  ["help", "#/sheet", ".editor"],
  ["keys", "#/sheet", ".editor"],
  ["impartial", `#/explore/${encodeURIComponent("nim(20,30)")}`, ".badge-P"],
  ["compare", `#/explore/${encodeURIComponent("{2||1|0}")}?compare=1`, ".relation"],
  ["played", "#/games/nim?position=nim(2,3,5)&play=1&hints=1&turn=nim(2,3,4)&turn=nim(0,3,4)&line=nim(1,3,5)%0Anim(1,3,2)", ".variations li"],
  ["chosen", `#/games?position=${encodeURIComponent('amazons("x..|..o")')}&play=1`, '.on-table [data-part="r0c0"]'],
  ["play", `#/games?position=${encodeURIComponent('kayles(5) + domineering("3x3") + hackenbush("e(el;r)")')}`, ".on-table svg"],
];

let server: Server;
let axe: string;

beforeAll(async () => {
  server = await serve();
  axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
});

afterAll(async () => {
  await server?.stop();
});

async function show(page: Page, place: string, hash: string, ready: string): Promise<void> {
  await page.evaluate((to) => (location.hash = to), hash);
  if (place === "sheet" && (await page.locator(".answer").count()) === 0) {
    await page.locator(".editor").first().waitFor();
    await typeCell(page, 1, "{3||2|1} + 2^*");
    await page.locator('[data-cell="1"]').getByRole("button", { name: "Details" }).click();
    await typeCell(page, 2, 'clobber("xo|ox") + hackenbush("lrl")');
    await typeCell(page, 3, "1 + nosuchname");
    await page.locator(".fault").waitFor();
  }
  if (place === "help") await page.getByRole("button", { name: "Help" }).click();
  if (place === "keys") {
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  }
  if (place === "graphs") await page.getByRole("button", { name: "Solve" }).click();
  if (place === "play") await page.getByRole("button", { name: "Play from here" }).click();
  await page.locator(ready).first().waitFor();
  if (place === "chosen") {
    await page.locator(ready).click();
    await page.locator(".journey-live").first().waitFor();
  }
}

interface Finding {
  id: string;
  nodes: { target: string[]; failureSummary?: string }[];
}

/** Values of every kind, and those with most properties. */
const SUBJECTS = [
  "0", "3", "1/2", "*3", "^", "{3|1}", "+-1", "{3||2|1}", "{1/2|*}", "{^|*}", "1 + ^", "Tiny(2)", "on", "{0|over}", "dud", "w", "1/w", "Sqrt(2)",
  "'{*|*}'", "*[2[2]32]", '\'{0,*|*}\'.MisereConjugate("dicot")', "[1,2]", "(1,2)", "{1,2}", "1 < 2", '"a"', "kayles(3)", "{3|1}.Outcome",
  "{3|1}.Thermograph", "nim(2,3) + clobber(\"xo\")", "(1/2).OmegaPower", "loopy_nim", "Left", "hackenbush(\"lre\")",
];

describe.skipIf(site)("the words of the engine", () => {
  const ask = async (what: string, fields: object): Promise<unknown[]> => {
    const answer = await fetch(`${server.address}api/${what}`, { method: "POST", body: JSON.stringify(fields) });
    const told: unknown = await answer.json();
    return Array.isArray(told) ? (told as unknown[]) : [];
  };

  it("are translated: rules and names of games, and help, of all that there is", async () => {
    const [hello] = (await ask("hello", {})) as Welcome[];
    const sorted = (of: { name: string }[] = []) => of.map(({ name }) => name).sort();
    const [games, help] = [sorted(hello?.games), sorted(hello?.names)];
    for (const texts of [names, russianRules.rules, polishRules.rules]) expect(Object.keys(texts).sort()).toEqual(games);
    for (const texts of [russian.help, polish.help]) expect(Object.keys(texts).sort()).toEqual(help);
  });

  it("are known as labels in every language", async () => {
    const [hello] = (await ask("hello", {})) as Welcome[];
    const said = new Set<string>((hello?.games ?? []).map((game) => game.class));
    expect(said.size).toBe(5);
    for (const subject of SUBJECTS) {
      for (const { analysis } of (await ask("describe", { subject })) as Description[]) {
        if (analysis?.kind) said.add(analysis.kind);
        for (const { property } of analysis?.properties ?? []) said.add(property);
      }
    }
    expect(said.size).toBeGreaterThan(30);
    expect([...said].filter((word) => !Object.hasOwn(TERMS, word) && !Object.hasOwn(PROPERTIES, word))).toEqual([]);
  });
});

describe.each(["light", "dark"] as const)("in the %s theme", (theme) => {
  let scene: Stage;
  let page: Page;
  beforeAll(async () => {
    scene = await stage(theme);
    page = await scene.open(server);
    await page.locator(".editor").first().waitFor();
  });
  afterAll(async () => {
    await scene?.close();
  });

  it.each(PLACES)("%s fits every screen and has no fault of access", async (place, hash, ready) => {
    await show(page, place, hash, ready);
    for (const wide of WIDTHS) {
      await page.setViewportSize({ width: wide, height: 900 });
      await page.waitForTimeout(60);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(over, `${place} at ${wide}`).toBeLessThanOrEqual(0);
      if (shots) await page.screenshot({ path: `${shots}/${place}-${wide}-${theme}.png`, fullPage: wide === 360 });
    }
    await page.setViewportSize({ width: 900, height: 900 });
    await page.evaluate(`${axe}; undefined`);
    const found = await page.evaluate("axe.run(document).then((found) => found.violations)");
    const wrong = (found as Finding[]).map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ target, failureSummary }) => `${target.join(" ")} ${failureSummary?.split("\n")[1] ?? ""}`).join("; ")}`);
    expect(wrong, place).toEqual([]);
  });

  it("had no error, and asked nobody but the server", () => {
    expect(scene.wrong).toEqual([]);
  });
});
