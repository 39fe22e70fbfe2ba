/** What the engine said when it was met: names, games, limits. */
import { hasServer } from "#line";
import { signal } from "@preact/signals";
import { engine, faultOf, type Engine } from "./engine";
import type { Fault, Game, Name, Welcome } from "./protocol";
import { load, store } from "./storage";

export const welcome = signal<Welcome | null>(null);
/** Games that were added by rules files. */
export const added = signal<Game[]>([]);

export function games(): Game[] {
  return [...(welcome.value?.games ?? []), ...added.value];
}

export function names(): Name[] {
  return welcome.value?.names ?? [];
}

/** The rules files that were opened, which an engine that is started anew is told again. */
function keptRules(): string[] {
  try {
    const found: unknown = JSON.parse(load("rules") ?? "[]");
    return Array.isArray(found) ? found.filter((text) => typeof text === "string") : [];
  } catch {
    return [];
  }
}

/** Adds games defined by custom rules; what is wrong with them, if something is. */
export async function addRules(text: string): Promise<{ games: Game[]; fault: Fault | null }> {
  try {
    const found = await Promise.all(engine.all.map((one) => one.one({ ask: "rules", text }, "added")));
    const more = found[0]?.games ?? [];
    list(more);
    store("rules", JSON.stringify([...new Set([...keptRules(), text])]));
    return { games: more, fault: null };
  } catch (error) {
    return { games: [], fault: faultOf(error) };
  }
}

/** Rules that cells define, without a server: its engines share them, those of a page do not. */
const defined = new Set<string>();

/** Tells the other engines the rules in a cell. */
export function shareRules(source: string, by: Engine): void {
  if (hasServer) return;
  const lines = source.split("\n");
  lines.forEach((line, at) => {
    const head = /^\s*rules\b(.*)/.exec(line)?.[1];
    if (head === undefined) return;
    const end = head.includes(":") ? at + 1 : lines.findIndex((one, place) => place > at && one.trim() === "end");
    const text = [head, ...lines.slice(at + 1, end < 0 ? undefined : end)].join("\n");
    defined.add(text);
    for (const one of engine.all) if (one !== by) one.ask({ ask: "rules", text }).done.catch(() => undefined);
  });
}

function list(more: Game[]): void {
  const fresh = new Set(more.map(({ name }) => name));
  added.value = [...added.value.filter(({ name }) => !fresh.has(name)), ...more];
}

function meet(found: Welcome): void {
  welcome.value = found;
  // A server for everybody has few places, and no question there takes long.
  engine.most = found.limits.seconds ? 2 : 4;
}

/** What each engine is told and asked when it starts. */
export function greet(): void {
  engine.greeting = (one) => {
    const ignore = () => undefined;
    if (one === engine.first) one.one({ ask: "hello" }, "welcome").then(meet, ignore);
    for (const text of [...keptRules(), ...defined]) one.one({ ask: "rules", text }, "added").then(({ games }) => list(games), ignore);
  };
}
