/**
 * How long a page takes to be there, and a small value to be answered, in Chromium:
 *
 * node scripts/feel.mjs ADDRESS [ROUNDS]
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const [address, rounds = "5"] = process.argv.slice(2);
const painted = [];
const ready = [];
const answered = [];
for (let round = 0; round < Number(rounds); round++) {
  // Nothing is kept from before.
  const profile = await mkdtemp(join(tmpdir(), "upstar-feel-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    headless: true,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  const page = await context.newPage();
  await page.goto(address);
  await page.locator(".cm-content").first().waitFor();
  painted.push(await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0));
  await page.locator(".offline").waitFor({ state: "detached" });
  ready.push(await page.evaluate(() => performance.now()));
  for (const text of ["{2||1|0} + *3", "^ + 1/2", "{5|3||1} - {2|-1}"]) {
    await page.locator(".cm-content").last().click();
    await page.keyboard.insertText(text);
    // From the key to what is drawn, on the clock of the page.
    const time = await page.evaluate(() => {
      const before = document.querySelectorAll(".answer").length;
      return new Promise((resolve) => {
        let begun = 0;
        addEventListener("keydown", () => (begun = performance.now()), { once: true, capture: true });
        new MutationObserver((_, self) => {
          if (document.querySelectorAll(".answer").length <= before) return;
          self.disconnect();
          requestAnimationFrame(() => resolve(performance.now() - begun));
        }).observe(document.body, { subtree: true, childList: true });
        document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
      });
    });
    answered.push(time);
  }
  await context.close();
  await rm(profile, { recursive: true, force: true });
}
const median = (found) => [...found].sort((one, other) => one - other)[Math.floor(found.length / 2)].toFixed(0);
process.stdout.write(`first paint ${median(painted)} ms, engine ready ${median(ready)} ms, a small value ${median(answered)} ms (most ${Math.max(...answered).toFixed(0)} ms)\n`);
