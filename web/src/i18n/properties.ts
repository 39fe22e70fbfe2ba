/** Properties of values, in the page's languages. */
import { language } from ".";
import type { Property } from "../protocol";
import { term } from "./terms";

type Name = Property["property"];

/** The label of each property. */
export const PROPERTIES: Record<Name, { en: string; ru: string; pl: string }> = {
  arcs: { en: "Arcs", ru: "Дуги", pl: "Łuki" },
  atomic_weight: { en: "Atomic weight", ru: "Атомный вес", pl: "Waga atomowa" },
  behaviour: { en: "Behaviour", ru: "Поведение", pl: "Zachowanie" },
  best_moves: { en: "Best moves", ru: "Лучшие ходы", pl: "Najlepsze ruchy" },
  birthday: { en: "Birthday", ru: "День рождения", pl: "Dzień urodzin" },
  bytes: { en: "Bytes", ru: "Байты", pl: "Bajty" },
  capture_time: { en: "Capture time", ru: "Время поимки", pl: "Czas schwytania" },
  certificate: { en: "Certificate", ru: "Сертификат", pl: "Certyfikat" },
  confusion_interval: { en: "Confused with the numbers", ru: "Несравнима с числами", pl: "Nieporównywalna z liczbami" },
  cop_number: { en: "Cop number", ru: "Число полицейских", pl: "Liczba policjantów" },
  cut_by: { en: "Cut by", ru: "Перерезает", pl: "Przecina" },
  decimal: { en: "Decimal", ru: "Десятичная запись", pl: "Zapis dziesiętny" },
  drawn: { en: "Drawn positions", ru: "Ничейные позиции", pl: "Pozycje remisowe" },
  endgame: { en: "Endgame", ru: "Ёсэ", pl: "Końcówka" },
  facts: { en: "Facts", ru: "Факты", pl: "Fakty" },
  finite: { en: "Finite", ru: "Конечна", pl: "Skończona" },
  floor: { en: "Greatest integer below", ru: "Целая часть", pl: "Część całkowita" },
  form: { en: "Form", ru: "Форма", pl: "Forma" },
  genus: { en: "Genus", ru: "Род", pl: "Rodzaj (genus)" },
  invertible: { en: "Invertible", ru: "Обратима", pl: "Odwracalna" },
  largest_tier: { en: "Largest tier", ru: "Наибольший ярус", pl: "Największa warstwa" },
  left_komaster: { en: "Thermograph, Left komaster", ru: "Термограф, комастер Левый", pl: "Termograf, komaster Lewy" },
  left_options: { en: "Left options", ru: "Ходы Левого", pl: "Ruchy Lewego" },
  lost: { en: "Lost positions", ru: "Проигранные позиции", pl: "Pozycje przegrane" },
  machines: { en: "Machines", ru: "Машины", pl: "Maszyny" },
  marked_board: { en: "Board with best moves", ru: "Доска с лучшими ходами", pl: "Plansza z najlepszymi ruchami" },
  misere_form: { en: "Misère form", ru: "Форма для мизера", pl: "Forma misère" },
  misere_outcome: { en: "Misère outcome", ru: "Исход в мизере", pl: "Wynik w misère" },
  moves: { en: "Moves", ru: "Ходы", pl: "Ruchy" },
  no_komaster: { en: "Thermograph, no komaster", ru: "Термограф без комастера", pl: "Termograf bez komastera" },
  nodes: { en: "Nodes", ru: "Узлы", pl: "Węzły" },
  normal_form: { en: "Normal form", ru: "Нормальная форма", pl: "Postać normalna" },
  offside: { en: "Offside", ru: "Сторона off", pl: "Strona off" },
  onside: { en: "Onside", ru: "Сторона on", pl: "Strona on" },
  p_free: { en: "P-free", ru: "Без P-позиций", pl: "Bez pozycji P" },
  position: { en: "Position", ru: "Позиция", pl: "Pozycja" },
  positions: { en: "Positions", ru: "Позиции", pl: "Pozycje" },
  positions_looked_at: { en: "Positions looked at", ru: "Просмотренные позиции", pl: "Sprawdzone pozycje" },
  positions_solved: { en: "Positions solved", ru: "Решённые позиции", pl: "Rozwiązane pozycje" },
  rates: { en: "Rates", ru: "Скорости", pl: "Szybkości" },
  read_as: { en: "Read as", ru: "Прочитано как", pl: "Odczytano jako" },
  reduced_canonical_form: { en: "Reduced canonical form", ru: "Приведённая каноническая форма", pl: "Zredukowana postać kanoniczna" },
  right_komaster: { en: "Thermograph, Right komaster", ru: "Термограф, комастер Правый", pl: "Termograf, komaster Prawy" },
  right_options: { en: "Right options", ru: "Ходы Правого", pl: "Ruchy Prawego" },
  rounds: { en: "Rounds", ru: "Раунды", pl: "Rundy" },
  sign_expansion: { en: "Sign expansion", ru: "Разложение по знакам", pl: "Rozwinięcie znakowe" },
  temperature_bound: { en: "Temperature at most", ru: "Температура не выше", pl: "Temperatura co najwyżej" },
  threads: { en: "Threads", ru: "Потоки", pl: "Wątki" },
  universe: { en: "Universe", ru: "Класс игр", pl: "Klasa gier" },
  unlisted_moves: { en: "Too many moves to list in heap", ru: "Слишком много ходов в куче", pl: "Za dużo ruchów w stosie" },
  uptimal_expansion: { en: "Uptimal expansion", ru: "Разложение по стрелкам", pl: "Rozwinięcie strzałkowe" },
  vertices: { en: "Vertices", ru: "Вершины", pl: "Wierzchołki" },
  winner: { en: "Winner", ru: "Победитель", pl: "Zwycięzca" },
  won: { en: "Won positions", ru: "Выигранные позиции", pl: "Pozycje wygrane" },
  written_as: { en: "Written as", ru: "Записано как", pl: "Zapisano jako" },
};

/** Properties whose values are games or lists of games. */
const GAMES: ReadonlySet<Name> = new Set<Name>(["left_options", "right_options", "atomic_weight", "reduced_canonical_form"]);

/** A property in the language in use; `isGame` of a value that is typeset. */
export function shown({ property, value }: Property): { label: string; text: string; isGame: boolean } {
  return { label: PROPERTIES[property][language.value], text: text(value), isGame: GAMES.has(property) && text(value) !== term("none") };
}

const NO_STOPPER: Record<string, string> = {
  equals_none: "equals no stopper",
  not_found: "not found to equal a stopper",
};

function text(value: Property["value"]): string {
  if (Array.isArray(value)) return value.length > 0 ? value.join(", ") : term("none");
  if (typeof value === "boolean") return term(value ? "yes" : "no");
  if (typeof value !== "object") return term(NO_STOPPER[value] ?? String(value));
  if ("low" in value) return `${value.low_closed ? "[" : "("}${value.low},${value.high}${value.high_closed ? "]" : ")"}`;
  return "count" in value ? value.count : value.file;
}
