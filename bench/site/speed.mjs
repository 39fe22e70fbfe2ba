/**
 * The engine as WebAssembly beside the native one, on the same questions, in one run, turn by turn.
 *
 * node bench/site/speed.mjs target/npm target/dist/upstar [ROUNDS]
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, program] = process.argv.slice(2, 4).map((path) => resolve(path));
const rounds = Number(process.argv[4] ?? 5);
const { Engine, initSync } = await import(pathToFileURL(`${folder}/engine.js`).href);
initSync({ module: readFileSync(`${folder}/engine_bg.wasm`) });

/** What is asked: expressions, or the nim values of a game up to a heap. */
const WORK = {
  "domineering 5x5, canonical form": ['domineering("5x5").CanonicalForm'],
  "domineering 4x6": ['domineering("4x6").CanonicalForm'],
  "clobber 4x4, thermograph": ['clobber("xoxo|oxox|xoxo|oxox").Thermograph'],
  "amazons 4x4, who wins": ['amazons("x..o|....|....|o..x").Outcome'],
  "cram 5x5, Grundy value": ['cram("5x5").NimValue'],
  "20 sums of hot games": Array.from({ length: 20 }, (_, i) => `{${i}|-${i + 1}} + {${i + 2}||1|-${i}} + {3|{1|*${i}}}`),
  "nim values of 0.137 to 20,000": { game: "0.137", to: 20000 },
};

/** The same for both: requests to the page's engine, words for the program. */
function asked(work) {
  if (!Array.isArray(work)) {
    const { game, to } = work;
    return { requests: [{ ask: "sequence", game, to }], words: ["heaps", game, "--to", String(to), "--max"] };
  }
  const requests = work.map((source) => ({ ask: "run", cells: [{ cell: "a", source }], run: null }));
  return { requests, words: ["eval", "--plain", ...work] };
}
const seconds = (work) => {
  const begun = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - begun) / 1e9;
};
const median = (found) => found.sort((one, other) => one - other)[Math.floor(found.length / 2)];

/** What it takes the program to begin and end: it is taken off. */
const start = median(Array.from({ length: 9 }, () => seconds(() => spawnSync(program, ["eval", "--plain", "0"]))));
process.stdout.write("| work | native, ms | page, ms | ratio |\n|---|---|---|---|\n");
for (const [name, work] of Object.entries(WORK)) {
  const { requests, words } = asked(work);
  const native = [];
  const page = [];
  for (let round = 0; round < rounds; round++) {
    native.push(seconds(() => {
      const { status, stderr } = spawnSync(program, words, { maxBuffer: 1 << 28 });
      if (status !== 0) throw new Error(`${name}: ${stderr}`);
    }) - start);
    // A sheet of its own each time: nothing is known yet.
    const engine = new Engine();
    const told = [];
    page.push(seconds(() => requests.forEach((request, id) => engine.ask(JSON.stringify({ id, ...request }), (text) => told.push(text)))));
    engine.free();
    const wrong = told.find((text) => /"event":"failed"|"state":"wrong"/.test(text));
    if (wrong) throw new Error(`${name}: ${wrong.slice(0, 300)}`);
  }
  const [ours, theirs] = [median(page), median(native)];
  process.stdout.write(`| ${name} | ${(theirs * 1e3).toFixed(1)} | ${(ours * 1e3).toFixed(1)} | ${(ours / theirs).toFixed(2)} |\n`);
}
