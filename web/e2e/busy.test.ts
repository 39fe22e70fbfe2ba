/** Work that goes on for long holds up nothing else, and is stopped alone. */
import { describe, expect, it } from "vitest";
import { page, perform, scene, serve, site, typeCell, valueOf } from "./stage";

/** What takes longer than a test waits. */
const LONG = 'domineering("10x10").Value';

perform();

const cell = (number: number) => page.locator(`[data-cell="${number}"]`);
const goto = (hash: string) => page.evaluate((to) => (location.hash = to), hash);

describe("while a cell is computed", () => {
  it("others are computed, and what needs it waits", async () => {
    await typeCell(page, 1, `a := ${LONG}`);
    await cell(1).locator(".working", { hasText: " s" }).waitFor();
    await typeCell(page, 2, "2 + 2");
    expect(await valueOf(page, 2)).toBe("4");
    await typeCell(page, 3, "a + 1");
    await cell(3).locator(".working", { hasText: "Waiting" }).waitFor();
    await typeCell(page, 4, "{3|1} + *");
    expect(await valueOf(page, 4)).toBe("{3*|1*}");
    await cell(4).getByRole("button", { name: "Details" }).click();
    await cell(4).locator(".thermograph svg").waitFor();
    await cell(4).getByRole("button", { name: "Details" }).click();
  });

  it("it is not started again by itself or by others", async () => {
    const seconds = async () => Number(/[\d.]+/.exec(await cell(1).locator(".working").innerText())?.[0]);
    const before = await seconds();
    await cell(1).getByRole("button", { name: "Stop" }).waitFor();
    await typeCell(page, 2, "2 + 3");
    await expect.poll(() => valueOf(page, 2)).toBe("5");
    await page.getByRole("button", { name: "Run all" }).click();
    expect(await seconds()).toBeGreaterThanOrEqual(before);
    await expect.poll(seconds).toBeGreaterThan(before + 0.5);
  });

  it("the explorer, boards, heaps and graphs answer", async () => {
    await goto("#/explore/*3");
    await page.locator(".option-button").first().waitFor();
    await goto("#/games?position=nim(1,2)&play=1");
    await page.locator(".known .move").first().waitFor();
    await goto("#/heaps/kayles");
    await page.locator(".facts", { hasText: "12" }).waitFor();
    await goto("#/graphs");
    await page.getByRole("button", { name: "Solve" }).click();
    await page.locator(".graph .vertex").first().waitFor();
    await goto("#/sheet");
    await cell(1).locator(".working").waitFor();
  });

  it("its Stop stops it alone, and what needs it", async () => {
    await typeCell(page, 5, `b := ${LONG} + 1`);
    await cell(5).locator(".working", { hasText: " s" }).waitFor();
    await cell(1).getByRole("button", { name: "Stop" }).click();
    await cell(1).locator(".fault").waitFor();
    await expect.poll(() => cell(3).locator(".working").count()).toBe(0);
    await cell(5).locator(".working").waitFor();
    // What is asked then does not start it again.
    await cell(4).getByRole("button", { name: "Details" }).click();
    await cell(4).locator(".thermograph svg").waitFor();
    await cell(4).getByRole("button", { name: "Details" }).click();
    expect(await cell(1).locator(".working").count()).toBe(0);
  });

  it("Esc and Ctrl+C in it stop it", async () => {
    await cell(5).locator(".editor").click();
    await page.keyboard.press("Control+c");
    await cell(5).locator(".fault").waitFor();
    await page.keyboard.press("Control+Enter");
    await cell(5).locator(".working", { hasText: " s" }).waitFor();
    await page.keyboard.press("Escape");
    await cell(5).locator(".fault").waitFor();
  });

  it("what stands below it in a sheet that is run goes on", async () => {
    await page.getByRole("button", { name: "Sheet ▾" }).click();
    await page.getByRole("button", { name: "New sheet" }).click();
    await typeCell(page, 1, "1 + 1");
    await typeCell(page, 2, "2 + 2");
    await valueOf(page, 2);
    await typeCell(page, 1, LONG);
    await cell(1).locator(".working", { hasText: " s" }).waitFor();
    await page.reload();
    expect(await valueOf(page, 2)).toBe("4");
    await cell(1).getByRole("button", { name: "Stop" }).click();
    await cell(1).locator(".fault").waitFor();
  });
});

it.skipIf(site)("a server with a place for one engine answers all the same", async () => {
  const small = await serve(0, "--clients", "1");
  const other = await scene.open(small, "#/explore/*3");
  await other.locator(".option-button").first().waitFor();
  await other.evaluate(() => (location.hash = "#/games?position=nim(1,2)&play=1"));
  await other.locator(".known .move").first().waitFor();
  await other.evaluate(() => (location.hash = "#/sheet"));
  await typeCell(other, 1, "2 + 2");
  expect(await valueOf(other, 1)).toBe("4");
  await other.close();
  await small.stop();
});

it("had no error, and asked nobody but the server", () => {
  expect(scene.wrong).toEqual([]);
});
