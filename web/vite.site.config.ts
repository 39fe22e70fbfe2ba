/** The page without a server: `cargo xtask site` builds it, with the engine that it has made. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { defaultClientConditions, defineConfig, mergeConfig, type Plugin } from "vite";
import page from "./vite.config";

const engine = resolve(process.env["ENGINE"] ?? "../target/engine");
const folder = resolve(process.env["SITE"] ?? "../target/site");

/** What the page may do: as the server says of its own, and the engine is WebAssembly. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

function policy(): Plugin {
  return {
    name: "policy",
    transformIndexHtml: () => [
      { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: POLICY }, injectTo: "head-prepend" },
      { tag: "meta", attrs: { name: "referrer", content: "no-referrer" }, injectTo: "head" },
    ],
  };
}

/** What serves the page without a network: it names every file, and changes with each of them. */
function offline(): Plugin {
  return {
    name: "offline",
    closeBundle() {
      const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
      const files = entries
        .filter((entry) => entry.isFile() && entry.name !== "sw.js")
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
        .sort();
      const hash = createHash("sha256");
      for (const name of files) hash.update(name).update(readFileSync(join(folder, name)));
      const text = readFileSync("site/sw.js", "utf8")
        .replace("__FILES__", JSON.stringify(["./", ...files.filter((name) => name !== "index.html")]))
        .replace("__VERSION__", JSON.stringify(hash.digest("hex").slice(0, 16)));
      writeFileSync(join(folder, "sw.js"), text);
    },
  };
}

const names = {
  entryFileNames: "assets/[name].js",
  chunkFileNames: "assets/[name].js",
  assetFileNames: "assets/[name][extname]",
};

export default mergeConfig(
  page,
  defineConfig({
    resolve: {
      conditions: ["site", ...defaultClientConditions],
      alias: [
        { find: /^#engine\.wasm$/, replacement: `${engine}/engine_bg.wasm?url` },
        { find: /^#engine$/, replacement: `${engine}/engine.js` },
      ],
    },
    worker: { format: "es", rollupOptions: { output: names } },
    build: { outDir: folder },
    plugins: [policy(), offline()],
  }),
);
