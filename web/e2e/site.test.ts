/** What the page without a server does besides: it is there without a network, and ends its engine. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serve, site, stage, typeCell, valueOf, type Server, type Stage } from "./stage";

describe.skipIf(!site)("the page without a server", () => {
  let server: Server;
  let scene: Stage;

  beforeAll(async () => {
    server = await serve();
    scene = await stage();
  });

  afterAll(async () => {
    await scene?.close();
    await server?.stop();
  });

  it("is there when its host is gone, with the sheet", async () => {
    const page = await scene.open(server);
    await typeCell(page, 1, "{1|-1} + *");
    expect(await valueOf(page, 1)).toBe("+-(1*)");
    await page.waitForTimeout(400);
    await server.stop();
    await page.reload();
    expect(await valueOf(page, 1)).toBe("+-(1*)");
    await page.close();
    server = await serve(server.port);
  });

  it("stops a long computation at once, and knows the sheet then", async () => {
    const page = await scene.open(server);
    await page.getByRole("button", { name: "Sheet ▾" }).click();
    await page.getByRole("button", { name: "New sheet" }).click();
    await typeCell(page, 1, "g := {3|1}");
    expect(await valueOf(page, 1)).toBe("{3|1}");
    await typeCell(page, 2, 'domineering("9x9")');
    await page.locator('[data-cell="2"]').getByRole("button", { name: "Stop" }).click();
    await page.locator('[data-cell="2"] .fault').waitFor();
    await typeCell(page, 2, "g + 1");
    await expect.poll(() => valueOf(page, 2)).toBe("{4|2}");
    await page.close();
  });

  it("outlives what goes too deep", async () => {
    const page = await scene.open(server);
    await typeCell(page, 1, "f(n) := if n == 0 then 0 else 1 + f(n-1); f(100000)");
    await page.locator('[data-cell="1"] .fault').waitFor();
    await typeCell(page, 1, "*2 + *3");
    await expect.poll(() => valueOf(page, 1)).toBe("*");
    await page.close();
  });

  it("lets no script in, and asks nobody", async () => {
    const page = await scene.open(server);
    const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute("content");
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(policy).not.toContain("'unsafe-eval'");
    const ran = await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "globalThis.ran = true";
      document.head.append(script);
      return "ran" in globalThis;
    });
    expect(ran).toBe(false);
    expect(scene.wrong.filter((wrong) => !wrong.includes("Content Security Policy"))).toEqual([]);
    await page.close();
  });
});
