/** The page's three languages. */
import { effect, signal } from "@preact/signals";
import { en, type Key, type Word } from "./en";
import { pl } from "./pl";
import { ru } from "./ru";
import { load, store } from "../storage";

export const LANGUAGES = { en: "English", ru: "Русский", pl: "Polski" } as const;
export type Language = keyof typeof LANGUAGES;

const WORDS: Record<Language, Record<Key, Word>> = { en, ru, pl };

function preferred(): Language {
  const known = (name: string | null | undefined): name is Language => !!name && name in LANGUAGES;
  const kept = load("language");
  if (known(kept)) return kept;
  const wanted = typeof navigator === "undefined" ? [] : navigator.languages;
  return wanted.map((name) => name.slice(0, 2)).find(known) ?? "en";
}

/** The language in use. */
export const language = signal<Language>(preferred());

const PLURALS = Object.fromEntries(Object.keys(LANGUAGES).map((name) => [name, new Intl.PluralRules(name)]));

/** What the page says in the language in use, `{0}` and so on filled in, in the form that its count asks for. */
export function t(key: Key, ...given: (string | number)[]): string {
  const word: Word = WORDS[language.value][key];
  const form = () => (typeof word === "string" ? word : (word[PLURALS[language.value]?.select(Number(given[word.count ?? 0])) ?? "other"] ?? word.other));
  return form().replace(/\{(\d)\}/g, (_, place) => String(given[Number(place)] ?? ""));
}

export function choose(name: Language): void {
  language.value = name;
  store("language", name);
}

effect(() => {
  if (typeof document !== "undefined") document.documentElement.lang = language.value;
});
