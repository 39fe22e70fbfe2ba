/** What one does is in the address and in the history, and is not lost. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { inFirefox, page, perform, scene, server, typeCell, valueOf } from "./stage";

perform();

const goto = (hash: string) => page.evaluate((to) => (location.hash = to), hash);
const sources = (of = page) => of.locator(".cell .editor").allInnerTexts().then((texts) => texts.map((text) => text.trim()));
const position = (of = page) => of.locator(".picture-text").first().innerText();

/** The same address in a new tab. */
async function sent(): Promise<Page> {
  return scene.open(server, page.url().slice(server.address.length));
}

describe("a game that is played", () => {
  it("is in the address: back takes a move back, reload and a link show the game", async () => {
    await goto("#/games?position=nim(1,2,4)");
    await page.getByRole("button", { name: "Play from here" }).click();
    await page.locator('.on-table [data-part="h2s3"]').click();
    await page.locator(".record-moves li").nth(1).waitFor();
    await page.locator(".status", { hasText: "Your move" }).waitFor();
    const first = await position();
    await page.locator(".known .move").first().click();
    await page.locator(".record-moves li").nth(3).waitFor();
    const second = await position();
    const moves = await page.locator(".record-moves li").allInnerTexts();
    await page.reload();
    await expect.poll(position).toBe(second);
    await expect.poll(() => page.locator(".record-moves li").allInnerTexts().then((texts) => texts.length)).toBe(moves.length);
    const other = await sent();
    await expect.poll(() => position(other)).toBe(second);
    await other.close();
    await page.goBack();
    await expect.poll(position).toBe(first);
    await page.goBack();
    await expect.poll(position).toBe("nim(1,2,4)");
    await page.goForward();
    await expect.poll(position).toBe(first);
  });
});

describe("a game that goes another way", () => {
  it("keeps the first way as a variation, which can be chosen again", async () => {
    const variation = page.locator(".variations li");
    const played = () => page.locator(".record-moves code").allInnerTexts();
    await goto("#/games?position=nim(2,3)&play=1&you=both");
    for (const stone of ["h1s2", "h0s1", "h1s1"]) {
      await page.locator(`.on-table [data-part="${stone}"]`).click();
    }
    const first = ["nim(2,2)", "nim(1,2)", "nim(1,1)"];
    await expect.poll(played).toEqual(first);
    await page.getByRole("button", { name: /^Move 1: / }).click();
    await expect.poll(played).toEqual(first.slice(0, 1));
    await page.locator('.on-table [data-part="h1s0"]').click();
    await expect.poll(played).toEqual(["nim(2,2)", "nim(2,0)"]);
    await expect.poll(() => variation.allInnerTexts()).toEqual([expect.stringMatching(/^Move 2.*nim\(1,2\).*nim\(1,1\)$/)]);
    // Both lines are in the address.
    await page.reload();
    await variation.getByRole("button").click();
    await expect.poll(played).toEqual(first);
    await expect.poll(() => variation.allInnerTexts()).toEqual([expect.stringMatching(/^Move 2.*nim\(2,0\)$/)]);
    await page.goBack();
    await expect.poll(played).toEqual(["nim(2,2)", "nim(2,0)"]);
  });
});

describe("a position that is set up", () => {
  it("is in the address and in the history", async () => {
    const text = page.getByLabel("Position", { exact: true });
    await goto("#/games/clobber");
    await text.waitFor();
    await page.locator('.setup [data-part="r1c2"]').click();
    await expect.poll(() => text.inputValue()).toBe('clobber("xoxo|oxx.")');
    await page.waitForTimeout(1100);
    await page.locator('.setup [data-part="r1c3"]').click();
    await expect.poll(() => text.inputValue()).toBe('clobber("xoxo|oxxx")');
    await page.reload();
    await expect.poll(() => text.inputValue()).toBe('clobber("xoxo|oxxx")');
    await page.goBack();
    await expect.poll(() => text.inputValue()).toBe('clobber("xoxo|oxx.")');
  });
});

describe("a graph", () => {
  it("is in the address, with its table as a whole", async () => {
    await goto("#/graphs");
    await page.getByLabel("or paste its text").fill("a b\nb c\n");
    await page.getByRole("button", { name: "Solve" }).click();
    await expect.poll(() => page.locator(".graph .vertex").count()).toBe(3);
    await page.getByLabel("A player who cannot move wins").check();
    await page.locator('.vertex[aria-label^="c: the first player wins"]').waitFor();
    await page.reload();
    await page.locator('.vertex[aria-label^="c: the first player wins"]').waitFor();
    await page.goBack();
    await page.locator('.vertex[aria-label^="c: the second player wins"]').waitFor();
    await page.locator("summary", { hasText: "Table" }).click();
    if (inFirefox) return;
    const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download (CSV)" }).click()]);
    expect((await readFile(await saved.path(), "utf8")).trim().split("\n")).toHaveLength(4);
  });

  it("says why a vertex is won or lost", async () => {
    await page.locator('.vertex[aria-label^="a"]').click();
    await page.locator(".solved dd", { hasText: "The only move leads to a position that the opponent wins." }).waitFor();
    await page.locator('.vertex[aria-label^="b"]').click();
    await page.locator(".solved dd", { hasText: "The move to c leads to a position that the opponent loses." }).waitFor();
  });
});

