import { defineConfig } from "vite";

// Names of files are fixed and nothing depends on the machine: the same sources give the same page
// everywhere, which a test checks. `npm run dev` passes on to a server at its usual port.
export default defineConfig({
  base: "./",
  build: {
    outDir: "../crates/serve/page",
    emptyOutDir: true,
    target: "es2022",
    sourcemap: false,
    modulePreload: false,
    // What the page is made of, and its licences.
    license: { fileName: "licenses.txt" },
    rollupOptions: {
      output: {
        entryFileNames: "assets/[name].js",
        chunkFileNames: "assets/[name].js",
        assetFileNames: "assets/[name][extname]",
      },
    },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8017", ws: true } } },
});
