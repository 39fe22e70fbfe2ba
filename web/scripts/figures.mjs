/**
 * How long the page takes for large things, in milliseconds: `UPSTAR=program node scripts/figures.mjs`;
 * `PAGE=folder` measures a page that is not part of the program yet.
 */
import { spawn } from "node:child_process";
import { readFile, writeFile, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const { UPSTAR = "../target/debug/upstar", CHROMIUM = "/usr/bin/chromium", PAGE } = process.env;
const folder = await mkdtemp(join(tmpdir(), "upstar-figures-"));
const file = join(folder, "large.upstar");
const cells = Array.from({ length: 500 }, (_, at) => (at % 10 === 0 ? `a${at} := {${at + 1}|${at}}` : `a${at - (at % 10)} + ${at % 10}`));
await writeFile(file, `// upstar worksheet 1\n\n${cells.join("\n\n")}\n`);

async function serve(...more) {
  const child = spawn(UPSTAR, ["serve", "--no-open", "--port", "0", ...more], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((resolve) => child.stdout.on("data", (text) => resolve(String(text).trim())));
  return { address, stop: () => child.kill("SIGTERM") };
}

const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });

async function open(address) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  if (PAGE) {
    await page.route("**/assets/*", async (route) => {
      const name = new URL(route.request().url()).pathname.slice(1);
      await route.fulfill({ body: await readFile(join(PAGE, name)), contentType: name.endsWith("css") ? "text/css" : "text/javascript" });
    });
  }
  await page.goto(address);
  return page;
}

/** Milliseconds from now until something is so in the page; looked at before each frame. */
const until = (page, what) =>
  page.evaluate((text) => {
    const begun = performance.now();
    const holds = new Function(`return ${text}`);
    return new Promise((resolve) => {
      const look = () => (holds() ? resolve(Math.round(performance.now() - begun)) : requestAnimationFrame(look));
      look();
    });
  }, what);

const tell = (name, value) => process.stdout.write(`${name.padEnd(44)} ${value}\n`);

{
  const server = await serve(file);
  const begun = Date.now();
  const page = await open(server.address);
  await until(page, `document.querySelectorAll(".cell .answer").length >= 500`);
  tell("500 cells, opened and computed", Date.now() - begun);
  const editor = page.locator('[data-cell="1"]').locator(".cm-content, .still").first();
  await editor.click();
  await page.keyboard.press("End");
  const keys = [];
  for (const key of "  + 0") {
    const pressed = Date.now();
    await page.keyboard.press(key === " " ? "Space" : key);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    keys.push(Date.now() - pressed);
  }
  tell("a key, the slowest of five", Math.max(...keys));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText("a0 := {100|99}");
  await page.keyboard.press("Enter");
  tell("nine dependents", await until(page, `document.querySelector('[data-cell="10"] [data-text="{109|108}"]') !== null`));
  await page.close();
  server.stop();
}
{
  const server = await serve();
  const page = await open(server.address);
  await page.waitForTimeout(500);
  for (const subject of ["nim(20,30)", "nim(200,300)"]) {
    const begun = Date.now();
    await page.evaluate((to) => (location.hash = `#/explore/${encodeURIComponent(to)}`), subject);
    await page.waitForFunction((text) => document.querySelector(".node-main")?.getAttribute("aria-label") === text && document.querySelector(".option-button"), subject);
    tell(`explorer of ${subject}: first options`, Date.now() - begun);
    await page.locator(".option-button .badge").first().waitFor({ timeout: 120_000 });
    tell(`explorer of ${subject}: outcomes`, Date.now() - begun);
    tell(`explorer of ${subject}: nodes of the page`, await page.evaluate(() => document.querySelectorAll("*").length));
  }
  const begun = Date.now();
  await page.evaluate(() => (location.hash = "#/games"));
  await page.locator(".card").first().waitFor();
  tell("the catalogue", Date.now() - begun);
  for (const last of [100_000, 1_000_000]) {
    await page.evaluate(() => (location.hash = "#/heaps/kayles"));
    await page.locator(".facts").first().waitFor();
    await page.locator('.heaps input[type="number"]').fill(String(last));
    const asked = Date.now();
    await page.locator(".heaps .button.primary").click();
    await page.locator(`canvas[aria-label*="${last}"]`).waitFor({ timeout: 120_000 });
    tell(`Kayles, heaps up to ${last}`, Date.now() - asked);
  }
  const sent = await page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => /assets/.test(name)).map(({ name, transferSize, encodedBodySize }) => `${name.split("/").at(-1)} ${encodedBodySize} (${transferSize})`));
  tell("sent", sent.join(", "));
  await page.close();
  server.stop();
}
await browser.close();