describe("a range of heaps", () => {
  it("is in the address and in the history", async () => {
    await goto("#/heaps/kayles");
    await page.locator('canvas[aria-label*="1000"]').waitFor();
    await page.getByLabel("Heaps up to").press("ControlOrMeta+a");
    await page.keyboard.type("2000");
    await page.getByRole("button", { name: "Compute" }).click();
    await page.locator('canvas[aria-label*="2000"]').waitFor();
    await page.reload();
    await page.locator('canvas[aria-label*="2000"]').waitFor();
    await page.goBack();
    await page.locator('canvas[aria-label*="1000"]').waitFor();
  });
});

describe("a path of the explorer", () => {
  it("is in the address and in the history", async () => {
    const crumbs = (of = page) => of.locator(".path .crumb").allInnerTexts();
    await goto(`#/explore/${encodeURIComponent("{2||1|0}")}`);
    await page.locator(".side-right .option-button").first().click();
    await expect.poll(() => crumbs()).toEqual(["{2||1|0}", "{1|0}"]);
    await page.locator(".side-left .option-button").first().click();
    await expect.poll(() => crumbs()).toEqual(["{2||1|0}", "{1|0}", "1"]);
    await page.reload();
    await expect.poll(() => crumbs()).toEqual(["{2||1|0}", "{1|0}", "1"]);
    const other = await sent();
    await expect.poll(() => crumbs(other)).toEqual(["{2||1|0}", "{1|0}", "1"]);
    await other.close();
    await page.goBack();
    await expect.poll(() => page.locator('.crumb[aria-current="step"]').innerText()).toBe("{1|0}");
  });
});

describe("a sheet", () => {
  it("has one history of what is typed, deleted and moved", async () => {
    await goto("#/sheet");
    await typeCell(page, 1, "1 + 1");
    await typeCell(page, 2, "2 + 2");
    await valueOf(page, 2);
    const before = await sources();
    await page.locator('[data-cell="1"]').hover();
    await page.locator('[data-cell="1"]').getByRole("button", { name: "Delete" }).click();
    await expect.poll(() => sources()).toEqual(before.slice(1));
    await page.locator('[data-cell="1"] .editor').click();
    await page.keyboard.press("End");
    await page.keyboard.type(" + 3");
    await expect.poll(() => sources()).toEqual(["2 + 2 + 3", ...before.slice(2)]);
    // All of it is undone in the editor, by the keys that undo what is typed.
    await page.keyboard.press("ControlOrMeta+z");
    await expect.poll(() => sources()).toEqual(before.slice(1));
    await page.keyboard.press("ControlOrMeta+z");
    await expect.poll(() => sources()).toEqual(before);
    await page.keyboard.press("ControlOrMeta+y");
    await page.keyboard.press("ControlOrMeta+y");
    await expect.poll(() => sources()).toEqual(["2 + 2 + 3", ...before.slice(2)]);
  });

  it("is the same in two tabs, whichever is changed", async () => {
    const keptText = () => page.evaluate(() => localStorage.getItem(`upstar.sheet.${sessionStorage.getItem("upstar.current")}`) ?? "");
    await expect.poll(keptText).toContain("2 + 2 + 3");
    const other = await scene.open(server);
    await expect.poll(() => sources(other)).toEqual(await sources());
    await typeCell(other, 1, "10");
    await expect.poll(() => sources().then(([first]) => first)).toBe("10");
    await typeCell(page, 2, "20");
    await expect.poll(() => sources(other).then(([, second]) => second)).toBe("20");
    await expect.poll(keptText).toContain('"10","20"');
    await other.close();
  });

  it("has both texts when two tabs change a cell at once", async () => {
    const other = await scene.open(server);
    await expect.poll(() => sources(other)).toEqual(await sources());
    await page.locator('[data-cell="1"] .editor').click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText("11");
    // Before the change is kept, the other tab has kept its own.
    await other.evaluate(() => {
      const name = `upstar.sheet.${sessionStorage.getItem("upstar.current")}`;
      localStorage.setItem(name, (localStorage.getItem(name) ?? "").replace('"10"', '"12"'));
    });
    await expect.poll(() => sources().then((texts) => texts.slice(0, 3))).toEqual(["11", "12", "20"]);
    await page.locator(".note", { hasText: "both texts are kept" }).waitFor();
    await other.close();
  });

  it("is not lost from the list when two tabs make sheets", async () => {
    const other = await scene.open(server);
    for (const [of, name] of [[page, "One"], [other, "Two"]] as const) {
      await of.bringToFront();
      await of.getByRole("button", { name: "Sheet ▾" }).click();
      await of.getByRole("button", { name: "New sheet" }).click();
      // The first cell takes the focus a moment later.
      await of.locator(".cm-focused").waitFor();
      await of.getByLabel("Name of the sheet").fill(name);
      await of.waitForTimeout(400);
    }
    await page.getByRole("button", { name: "Sheet ▾" }).click();
    const names = page.locator(".menu-box .kept button:first-child");
    await expect.poll(() => names.allInnerTexts()).toEqual(expect.arrayContaining(["One", "Two"]));
    await other.reload();
    await expect.poll(() => other.getByLabel("Name of the sheet").inputValue()).toBe("Two");
    await page.reload();
    await expect.poll(() => page.getByLabel("Name of the sheet").inputValue()).toBe("One");
    await other.close();
  });
});

it("had no error, and asked nobody but the server", () => {
  expect(scene.wrong).toEqual([]);
});
