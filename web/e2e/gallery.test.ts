import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { serve, site, stage, valueOf, type Server, type Stage } from "./stage";

let folder: string;
let server: Server;
let scene: Stage;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "upstar-gallery-"));
  await writeFile(join(folder, "Hot games.upstar"), "// upstar worksheet 1\n\ng := {2||1|0}\n\ng + g\n");
  server = await serve(0, "--public", "--gallery", folder);
  scene = await stage();
});

afterAll(async () => {
  await scene?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

it.skipIf(site)("opens a sheet of the gallery", async () => {
  const page = await scene.open(server);
  await page.getByRole("button", { name: "Sheet ▾" }).click();
  await page.getByRole("button", { name: "Hot games" }).click();
  expect(await valueOf(page, 1)).toBe("{2||1|0}");
  await expect.poll(() => page.locator(".sheet-title").inputValue()).toBe("Hot games");
  expect(scene.wrong).toEqual([]);
});
