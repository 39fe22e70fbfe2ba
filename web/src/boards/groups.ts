/** The catalogue in groups, the games that are known best first. */
import { wordsOf } from "../i18n/games";
import type { Game } from "../protocol";
import { simple } from "../sheet/language";

export const GROUPS = ["heaps", "strips", "boards", "graphs", "loopy"] as const;
export type Group = (typeof GROUPS)[number];

/** Games that are known best, in this order. */
const KNOWN = [
  ...["nim", "kayles", "wythoff", "grundy", "subtraction", "euclid", "fibonacci_nim", "dawson_kayles", "lasker", "moore"],
  ...["toads_and_frogs", "turning_turtles", "nimble", "toppling_dominoes", "treblecross", "ruler"],
  ...["domineering", "clobber", "chomp", "amazons", "tic_tac_toe", "connect_four", "konane", "cram", "nogo", "cutcake"],
  ...["hackenbush", "col", "snort", "sprouts", "node_kayles", "nimstring", "arc_kayles", "digraph_placement", "poset"],
  ...["go", "fox_and_geese", "hare_and_hounds", "kalah", "dodgem", "northcott", "tokens"],
];

/** Games whose pictures do not say what they are played on. */
const OTHERS: Partial<Record<Group, readonly string[]>> = {
  boards: ["chomp", "knight", "gen_king_dirt"],
  graphs: ["sprouts", "nimstring", "weighted_arc_kayles", "stalk", "poset"],
  strips: ["crosses", "treblecross", "pawns"],
};

export function groupOf(game: Game): Group {
  if (game.loopy) return "loopy";
  const named = GROUPS.find((group) => OTHERS[group]?.includes(game.name));
  if (named) return named;
  if (game.editor === "graph" || game.editor === "hackenbush") return "graphs";
  if (game.editor === "heaps" || game.editor === "text") return "heaps";
  const isRow = !/\||\dx\d|\(\d+\)$|\{\(/.test(game.example) || /"1x\d/.test(game.example);
  return game.editor === "coins" || (game.editor === "board" && isRow) ? "strips" : "boards";
}

export function grouped(games: readonly Game[]): { group: Group; games: Game[] }[] {
  const rank = ({ name }: Game) => (KNOWN.includes(name) ? KNOWN.indexOf(name) : KNOWN.length);
  const sorted = [...games].sort((one, other) => rank(one) - rank(other));
  return GROUPS.map((group) => ({ group, games: sorted.filter((game) => groupOf(game) === group) })).filter(({ games }) => games.length > 0);
}

/** Whether a game is meant by a text: by a name in any of the languages, or by its rules. */
export function fits(game: Game, wanted: string): boolean {
  return simple(wordsOf(game)).includes(simple(wanted.trim()));
}
