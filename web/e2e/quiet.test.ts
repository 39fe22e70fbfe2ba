/** What is shown, and what is not until it is wanted. */
import { describe, expect, it } from "vitest";
import { inFirefox, page, perform, scene, typeCell, valueOf } from "./stage";

perform("", 1280);

const goto = (hash: string) => page.evaluate((to) => (location.hash = to), hash);
const cell = (number: number) => page.locator(`[data-cell="${number}"]`);
const sources = () => page.locator(".cell .editor").allInnerTexts().then((texts) => texts.map((text) => text.trim()));

describe("a cell", () => {
  it("draws the thermograph that is its value", async () => {
    await typeCell(page, 1, "{3||2|1}.Thermograph");
    await cell(1).locator(".thermograph svg").waitFor();
    expect(await cell(1).locator(".facts").count()).toBe(0);
  });

  it("draws the boards of a sum with values", async () => {
    await typeCell(page, 2, 'clobber("xo|ox") + 1/2 - domineering("2x2")');
    await expect.poll(() => cell(2).locator(".summand").count()).toBe(3);
    await expect.poll(() => cell(2).locator(".summand svg").count()).toBe(2);
    await cell(2).locator('.summand [data-text="1/2"]').waitFor();
  });

  it("shows its tools when it has the keyboard or the pointer", async () => {
    await typeCell(page, 2, "2 + 2");
    await valueOf(page, 2);
    await page.mouse.move(5, 400);
    const seen = () => cell(2).locator(".answer-tools").evaluate((tools) => getComputedStyle(tools).opacity);
    await expect.poll(seen).toBe("0");
    await cell(2).locator(".editor").click();
    await page.mouse.move(5, 400);
    await expect.poll(seen).toBe("1");
  });

  it("says its value while one types, if that is known at once", async () => {
    await page.keyboard.press("End");
    await page.keyboard.type(" * 3");
    await cell(2).locator('.live [data-text="8"]').waitFor();
    await page.keyboard.type(" +");
    await expect.poll(() => cell(2).locator(".live").count()).toBe(0);
    expect(await cell(2).locator(".fault").count()).toBe(0);
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText("2 + 2");
    await expect.poll(() => cell(2).getAttribute("class")).not.toContain("cell-stale");
  });

  it("is marked when it has been changed and not run", async () => {
    await page.keyboard.press("End");
    await page.keyboard.type(" + 1");
    await expect.poll(() => cell(2).getAttribute("class")).toContain("cell-stale");
    await page.keyboard.press("Shift+Enter");
    await expect.poll(() => valueOf(page, 2)).toBe("5");
    expect(await cell(2).getAttribute("class")).not.toContain("cell-stale");
  });

  it("closes what is proposed when it is run", async () => {
    await cell(2).locator(".editor").click();
    await page.keyboard.press("End");
    await page.keyboard.type(" + {1|-1}.Mean");
    await page.keyboard.press("Shift+Enter");
    await expect.poll(() => valueOf(page, 2)).toBe("5");
    await page.waitForTimeout(500);
    expect(await page.locator(".cm-tooltip-autocomplete").count()).toBe(0);
  });

  it("goes on in the next line where a bracket is open, and with Alt+Enter", async () => {
    await cell(3).locator(".editor").click();
    await page.keyboard.insertText("[1,");
    await page.keyboard.press("Enter");
    await page.keyboard.insertText("2]");
    await page.keyboard.press("Alt+Enter");
    await page.keyboard.insertText("7");
    await page.keyboard.press("Control+Enter");
    await cell(3).locator('[data-text="7"]').waitFor();
    await expect.poll(() => sources().then((texts) => texts[2])).toBe("[1,\n2]\n7");
  });

  it("has commands when it is selected", async () => {
    const before = await sources();
    // The first Esc may close what was just going to be suggested.
    const leave = async () => {
      await page.keyboard.press("Escape");
      return page.evaluate(() => document.activeElement?.classList.contains("cell"));
    };
    await expect.poll(leave).toBe(true);
    await page.keyboard.press("k");
    await page.keyboard.press("x");
    await expect.poll(sources).toEqual(before.filter((_, at) => at !== 1));
    await expect.poll(leave).toBe(true);
    await page.keyboard.press("z");
    await expect.poll(sources).toEqual(before);
    await expect.poll(leave).toBe(true);
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await page.keyboard.press("Escape");
  });

  it("has a slider where a number is given a name, which what needs it follows", async () => {
    const last = await page.locator(".cell").count();
    await typeCell(page, last, "n := 3");
    await typeCell(page, last + 1, "kayles(n)");
    await cell(last + 1).locator('[data-text="*3"]').waitFor();
    await page.getByRole("slider", { name: "n", exact: true }).focus();
    await page.keyboard.press("ArrowRight");
    await cell(last + 1).locator('[data-text="*"]').waitFor();
    await expect.poll(() => sources().then((texts) => texts[last - 1])).toBe("n := 4");
    await typeCell(page, last, "n := slider(1..5)");
    await cell(last + 1).locator('[data-text="*"]').waitFor();
    const slider = page.getByRole("slider", { name: "n", exact: true });
    expect([await slider.getAttribute("min"), await slider.getAttribute("max")]).toEqual(["1", "5"]);
    await slider.press("ArrowRight");
    await cell(last + 1).locator('[data-text="*2"]').waitFor();
    await expect.poll(() => sources().then((texts) => texts[last - 1])).toBe("n := slider(1..5, 2)");
  });

  it.skipIf(inFirefox)("is printed without tools", async () => {
    await page.emulateMedia({ media: "print" });
    for (const tools of [".top", ".sheet-actions", ".sheet-end", ".cell-tools >> nth=0"]) expect(await page.locator(tools).isVisible()).toBe(false);
    expect(await cell(2).locator(".answer-value").isVisible()).toBe(true);
    await page.emulateMedia({ media: "screen" });
  });
});

