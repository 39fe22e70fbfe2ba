/** Large things: what is not looked at costs nothing. How long they take is measured by scripts/figures.mjs. */
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { serve, site, stage, valueOf, type Server, type Stage } from "./stage";

let server: Server;
let scene: Stage;

beforeAll(async () => {
  const file = join(await mkdtemp(join(tmpdir(), "upstar-large-")), "large.upstar");
  await writeFile(file, `// upstar worksheet 1\n\n${Array.from({ length: 500 }, (_, at) => (at === 0 ? "a := {2|1}" : `a + ${at}`)).join("\n\n")}\n`);
  server = await serve(0, file);
  scene = await stage();
});

afterAll(async () => {
  await scene?.close();
  await server?.stop();
});

it.skipIf(site)("opens a sheet of 500 cells, with an editor for the cell that is typed in", async () => {
  const page = await scene.open(server);
  await expect.poll(() => page.locator(".cell .answer").count()).toBe(500);
  expect(await page.locator(".cm-editor").count()).toBeLessThan(3);
  await page.locator('[data-cell="1"] .editor').click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText("a := {3|1}");
  await page.keyboard.press("Enter");
  await page.locator('[data-cell="500"] [data-text="{502|500}"]').waitFor({ state: "attached" });
  expect(await valueOf(page, 2)).toBe("{4|2}");
  await page.close();
});

it("explores heaps of hundreds", async () => {
  const page = await scene.open(server, `#/explore/${encodeURIComponent("nim(200,300)")}`);
  const options = page.locator(".option-button");
  await options.first().locator(".badge-P").waitFor();
  // The same moves for both are listed once, the one that wins first, then as one counts.
  await expect.poll(() => page.locator(".side").count()).toBe(1);
  const subjects = () => options.evaluateAll((all) => all.slice(0, 4).map((one) => one.getAttribute("title")?.split(/, (?=[*0])/)[0]));
  await expect.poll(subjects).toEqual(["nim(200,200)", "nim(0,300)", "nim(1,300)", "nim(2,300)"]);
  expect(await page.locator("*").count()).toBeLessThan(3000);
  const before = await options.count();
  await options.last().scrollIntoViewIfNeeded();
  await expect.poll(() => options.count()).toBeGreaterThan(before);
  await page.close();
});

it("fits a graph of a thousand vertices into its frame, and shows a larger one in layers", async () => {
  const page = await scene.open(server, "#/graphs");
  const solve = (vertices: number) =>
    page.evaluate((count) => {
      const transfer = new DataTransfer();
      const arcs = Array.from({ length: count - 1 }, (_, at) => `${at + 1} ${Math.floor(at / 2)}`);
      transfer.items.add(new File([arcs.join("\n")], "tree.txt"));
      document.querySelector(".graphs")?.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true }));
    }, vertices);
  await solve(1000);
  await expect.poll(() => page.locator(".graph .vertex").count()).toBe(1000);
  const over = await page.locator(".graph-frame").evaluate((frame) => [frame.scrollWidth - frame.clientWidth, frame.scrollHeight - frame.clientHeight]);
  expect(Math.max(...over)).toBeLessThanOrEqual(0);
  await solve(3000);
  await page.locator(".layers tr").nth(3).waitFor();
  await page.getByRole("textbox", { name: "Vertex" }).fill("7");
  await page.locator(".overview").getByRole("button", { name: "Go" }).click();
  await page.locator('.graph .vertex-chosen[aria-label^="7:"]').waitFor();
  await expect.poll(() => page.locator(".graph .vertex").count()).toBe(4);
  await page.close();
});

it("had no error, and asked nobody but the server", () => {
  expect(scene.wrong).toEqual([]);
});
