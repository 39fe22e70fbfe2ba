/** Games by their names in three languages. */
import { signal } from "@preact/signals";
import { language, rulesOf } from ".";
import type { Game } from "../protocol";
import { term } from "./terms";

/** The names in Russian and Polish, which are fetched when the page is shown already. */
const NAMES = signal<Record<string, [ru: string, pl: string]>>({});
void import("./names").then(({ names }) => (NAMES.value = names));

/** All names of a game besides the English ones. */
function namesElsewhere(name: string): string[] {
  return Object.hasOwn(NAMES.value, name) ? (NAMES.value[name] ?? []) : [];
}

/** All words by which a game is searched. */
export function wordsOf(game: Game): string {
  return [game.name, ...game.aliases, ...namesElsewhere(game.name), game.rules, rulesOf(game), game.class, term(game.class)].join(" ");
}

/** The name of a game in the language in use. */
export function gameName(name: string): string {
  const [ru, pl] = namesElsewhere(name);
  const own = { en: undefined, ru, pl }[language.value];
  const text = own ?? name.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