describe("the catalogue", () => {
  it("has a picture on each card, in groups that begin with what is known best", async () => {
    await goto("#/games");
    const first = (group: string) => page.getByRole("region", { name: group, exact: true }).locator(".card h3").first().innerText();
    await expect.poll(() => first("Heaps")).toBe("Nim");
    expect(await first("Boards")).toBe("Domineering");
    expect(await first("Graphs")).toBe("Hackenbush");
    await expect.poll(() => page.locator(".card-picture svg").count()).toBeGreaterThan(3);
  });

  it("is searched in three languages", async () => {
    const found = () => page.locator(".card h3").allInnerTexts();
    for (const [text, name] of [["кегли", "Kayles"], ["kręgle", "Kayles"], ["kayl", "Kayles"], ["жабы", "Toads and frogs"]] as const) {
      await page.getByRole("searchbox", { name: "Search" }).fill(text);
      await expect.poll(found).toContain(name);
      expect((await found()).length).toBeLessThan(20);
    }
  });
});

describe("a board that is played on", () => {
  it("has cells of 96 pixels on a wide screen, whose move it is beside it, and the moves", async () => {
    await goto("#/games/clobber?position=clobber(%22xoxo|oxox|xoxo|oxox%22)&play=1");
    const square = page.locator('.on-table [data-part="r0c0"]');
    await square.waitFor();
    const wide = (await square.boundingBox())?.width ?? 0;
    expect(wide).toBeGreaterThan(94);
    const [board, status] = [await page.locator(".on-table").boundingBox(), await page.locator(".status").boundingBox()];
    expect(status?.x ?? 0).toBeGreaterThan((board?.x ?? 0) + (board?.width ?? 0));
  });

  it("stays in sight on a small one, with one row of navigation", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator(".play-settings").scrollIntoViewIfNeeded();
    await page.mouse.move(200, 600);
    await page.mouse.wheel(0, 400);
    expect((await page.locator(".on-table").boundingBox())?.y ?? -1).toBeGreaterThanOrEqual(0);
    expect((await page.locator(".top").boundingBox())?.height ?? 100).toBeLessThan(60);
    await page.setViewportSize({ width: 1280, height: 900 });
  });
});

describe("two games", () => {
  it("are compared by a sign", async () => {
    for (const [one, other, sign] of [["{2||1|0}", "{1|0}", "∥"], ["2", "{1|0}", ">"], ["0", "*+*", "="]] as const) {
      await goto(`#/explore/${encodeURIComponent(one)}?compare=${encodeURIComponent(other)}`);
      await page.locator(".relation b", { hasText: sign }).waitFor();
    }
  });
});

describe("in Russian and Polish", () => {
  it("counts, rules of games and errors are in the language", async () => {
    const choose = (name: string) => page.locator(".top select").selectOption(name);
    await choose("ru");
    await goto("#/games/nim");
    await page.locator(".rules", { hasText: "Кучки камней" }).waitFor();
    await goto("#/games");
    await page.locator(".gallery [role=status]", { hasText: /^\d+ игры?$/ }).waitFor();
    await goto("#/sheet");
    await typeCell(page, 1, "nosuch");
    await cell(1).locator(".fault", { hasText: "нет переменной" }).waitFor();
    await choose("pl");
    await cell(1).locator(".fault", { hasText: "nie ma zmiennej" }).waitFor();
    await choose("en");
  });
});

it("had no error, and asked nobody but the server", () => {
  expect(scene.wrong).toEqual([]);
});
