// The types of the protocol, from its schema, which the tests of the engine write.
// `--check` says whether src/protocol.ts is what the schema says.
import { readFile, writeFile } from "node:fs/promises";

const root = new URL("..", import.meta.url);
const schema = JSON.parse(await readFile(new URL("src/protocol.schema.json", root), "utf8"));

const indented = (text) => text.replaceAll("\n", "\n  ");

function comment(text) {
  if (!text) return "";
  const lines = text.split("\n").map((line) => ` * ${line}`.trimEnd());
  return lines.length === 1 ? `/** ${text} */\n` : `/**\n${lines.join("\n")}\n */\n`;
}

function object(node) {
  const required = new Set(node.required ?? []);
  const lines = Object.entries(node.properties ?? {}).map(
    ([name, value]) =>
      `${comment(value.description)}${name}${required.has(name) ? "" : "?"}: ${type(value)};`,
  );
  return lines.length === 0 ? "Record<string, never>" : `{\n  ${indented(lines.join("\n"))}\n}`;
}

/** Everything that a node says: where it says several things, all of them hold. */
function type(node) {
  if (node === true) return "unknown";
  const parts = [];
  if (node.$ref) parts.push(node.$ref.split("/").pop());
  for (const part of node.allOf ?? []) parts.push(type(part));
  if (node.properties) parts.push(object(node));
  for (const several of [node.oneOf, node.anyOf]) {
    if (several) parts.push(`(${[...new Set(several.map(type))].join(" | ")})`);
  }
  if ("const" in node) parts.push(JSON.stringify(node.const));
  if (node.enum) parts.push(node.enum.map((value) => JSON.stringify(value)).join(" | "));
  if (parts.length > 0) return parts.length === 1 ? parts[0] : parts.join(" & ");
  const kinds = [node.type ?? "unknown"].flat().map((kind) => simple(kind, node));
  return kinds.join(" | ");
}

function simple(kind, node) {
  switch (kind) {
    case "integer":
      return "number";
    case "array": {
      if (node.prefixItems) return `[${node.prefixItems.map(type).join(", ")}]`;
      const item = type(node.items ?? true);
      if (node.minItems !== undefined && node.minItems === node.maxItems) {
        return `[${Array(node.minItems).fill(item).join(", ")}]`;
      }
      return /^[\w.]+$/.test(item) ? `${item}[]` : `(${item})[]`;
    }
    case "object":
      return node.additionalProperties ? `Record<string, ${type(node.additionalProperties)}>` : object(node);
    default:
      return kind;
  }
}

/** A union of objects is one that the compiler tells apart by their tags. */
function definition(name, node) {
  return `${comment(node.description)}export type ${name} = ${type(node)};\n`;
}

const { request, event } = schema.properties;
const known = { ...schema.$defs };
const names = Object.keys(known).sort();
const made = names.map((name) => definition(name, known[name]));
for (const [name, node] of [["Request", request], ["Event", event]]) {
  if (!names.includes(name)) made.push(definition(name, node));
}
const types = `// Made from protocol.schema.json by \`npm run types\`: do not edit.\n\n${made.join("\n")}`;

const file = new URL("src/protocol.ts", root);
if (process.argv.includes("--check")) {
  const found = await readFile(file, "utf8").catch(() => "");
  if (found !== types) {
    process.stderr.write("src/protocol.ts is not what src/protocol.schema.json says: npm run types\n");
    process.exit(1);
  }
} else {
  await writeFile(file, types);
}
