/** What the engine says in answers, in the page's languages: kinds of values, words that are values of properties. */
import type { Stop } from "../protocol";
import { type Language, language } from ".";

/** A word of the engine's, which is English, in Russian and in Polish. */
export const TERMS: Record<string, { ru: string; pl: string }> = {
  // Kinds of values.
  zero: { ru: "нуль", pl: "zero" },
  integer: { ru: "целое число", pl: "liczba całkowita" },
  number: { ru: "число", pl: "liczba" },
  nimber: { ru: "нимбер", pl: "nimber" },
  "infinitesimal, uptimal": { ru: "бесконечно малая, сумма стрелок", pl: "nieskończenie mała, suma strzałek" },
  infinitesimal: { ru: "бесконечно малая", pl: "nieskończenie mała" },
  "number plus infinitesimal": { ru: "число плюс бесконечно малая", pl: "liczba plus nieskończenie mała" },
  switch: { ru: "переключатель", pl: "przełącznik" },
  "hot game": { ru: "горячая игра", pl: "gra gorąca" },
  game: { ru: "игра", pl: "gra" },
  form: { ru: "форма", pl: "forma" },
  "misère form": { ru: "форма для мизера", pl: "forma misère" },
  "truth value": { ru: "истинностное значение", pl: "wartość logiczna" },
  pair: { ru: "пара", pl: "para" },
  list: { ru: "список", pl: "lista" },
  table: { ru: "таблица", pl: "tabela" },
  set: { ru: "множество", pl: "zbiór" },
  map: { ru: "отображение", pl: "odwzorowanie" },
  "entry of a map": { ru: "запись отображения", pl: "wpis odwzorowania" },
  function: { ru: "функция", pl: "funkcja" },
  graph: { ru: "граф", pl: "graf" },
  period: { ru: "период", pl: "okres" },
  nothing: { ru: "ничего", pl: "nic" },
  text: { ru: "текст", pl: "tekst" },
  "game without a position": { ru: "игра без позиции", pl: "gra bez pozycji" },
  ruleset: { ru: "правила игры", pl: "reguły gry" },
  player: { ru: "игрок", pl: "gracz" },
  outcome: { ru: "исход", pl: "wynik" },
  relation: { ru: "отношение", pl: "relacja" },
  thermograph: { ru: "термограф", pl: "termograf" },
  "wall of a thermograph": { ru: "стена термографа", pl: "ściana termografu" },
  "uptimal expansion": { ru: "разложение по стрелкам", pl: "rozwinięcie strzałkowe" },
  ordinal: { ru: "ординал", pl: "liczba porządkowa" },
  "surreal number": { ru: "сюрреальное число", pl: "liczba nadrzeczywista" },
  infinity: { ru: "бесконечность", pl: "nieskończoność" },
  "irrational number": { ru: "иррациональное число", pl: "liczba niewymierna" },
  position: { ru: "позиция", pl: "pozycja" },
  "sum of positions": { ru: "сумма позиций", pl: "suma pozycji" },
  "loopy game": { ru: "игра с циклами", pl: "gra z cyklami" },
  "part of a loopy game": { ru: "часть игры с циклами", pl: "część gry z cyklami" },
  genus: { ru: "род", pl: "rodzaj (genus)" },
  tombstone: { ru: "надгробие", pl: "nagrobek" },
  "misère quotient": { ru: "факторполугруппа мизера", pl: "iloraz misère" },
  // Kinds of rules.
  impartial: { ru: "беспристрастная", pl: "bezstronna" },
  partizan: { ru: "пристрастная", pl: "stronnicza" },
  "partizan, players alternate, draws": {
    ru: "пристрастная, ходят по очереди, с ничьими",
    pl: "stronnicza, ruchy na przemian, z remisami",
  },
  "impartial, loopy": { ru: "беспристрастная, с циклами", pl: "bezstronna, z cyklami" },
  "partizan, loopy": { ru: "пристрастная, с циклами", pl: "stronnicza, z cyklami" },
  // Values of properties that are words.
  none: { ru: "нет", pl: "brak" },
  yes: { ru: "да", pl: "tak" },
  no: { ru: "нет", pl: "nie" },
  "equals no stopper": { ru: "не равна никакому стопперу", pl: "nie jest równa żadnemu stopperowi" },
  "not found to equal a stopper": { ru: "равный стоппер не найден", pl: "nie znaleziono równego stoppera" },
  "nim heap": { ru: "кучка нима", pl: "stos nima" },
  tame: { ru: "ручная", pl: "oswojona" },
  "generally tame": { ru: "в целом ручная", pl: "ogólnie oswojona" },
  restive: { ru: "норовистая", pl: "narowista" },
  "generally restive": { ru: "в целом норовистая", pl: "ogólnie narowista" },
  restless: { ru: "беспокойная", pl: "niespokojna" },
  wild: { ru: "дикая", pl: "dzika" },
  dicot: { ru: "двудольные", pl: "dicot" },
  "dead-ending": { ru: "с мёртвыми концами", pl: "o martwych końcach" },
  all: { ru: "все", pl: "wszystkie" },
};

/** A word of the engine's in the language in use; what is no word of these stays as it is. */
export function term(text: string): string {
  const name = language.value;
  if (name === "en") return text;
  return Object.hasOwn(TERMS, text) ? (TERMS[text]?.[name] ?? text) : text;
}

const MOVER: Record<Language, [left: string, right: string]> = {
  en: ["Left to move", "Right to move"],
  ru: ["ходит Левый", "ходит Правый"],
  pl: ["ruch ma Lewy", "ruch ma Prawy"],
};

/** A stop: a number and who is to move there. */
export function stopText({ value, mover }: Stop): string {
  return mover ? `${value} (${MOVER[language.value][mover === "Left" ? 0 : 1]})` : value;
}
