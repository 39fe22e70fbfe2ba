/** What the engine said when it was met: names, games, limits. */
import { effect, signal, untracked } from "@preact/signals";
import { engine, faultOf } from "./engine";
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
export async function addRules(text: string, keep = true): Promise<{ games: Game[]; fault: Fault | null }> {
  try {
    const { games: more } = await engine.one({ ask: "rules", text }, "added");
    const fresh = new Set(more.map(({ name }) => name));
    added.value = [...added.value.filter(({ name }) => !fresh.has(name)), ...more];
    if (keep) store("rules", JSON.stringify([...new Set([...keptRules(), text])]));
    return { games: more, fault: null };
  } catch (error) {
    return { games: [], fault: faultOf(error) };
  }
}

/** Asks for it each time that the line opens. */
export function greet(): void {
  effect(() => {
    if (engine.epoch.value === 0) return;
    untracked(() => {
      engine.one({ ask: "hello" }, "welcome").then(
        (found) => (welcome.value = found),
        () => undefined,
      );
      for (const text of keptRules()) void addRules(text, false);
    });
  });
}
