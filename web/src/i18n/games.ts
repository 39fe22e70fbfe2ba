/** Names of games in Russian and Polish, where they have one in these languages. */
import { language } from ".";

const NAMES: Record<string, [ru: string, pl: string]> = {
  amazons: ["амазонки", "amazonki"],
  annihilation: ["фишки с уничтожением", "żetony z anihilacją"],
  apples: ["мешок яблок", "worek jabłek"],
  arc_kayles: ["рёберные кегли", "kręgle krawędziowe"],
  bandit: ["разбойник и полицейский", "bandyta i policjant"],
  chess_pawns: ["шахматные пешки", "piony szachowe"],
  chomp: ["чомп", "chomp"],
  clobber: ["клоббер", "clobber"],
  col: ["кол", "col"],
  connect_four: ["четыре в ряд", "czwórki"],
  cram: ["крам", "cram"],
  crosses: ["шахматы Доусона", "szachy Dawsona"],
  cutcake: ["разрезание торта", "krojenie ciasta"],
  dawson_kayles: ["кегли Доусона", "kręgle Dawsona"],
  dodgem: ["доджем", "dodgem"],
  domineering: ["домино, кросскрам", "domino, crosscram"],
  elephants_and_rhinos: ["слоны и носороги", "słonie i nosorożce"],
  euclid: ["игра Евклида", "gra Euklidesa"],
  fibonacci_nim: ["ним Фибоначчи", "nim Fibonacciego"],
  fjords: ["фьорды", "fiordy"],
  fox_and_geese: ["лиса и гуси", "lis i gęsi"],
  go: ["го", "go"],
  grundy: ["игра Гранди", "gra Grundy’ego"],
  hackenbush: ["хакенбуш", "hackenbush"],
  hare_and_hounds: ["заяц и собаки", "zając i psy"],
  k_in_a_row: ["k в ряд", "k w rzędzie"],
  kalah: ["калах", "kalah, mankala"],
  kayles: ["кегли", "kręgle"],
  konane: ["конане, гавайские шашки", "konane, warcaby hawajskie"],
  lasker: ["ним Ласкера", "nim Laskera"],
  matches: ["спички", "zapałki"],
  moore: ["ним Мура", "nim Moore’a"],
  nim: ["ним", "nim"],
  nimble: ["нимбл", "nimble"],
  nimstring: ["нимстринг", "nimstring"],
  node_kayles: ["вершинные кегли", "kręgle wierzchołkowe"],
  nogo: ["ноу-го", "nogo"],
  northcott: ["игра Норткотта", "gra Northcotta"],
  pawns: ["пешки Доусона", "piony Dawsona"],
  poker_nim: ["покер-ним", "poker-nim"],
  ruler: ["линейка", "linijka"],
  sheep: ["овцы", "owce"],
  ski_jumps: ["прыжки на лыжах", "skoki narciarskie"],
  snort: ["снорт", "snort"],
  sprouts: ["рассада", "kiełki"],
  staircase: ["лестничный ним", "nim schodkowy"],
  subtract_square: ["вычитание квадратов", "odejmowanie kwadratów"],
  subtraction: ["игра на вычитание", "gra w odejmowanie"],
  take_at_most: ["игра Баше", "gra Bacheta"],
  tic_tac_toe: ["крестики-нолики", "kółko i krzyżyk"],
  toads_and_frogs: ["жабы и лягушки", "ropuchy i żaby"],
  tokens: ["фишки на графе", "żetony na grafie"],
  toppling_dominoes: ["падающее домино", "przewracanie domina"],
  treblecross: ["одномерные крестики-нолики", "jednowymiarowe kółko i krzyżyk"],
  triplets: ["тройняшки", "trojaczki"],
  turning: ["переворачивание монет", "obracanie monet"],
  turning_turtles: ["переворачивание черепах", "obracanie żółwi"],
  twins: ["близнецы", "bliźniaki"],
  wythoff: ["ним Витхоффа, цзяньшицзы", "nim Wythoffa"],
};

/** All names of a game besides the English ones. */
export function namesElsewhere(name: string): string[] {
  return Object.hasOwn(NAMES, name) ? (NAMES[name] ?? []) : [];
}

/** The name of a game in the language in use. */
export function gameName(name: string): string {
  const [ru, pl] = namesElsewhere(name);
  const own = { en: undefined, ru, pl }[language.value];
  const text = own ?? name.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
