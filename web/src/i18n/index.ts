/** The page's three languages. Russian and Polish are fetched when they are wanted. */
import { effect, signal } from "@preact/signals";
import { en, type Key, type Word } from "./en";
import { load, store } from "../storage";

export const LANGUAGES = { en: "English", ru: "Русский", pl: "Polski" } as const;
export type Language = keyof typeof LANGUAGES;

/** What the engine says at length, in another language. */
interface Texts {
  /** The rules of games, by their names. */
  rules: Record<string, string>;
  /** What functions, methods and words do, by their names. */
  help: Record<string, string>;
  /** Sentences of the engine, most of them errors, `{0}` and so on for what differs. */
  faults: Record<string, string>;
  /** Those with `{0}` and so on as patterns, and their translations. */
  patterns: [RegExp, string][];
}

const LOADED: Partial<Record<Language, Record<Key, Word>>> = {};
const texts = signal<Partial<Record<Language, Texts>>>({});

async function fetched(name: Language): Promise<void> {
  if (name === "ru") LOADED.ru ??= (await import("./ru")).ru;
  if (name === "pl") LOADED.pl ??= (await import("./pl")).pl;
}

function patternsOf(faults: Record<string, string>): [RegExp, string][] {
  return Object.entries(faults).flatMap(([sentence, translated]): [RegExp, string][] => {
    const literal = sentence.split(/\{\d\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    return literal.length > 1 ? [[new RegExp(`^${literal.join("(.+?)")}$`), translated]] : [];
  });
}

/** Fetches the long texts of a language, which the page is shown without. */
export async function fetchTexts(name: Language): Promise<void> {
  if (name === "en" || texts.peek()[name]) return;
  const [{ rules }, { help }, { faults }] = await (name === "ru"
    ? Promise.all([import("./ru.rules"), import("./ru.help"), import("./ru.faults")])
    : Promise.all([import("./pl.rules"), import("./pl.help"), import("./pl.faults")]));
  texts.value = { ...texts.peek(), [name]: { rules, help, faults, patterns: patternsOf(faults) } };
}

function preferred(): Language {
  const known = (name: string | null | undefined): name is Language => !!name && name in LANGUAGES;
  const kept = load("language");
  if (known(kept)) return kept;
  const wanted = typeof navigator === "undefined" ? [] : navigator.languages;
  return wanted.map((name) => name.slice(0, 2)).find(known) ?? "en";
}

/** The language in use. */
export const language = signal<Language>("en");

const PLURALS = Object.fromEntries(Object.keys(LANGUAGES).map((name) => [name, new Intl.PluralRules(name)]));

function filled(text: string, given: readonly (string | number)[]): string {
  return text.replace(/\{(\d)\}/g, (_, place) => String(given[Number(place)] ?? ""));
}

/** What the page says in the language in use, `{0}` and so on filled in, in the form that its count asks for. */
export function t(key: Key, ...given: (string | number)[]): string {
  const word: Word = (LOADED[language.value] ?? en)[key];
  const form = () => (typeof word === "string" ? word : (word[PLURALS[language.value]?.select(Number(given[word.count ?? 0])) ?? "other"] ?? word.other));
  return filled(form(), given);
}

/** What the engine says of something that is wrong, in the language in use if that is known. */
export function faultText(text: string): string {
  const known = texts.value[language.value];
  if (!known) return text;
  if (Object.hasOwn(known.faults, text)) return known.faults[text] ?? text;
  for (const [pattern, translated] of known.patterns) {
    const found = pattern.exec(text);
    if (found) return filled(translated, found.slice(1).map(faultText));
  }
  return text;
}

/** The rules of a game in the language in use, or as the engine says them. */
export function rulesOf({ name, rules }: { name: string; rules: string }): string {
  return texts.value[language.value]?.rules[name] ?? rules;
}

/** What a function, method or word does, in the language in use if that is known. */
export function aboutOf({ name, about }: { name: string; about: string }): string {
  return texts.value[language.value]?.help[name] ?? about;
}

export async function choose(name: Language): Promise<void> {
  await fetched(name);
  language.value = name;
  void fetchTexts(name).catch(() => undefined);
}

/** Chooses a language from now on. */
export function prefer(name: Language): void {
  store("language", name);
  void choose(name);
}

/** The language that was chosen, or the one that the browser asks for. */
export const begin = (): Promise<void> => choose(preferred()).catch(() => undefined);

effect(() => {
  if (typeof document !== "undefined") document.documentElement.lang = language.value;
});
