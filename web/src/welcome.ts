/** What the engine said when it was met: names, games, limits. */
import { effect, signal } from "@preact/signals";
import { engine } from "./engine";
import type { Game, Name, Welcome } from "./protocol";

export const welcome = signal<Welcome | null>(null);
/** Games that were added by rules files. */
export const added = signal<Game[]>([]);

export function games(): Game[] {
  return [...(welcome.value?.games ?? []), ...added.value];
}

export function names(): Name[] {
  return welcome.value?.names ?? [];
}

/** Asks for it each time that the line opens. */
export function greet(): void {
  effect(() => {
    if (engine.epoch.value === 0) return;
    engine.one({ ask: "hello" }, "welcome").then(
      (found) => (welcome.value = found),
      () => undefined,
    );
  });
}
