/** A server and a browser for the tests. */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { chromium, firefox, type BrowserContext, type Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";

const program = process.env["UPSTAR"] ?? "../target/debug/upstar";
const chromiumPath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

/** Whether the tests are of Firefox: any release of it, by WebDriver BiDi, which tells nothing of downloads and print. */
export const inFirefox = process.env["BROWSER"] === "firefox";
const firefoxPath = process.env["FIREFOX"] ?? "/usr/bin/firefox-esr";

/** A folder of a page that was built but is not part of the program yet. */
const built = process.env["PAGE"];

/** A folder with the page that needs no server: it is tested in place of the program's. */
const folder = process.env["SITE"];

/** Whether there is no server behind the page. */
export const site = folder !== undefined;

/** How many times slower the page is to run, as on a busy machine: what a test does not wait for, fails. */
const slower = Number(process.env["SLOWER"] ?? 1);

/** A server, or a host of files, and how it is reached. */
export interface Server {
  address: string;
  port: number;
  stop(): Promise<void>;
}

/** Starts the program; the port 0 is any that is free. */
export async function serve(port = 0, ...more: string[]): Promise<Server> {
  if (folder) return host(folder, port);
  const child = spawn(program, ["serve", "--no-open", "--port", String(port), ...more], { stdio: ["ignore", "pipe", "pipe"] });
  const address = await new Promise<string>((resolve, reject) => {
    let said = "";
    const hear = (text: Buffer) => {
      said += text.toString();
      const found = /http:\/\/[\d.]+:\d+/.exec(said);
      if (found) resolve(found[0]);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`the server ended with ${String(code)}: ${said}`)));
  });
  const stop = () =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null) resolve();
      child.on("exit", () => resolve());
      child.kill("SIGTERM");
    });
  return { address: `${address}/`, port: Number(new URL(address).port), stop };
}

const KINDS: Record<string, string> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
};

/** Hands out the files of a folder somewhere below the root of a host, and does nothing else. */
async function host(from: string, port: number): Promise<Server> {
  const below = "/some/where/";
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const name = normalize(pathname.slice(below.length) || "index.html");
    const found = pathname.startsWith(below) ? readFile(join(from, name)) : Promise.reject(new Error(pathname));
    found.then(
      (content) => response.writeHead(200, { "content-type": KINDS[extname(name)] ?? "application/octet-stream" }).end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const { port: at } = server.address() as AddressInfo;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { address: `http://127.0.0.1:${at}${below}`, port: at, stop };
}

/** A browser with a profile of its own. */
export interface Stage {
  context: BrowserContext;
  /** Everything that went wrong in the page, and every address but the server's. */
  wrong: string[];
  open(server: Server, hash?: string, wide?: number): Promise<Page>;
  close(): Promise<void>;
}

export async function stage(colours: "light" | "dark" = "light"): Promise<Stage> {
  const profile = await mkdtemp(join(tmpdir(), "upstar-page-"));
  const look = { headless: true, colorScheme: colours, locale: "en-GB", viewport: { width: 1200, height: 900 } } as const;
  const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
  const context = inFirefox
    ? await firefox.launchPersistentContext(profile, { ...look, executablePath: firefoxPath, channel: "moz-firefox" })
    : await chromium.launchPersistentContext(profile, { ...look, executablePath: chromiumPath, args });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]).catch(() => undefined);
  if (built) {
    await context.route("**/assets/*", async (route) => {
      const name = new URL(route.request().url()).pathname.slice(1);
      // What the program does not have yet it cannot describe either.
      await route.fulfill({ body: await readFile(join(built, name)), contentType: KINDS[extname(name)] ?? "application/octet-stream" });
    });
  }
  const wrong: string[] = [];
  context.setDefaultTimeout(30_000);
  const homes = new Set<string>();
  context.on("request", (request) => {
    const url = request.url();
    const known = [...homes].some((home) => url.startsWith(home) || url.startsWith(home.replace("http", "ws")));
    if (!known && !/^(data|blob|about|chrome):/.test(url)) wrong.push(`asked for ${url}`);
  });
  return {
    context,
    wrong,
    async open(server, hash = "", wide = 1200) {
      homes.add(server.address);
      const page = await context.newPage();
      // A server that is started anew is not reached for a moment, as Chromium and Firefox say.
      const note = (kind: string, text: string) => {
        if (!/WebSocket connection|establish a connection to the server at ws:/.test(text)) wrong.push(`${kind}: ${text}`);
      };
      page.on("pageerror", (error) => note("error", error.message));
      page.on("console", (message) => message.type() === "error" && note("console", message.text()));
      await page.setViewportSize({ width: wide, height: 900 });
      if (slower > 1) await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: slower });
      await page.goto(server.address + hash);
      if (site) {
        // What is there after the first visit is there without a network.
        await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
        await context.setOffline(true);
      }
      return page;
    },
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** The server, the browser and the page of a file of tests that says `perform`. */
export let server: Server;
export let scene: Stage;
export let page: Page;

/** Opens one page for all tests of a file. */
export function perform(hash = "", wide = 1200): void {
  beforeAll(async () => {
    server = await serve();
    scene = await stage();
    page = await scene.open(server, hash, wide);
  });
  afterAll(async () => {
    await scene?.close();
    await server?.stop();
  });
}

/** Starts the server anew at the same address. */
export async function restart(): Promise<void> {
  server = await serve(server.port);
}

/** Types into a cell of the sheet and runs it. */
export async function typeCell(page: Page, cell: number, text: string): Promise<void> {
  await page.locator(`[data-cell="${cell}"] .editor`).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
  await page.keyboard.press("Enter");
}

/** The value of a cell as text. */
export async function valueOf(page: Page, cell: number): Promise<string> {
  const value = page.locator(`[data-cell="${cell}"] .answer-value [data-text]`).first();
  await value.waitFor();
  return (await value.getAttribute("data-text")) ?? "";
}
