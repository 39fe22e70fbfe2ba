/**
 * Whether the engine as WebAssembly answers as the native one does, byte for byte: expressions of the
 * tests and the manual, positions of the catalogue and around it.
 *
 * node scripts/answers.mjs PACKAGE PROGRAM: the folder of the package for npm, and the example
 * `answers` of crates/sheet.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, program] = process.argv.slice(2).map((path) => resolve(path));
const { Engine } = await import(pathToFileURL(`${folder}/engine.js`).href).then(async (engine) => {
  engine.initSync({ module: readFileSync(`${folder}/engine_bg.wasm`) });
  return engine;
});

/** Answers that tell of the machine: how much memory and time there was. */
const OF_THE_MACHINE = /"(seconds|nanos|secs|steps|bytes|peak_bytes)":[\d.e+-]+/g;

function rows(name) {
  const text = readFileSync(new URL(`../../crates/${name}`, import.meta.url), "utf8");
  return text.split("\n").slice(1).filter((line) => line && !line.startsWith("#")).map((line) => line.split("\t"));
}

const asks = [];
const expression = (source) => asks.push({ ask: "run", cells: [{ cell: "it", source }], run: null });
for (const file of ["cgsuite.tsv", "cgsuite_fresh.tsv", "source.tsv"]) {
  for (const row of rows(`lang/tests/it/data/${file}`)) if (row[1]) expression(row[1]);
}
// Sums and games of small values, by a generator that is the same everywhere.
let seed = 20260101;
const random = (below) => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) % 65536 % below;
const VALUES = ["0", "1", "-2", "1/2", "3/8", "*", "*2", "^", "v*", "{2|-1}", "{1||0|-2}", "{3|*}", "tiny(1)", "^2", "{0,*|0}"];
const pick = () => VALUES[random(VALUES.length)];
for (let i = 0; i < 700; i++) {
  const games = [`${pick()} + ${pick()}`, `{${pick()},${pick()}|${pick()}}`, `-(${pick()}) <= {${pick()}|${pick()}}`, `{${pick()}|${pick()}} - ${pick()}`];
  expression(games[random(4)]);
}
// Large numbers: machine words have half the size there.
for (const text of ["2^100", "3^40 - 1/2^70", "nim(2^40, 2^41-1)", "kayles(10^12)", "nim(4294967296, 1)", "w^w + w*3", "*4294967296 + *4294967297", "(2^64) * (2^64)", "subtraction([1,3])(10^15)", "surreal(1/3)", "1/2^40 + 1/2^41", "0.77(4294967300)"]) expression(text);

const positions = new Set();
const catalogue = spawnSync(program, { input: '{"id":1,"ask":"hello"}\n', maxBuffer: 1 << 28 }).stdout.toString();
const { games, names } = JSON.parse(catalogue.split("\n")[0]);
// How far moves of games that may go on for ever are looked into is a matter of time.
const untimed = new Set();
for (const { example, loopy } of games) {
  positions.add(example);
  if (loopy) untimed.add(example);
}
for (const { example } of names) expression(example);
for (const [name, letters, rows, columns] of [["clobber", "xo.", 3, 3], ["domineering", "#..", 3, 4], ["konane", "xo.", 3, 3], ["snort", "", 0, 0], ["cram", "#..", 3, 4], ["toads_and_frogs", "TF_", 1, 7], ["nogo", "xo..", 3, 3], ["amazons", "x...", 3, 3]]) {
  if (!rows) continue;
  for (let i = 0; i < 60; i++) {
    const row = () => Array.from({ length: columns }, () => letters[random(letters.length)]).join("");
    positions.add(`${name}("${Array.from({ length: rows }, row).join("|")}")`);
  }
}
for (let i = 0; i < 60; i++) {
  positions.add(`nim(${random(9)},${random(30)},${random(50)})`);
  positions.add(`kayles(${random(400)})`);
}
for (const position of positions) {
  asks.push({ ask: "describe", subject: position });
  if (!untimed.has(position)) asks.push({ ask: "moves", position, mover: "Left" });
}

const lines = asks.map((ask, at) => JSON.stringify({ id: at + 1, ...ask }));
const clock = () => Number(process.hrtime.bigint() / 1000n) / 1e6;
const begun = clock();
const native = spawnSync(program, { input: `${lines.join("\n")}\n`, maxBuffer: 1 << 30 });
const between = clock();
if (native.status !== 0) throw new Error(`${program}: ${native.status} ${native.stderr}`);
const engine = new Engine(undefined, 1 << 30);
const told = [];
for (const line of lines) engine.ask(line, (text) => text.includes('"event":"progress"') || told.push(text));
const ended = clock();

const plain = (text) => text.replace(OF_THE_MACHINE, '"$1":0');
const expected = native.stdout.toString().trimEnd().split("\n");
let differ = 0;
for (let at = 0; at < Math.max(expected.length, told.length); at++) {
  const [ours, theirs] = [plain(told[at] ?? ""), plain(expected[at] ?? "")];
  if (ours === theirs) continue;
  if (differ++ < 10) {
    const { id } = JSON.parse(expected[at] ?? told[at]);
    process.stdout.write(`${lines[id - 1]}\n  native ${theirs.slice(0, 400)}\n  page   ${ours.slice(0, 400)}\n`);
  }
}
const counted = `${lines.length} questions (${asks.filter(({ ask }) => ask === "run").length} expressions, ${positions.size} positions)`;
process.stdout.write(`${counted}: ${differ} answers differ; native ${(between - begun).toFixed(1)} s, page ${(ended - between).toFixed(1)} s, ${(Engine.memory() / 1e6).toFixed(0)} MB\n`);
process.exit(differ === 0 && asks.length > 1500 ? 0 : 1);
