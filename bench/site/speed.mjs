/**
 * The engine as WebAssembly beside the native one, on the same questions, in one run, turn by turn.
 *
 * node bench/site/speed.mjs target/npm target/release/examples/answers [ROUNDS]
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, program] = process.argv.slice(2, 4).map((path) => resolve(path));
const rounds = Number(process.argv[4] ?? 5);
const { Engine, initSync } = await import(pathToFileURL(`${folder}/engine.js`).href);
initSync({ module: readFileSync(`${folder}/engine_bg.wasm`) });

const WORK = {
  "domineering 5x5, canonical form": ['domineering("5x5").CanonicalForm'],
  "domineering 4x6": ['domineering("4x6").CanonicalForm'],
  "clobber 4x4, thermograph": ['clobber("xoxo|oxox|xoxo|oxox").Thermograph'],
  "amazons 4x4, who wins": ['amazons("x..o|....|....|o..x").Outcome'],
  "cram 5x5, Grundy value": ['cram("5x5").NimValue'],
  "20 sums of hot games": Array.from({ length: 20 }, (_, i) => `{${i}|-${i + 1}} + {${i + 2}||1|-${i}} + {3|{1|*${i}}}`),
  "sums of day 2, compared": ["[(g+h <= k) for g in [1,^,*2,{1|*}] for h in [-1,v,{0|-1}] for k in [0,*,{1|0}]]"],
  "nim values of 0.137 to 200,000": [],
};
const lines = (name, texts) => {
  if (texts.length === 0) return [JSON.stringify({ id: 1, ask: "sequence", game: name.includes("0.137") ? "0.137" : name, to: 200000 })];
  return texts.map((source) => JSON.stringify({ id: 1, ask: "run", cells: [{ cell: "a", source }], run: null }));
};
const seconds = (work) => {
  const begun = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - begun) / 1e9;
};
const median = (found) => found.sort((one, other) => one - other)[Math.floor(found.length / 2)];

/** What it takes the program to begin and end: it is taken off. */
const start = median(Array.from({ length: 9 }, () => seconds(() => spawnSync(program, { input: "" }))));
process.stdout.write("| work | native, ms | page, ms | ratio |\n|---|---|---|---|\n");
for (const [name, texts] of Object.entries(WORK)) {
  const asked = lines(name, texts);
  const native = [];
  const page = [];
  for (let round = 0; round < rounds; round++) {
    let failed = "";
    native.push(seconds(() => {
      const { stdout } = spawnSync(program, { input: `${asked.join("\n")}\n`, maxBuffer: 1 << 28 });
      if (/"event":"failed"|"state":"wrong"/.test(stdout)) failed = String(stdout).slice(0, 300);
    }) - start);
    // A sheet of its own each time: nothing is known yet.
    const engine = new Engine();
    page.push(seconds(() => asked.forEach((line) => engine.ask(line, () => undefined))));
    engine.free();
    if (failed) throw new Error(`${name}: ${failed}`);
  }
  const [ours, theirs] = [median(page), median(native)];
  process.stdout.write(`| ${name} | ${(theirs * 1e3).toFixed(1)} | ${(ours * 1e3).toFixed(1)} | ${(ours / theirs).toFixed(2)} |\n`);
}
