// Made from protocol.schema.json by `npm run types`: do not edit.

/**
 * What is known of a position, a game or an expression.
 *
 * The same type answers for a vertex of a graph, a heap, a board and an
 * expression; what does not apply or is not known is absent from the JSON.
 * Exact numbers are strings there, in the field's notation.
 */
export type Analysis = {
  /**
   * What is known of an answer that was not reached (`at least 1`), or `loony` of a position
   * that has none: whoever moves wins, whatever nimber stands beside it.
   */
  bounds?: string[];
  /** Games of the catalogue. */
  catalogue?: CatalogueEntry[];
  /** The answer to a question of yes or no: whether a claim holds. */
  claim?: (Claim | null);
  /** Whether a player without a move loses or wins, where it was said. */
  convention?: (Convention | null);
  /** What was found of a whole endgame of chess. */
  ending?: (ChessEnding | null);
  /** Of an input among many that has no answer: what is wrong with it. */
  error?: (InputError | null);
  /** What was found of a whole graph. */
  graph?: (GraphFacts | null);
  /** What kind of value it is, in words (`number`, `nimber`, `hot game`). */
  kind?: string | null;
  /** The mean (mast value). */
  mean?: string | null;
  /** The outcome under best play. */
  outcome?: (Outcome | null);
  /**
   * How play goes: moves to the end, the best move, a best line. One entry
   * for an impartial game; Left's, then Right's, for a partizan one.
   */
  play?: Play[];
  /** The outcomes that are left, where it is not known which of them it is. */
  possible_outcomes?: Outcome[];
  /** Other properties, in the order in which they are shown. */
  properties?: Property[];
  /** What was proved, by which theorem, and how far; what is only observed. */
  proved?: string[];
  /** A misère quotient. */
  quotient?: (QuotientFacts | null);
  /** What the work cost; absent where runs must be comparable. */
  report?: (Report | null);
  /** The version of this schema: 3. */
  schema: SchemaVersion;
  /** What was found of a nim sequence, or of many. */
  sequence?: (SequenceFacts | null);
  /** What was found of all positions of a game. */
  solved?: (SolvedFacts | null);
  /** Why the work stopped. */
  stop: StopReason;
  /** The Left and the Right stop. */
  stops?: (Stops | null);
  /** What was analysed, as the user wrote it. */
  subject: string;
  /** What is known of many positions. */
  table?: (Table | null);
  /** The temperature. */
  temperature?: string | null;
  /** The thermograph. */
  thermograph?: (Walls | null);
  /** The value: a canonical form, a nimber, a loopy nimber, a number. */
  value?: string | null;
};

/** The answer of a line. */
export type Answer = {
  /** Whether there is a `RequestKind::Describe` of it that says more, and a `RequestKind::Explore`. */
  game: boolean;
  /** What kind of value it is, in words. */
  kind: string;
  /** The value for LaTeX's math mode; absent of what is a text or a table, or too long. */
  latex?: string | null;
  /** The name that the value is given, if one is. */
  name?: string | null;
  /** The numbers of a list of integers or nimbers, for a plot. */
  numbers?: number[] | null;
  /**
   * If it is a position or a sum of some: how that is written, for `RequestKind::View` and the
   * questions of play.
   */
  position?: string | null;
  /** The line, without the name that its value is given. */
  subject: string;
  /** The rows of a table. */
  table?: (string[])[] | null;
  /** The value as it can be typed. */
  text: string;
  /** The views of the position's summands. */
  views?: View[];
};

/** A game of the catalogue. */
export type CatalogueEntry = {
  /** Other names it is known by. */
  aliases: string[];
  /** Its value or, after the word `outcome`, who wins it. */
  answer: string;
  /** Impartial or partizan, loopy or with entailing moves, in words. */
  class: string;
  /** A position. */
  example: string;
  /** The name, in lower case with underscores. */
  name: string;
  /** The rules. */
  rules: string;
  /** Where the game comes from. */
  source: string;
  /** How a position is written. */
  usage: string;
};

/** A cell: a name for it and what is typed in it. */
export type Cell = {
  /** A name that no other cell of the sheet has. */
  cell: string;
  /**
   * One line or several. A line goes on with the next one in open brackets, and from `rules` to
   * `end`.
   */
  source: string;
};

/** How a cell stands. */
export type CellState = ("queued" | "running" | "done" | "wrong" | "stopped");

/** What became of a cell. */
export type CellUpdate = {
  /**
   * Answers of its lines, in their order: of a line that says something. A cell that is `done`
   * or `wrong` has those of the lines before the fault.
   */
  answers?: Answer[];
  /** The cell. */
  cell: string;
  /** Names that it gives a meaning. */
  defines?: string[];
  /** What is wrong. */
  fault?: (Fault | null);
  /** Seconds that it took. */
  seconds?: number | null;
  /** How it stands. */
  state: CellState;
  /** Names of other cells that it uses. */
  uses?: string[];
};

/** A certificate, as it stands in a file. */
export type Certificate = (PeriodCertificate | LawCertificate);

/** A certificate of who wins a sum, as it was written to a file. */
export type CertificateFacts = {
  /** The file. */
  file: string;
  /** Who begins. */
  first: Player;
  /** The number of lost sums in it. */
  lost: number;
  /** The number of values in it. */
  values: number;
  /** Who wins then. */
  winner: Player;
};

/**
 * An endgame of chess: in how many positions mate takes how many moves, up to the
 * symmetries of the board.
 */
export type ChessEnding = {
  /** Positions that are drawn. */
  draws: SideToMove;
  /** The most moves that the first, stronger side needs to mate. */
  longest_mate: number;
  /** Positions that the other side wins. */
  lost: SideToMove;
  /** Positions that it wins, by the number of moves that mate takes, ascending. */
  mates: MateDepth[];
  /** How many positions there are. */
  positions: number;
};

/** The engine's move. */
export type Chosen = {
  /** How it was found. */
  how?: (How | null);
  /** The position after it; absent if there is no move. */
  position?: string | null;
};

/** Whether something that was claimed or asked is so. */
export type Claim = {
  /** Whether it is. */
  holds: boolean;
  /**
   * Of a wrong labelling of a graph: whether it obeys the rules for one move at
   * every vertex, which on a graph with cycles is not enough.
   */
  obeys_rules?: boolean | null;
  /** Why, in words. */
  reason: string;
  /** A second labelling that obeys those rules too, as a label for each vertex. */
  second_labelling?: ([string, Outcome])[];
  /** The first vertex where it fails, if that is known. */
  vertex?: string | null;
};

/** A division of the values of each heap into rare and common ones. */
export type Class = {
  /** Whether the parity of the heap counts too. */
  by_position: boolean;
  /** The bits that count. */
  mask: number;
  /** Added to the heap if its parity counts: the tokens taken by a split. */
  offset: number;
};

/** A colour of an edge. */
export type Colour = ("blue" | "red" | "green");

/** A position that was set up by hand. */
export type ComposeRequest = {
  /** A position of the same game, whose parameters the new one has. */
  like: string;
  /** What it looks like. */
  view: View;
};

/** A condition on the numbers of a rule. */
export type Constraint = {
  /** How it compares with 0. */
  sign: Sign;
  /** A sum. */
  sum: Linear;
};

/** Who wins when there is no move left. */
export type Convention = ("normal" | "misere");

/** A corner of a thermograph. */
export type Corner = {
  /** The temperature. */
  t: number;
  /** The temperature, exactly. */
  temperature: string;
  /** The value. */
  value: string;
  /** The value, as a distance from the mast; larger values are drawn to the left. */
  x: number;
};

/** A count that may need more than 64 bits; in JSON a text. */
export type Count = string;

/** All that is known of a value. */
export type Description = {
  /** The one answer. */
  analysis: Analysis;
  /** Its value for LaTeX's math mode. */
  latex?: string | null;
  /** Its thermograph, to be drawn. */
  plot?: (Plot | null);
  /** Its picture as SVG: a board, a tree of options. */
  svg?: string | null;
  /** Its thermograph as SVG. */
  thermograph_svg?: string | null;
};

export type Duration = {
  nanos: number;
  secs: number;
};

/** What a position is set up with. */
export type Editor = ("board" | "herds" | "heaps" | "coins" | "hackenbush" | "graph" | "text");

/** A count, and how it is known. */
export type Estimate = {
  /** The count. */
  count: Count;
  /** How it is known. */
  known: Known;
};

/** A reply to a request. */
export type Event = {
  /** The number of the request. */
  id: number;
} & (Welcome & {
  event: "welcome";
} | CellUpdate & {
  event: "cell";
} | Description & {
  event: "described";
} | {
  event: "drawn";
  /** For LaTeX's package `tikz`; absent of what is not drawn. */
  tikz?: string | null;
} | Explored & {
  event: "explored";
} | Position & {
  event: "viewed";
} | {
  event: "composed";
  /** As it is typed. */
  position: string;
} | Moves & {
  event: "moves";
} | Chosen & {
  event: "chosen";
} | Line & {
  event: "line";
} | {
  event: "winners";
  /** In the order of the question. */
  winners: Winner[];
} | SolvedFile & {
  event: "graph";
} | Analysis & {
  event: "sequence";
} | {
  event: "added";
  /** Their rows. */
  games: Game[];
} | {
  event: "opened";
  /** What stands in each. */
  sources: string[];
} | {
  event: "saved";
  /** The text. */
  text: string;
} | Progress & {
  event: "progress";
} | {
  event: "done";
} | Fault & {
  event: "failed";
});

/** A value or position with its options. */
export type Explored = {
  /** Left's options, sensible ones first. */
  left: Node[];
  /** Whether there are more options than are listed. */
  more: boolean;
  /** The node itself. */
  node: Node;
  /** Right's options, sensible ones first. */
  right: Node[];
};

/** What is wrong. */
export type Fault = {
  /** Where it begins in the text of the question (of the cell, the subject, the position). */
  from?: number | null;
  /** What was probably meant. */
  help?: string | null;
  /** What is wrong and what was expected, on one line. */
  message: string;
  /** Why work ended, where that is what happened: `time`, `memory`, `cancelled`. */
  stopped?: (StopReason | null);
  /** Where it ends. */
  to?: number | null;
};

/**
 * The function `f(n) = (times * n + plus + sqrt(square * n^2)) / by`, rounded down. `by` is at least
 * 1; without `square` it is rational.
 *
 * ```
 * use upstar_heaps::Floor;
 * // The multiples of the golden ratio, and its share of a heap.
 * let golden = Floor { times: 1, square: 5, plus: 0, by: 2 };
 * let values: Vec<u64> = (0..8).map(|n| golden.value(n).unwrap()).collect();
 * assert_eq!(values, [0, 1, 3, 4, 6, 8, 9, 11]);
 * assert_eq!(golden.to_string(), "(n+sqrt(5n^2))/2");
 * ```
 */
export type Floor = {
  /** The divisor. */
  by: number;
  /** The constant. */
  plus: number;
  /** The factor of its square under the root. */
  square: number;
  /** The factor of the heap. */
  times: number;
};

/** A law that was found, and whether it is certain. */
export type FoundLaw = {
  /** The last heap whose value was compared with it. */
  checked_to: number;
  /** The law. */
  law: Law;
  /** The law in words. */
  text: string;
  /** By which theorem, if it is proved. */
  theorem?: (Theorem | null);
  /** Whether it is proved. */
  verdict: PeriodStatus;
};

/** A game of the catalogue, and how its positions are set up. */
export type Game = {
  /** Other names it is known by. */
  aliases: string[];
  /** Its value or, after the word `outcome`, who wins it. */
  answer: string;
  /** Impartial or partizan, loopy or with entailing moves, in words. */
  class: string;
  /** The kind of view of its example: what editor it needs. */
  editor: Editor;
  /** A position. */
  example: string;
  /** Whether both players have the same moves. */
  impartial: boolean;
  /** The letters among them that stand for pieces of Left. */
  left: string[];
  /**
   * Letters that a cell of its boards may have, the free cell first; empty of games without
   * boards or strips of letters.
   */
  letters: string[];
  /** Whether play may go on for ever. */
  loopy: boolean;
  /** The name, in lower case with underscores. */
  name: string;
  /** The letters among them that stand for pieces of Right. */
  right: string[];
  /** The rules. */
  rules: string;
  /** Where the game comes from. */
  source: string;
  /** How a position is written. */
  usage: string;
};

/** An edge of a graph that is shown. */
export type GraphEdge = {
  /** Who may use it, where edges have colours. */
  colour?: (Colour | null);
  /** The vertex that it begins at, counted from 0. */
  from: number;
  /** The vertex that it ends at. */
  to: number;
};

/** What is known of a whole graph. */
export type GraphFacts = {
  /** How many arcs it has. */
  arcs: number;
  /** Whether Left and Right have different moves. */
  coloured: boolean;
  /**
   * What the first line of the file was read as, if it was no arc: `from, to`, or `6 vertices, 7
   * arcs`.
   */
  header?: string | null;
  /** The longest win. */
  longest_win?: (Longest | null);
  /** Whether a player without a move wins. */
  misere: boolean;
  /**
   * What Left wants, in a graph whose vertices have owners: `parity`, `min parity`, `reach`,
   * `safety`, `buchi` or `cobuchi`. Or `payoff`: each player wants the largest.
   */
  objective?: string | null;
  /**
   * How many vertices have which outcome, where they are asked for; outcomes
   * that do not occur are listed too if they could.
   */
  outcomes?: ([Outcome, number])[];
  /** Figures about the graph itself, where they are asked for. */
  stats?: (GraphStats | null);
  /** How many vertices a stopped run did not reach. */
  unknown?: number;
  /** How many vertices have which value, where they are asked for. */
  values?: ([string, number])[];
  /** How many vertices it has. */
  vertices: number;
};

/** A graph of positions and moves, as the text of a file. */
export type GraphRequest = {
  /** Whether a player without a move wins. */
  misere: boolean;
  /** The name of the file: its ending says how it is written, unless the text does. */
  name: string;
  /** What is in the file. */
  text: string;
};

/** Figures about a graph that say nothing of who wins. */
export type GraphStats = {
  /** Arcs that Left alone may use. */
  blue: number;
  /**
   * A cycle `a -> b -> a`, its middle left out if it is long; absent if there is
   * none.
   */
  cycle?: string | null;
  /** Arcs that both players may use. */
  green: number;
  /** Vertices without any arc. */
  isolated: number;
  /** Arcs from a vertex to itself. */
  loops: number;
  /** The largest number of arcs to a vertex. */
  max_in_degree: number;
  /** The largest number of arcs from a vertex. */
  max_out_degree: number;
  /** Arcs beyond the first of a colour from one vertex to another. */
  parallel_arcs: number;
  /** Arcs that Right alone may use. */
  red: number;
  /** Terminals with a result of their own. */
  results: number;
  /** Vertices without an arc into them. */
  sources: number;
  /** Vertices without moves. */
  terminals: number;
};

/** How numbers are drawn. */
export type HeapShape = ("heaps" | "pins" | "stairs" | "rectangles" | "cuboid");

/** A heap and its value. */
export type HeapValue = {
  /** The heap of the code. */
  heap: number;
  /** Its Grundy value. */
  value: number;
};

/** How a move was found. */
export type How = ("mirror" | "proved" | "chance" | "thermostrat" | "freest");

/** What is wrong with an input, and where. */
export type InputError = {
  /** The character of the line, from 1. */
  column?: number | null;
  /** The line of the file, from 1. */
  line?: number | null;
  /** What is wrong and what would be right. */
  message: string;
};

/** How a number of positions or arcs is known. */
export type Known = ("exactly" | "estimated" | "at_least");

/**
 * What `G(n)` is for every heap.
 *
 * ```
 * use upstar_core::Budget;
 * use upstar_heaps::Floor;
 * // Take at most half of the heap.
 * let law = Floor { times: 1, square: 0, plus: 0, by: 2 }.share_law().unwrap();
 * assert_eq!(law.to_string(), "G(2n) = n, G(2n+1) = G(n)");
 * let value = law.value(&10u64.pow(18).into(), &Budget::unlimited())?;
 * assert_eq!(value, (5 * 10u64.pow(17)).into());
 * # Ok::<(), upstar_core::Exhausted>(())
 * ```
 */
export type Law = (Recursion | {
  /** `f`. */
  rounded: Floor;
} | {
  /** `f`. */
  share: Floor;
});

/**
 * A certificate of a proved law: the rules as linear conditions, and the law.
 *
 * The fields are in the order of their names, as the digest in [`LawCertificate::seal`] takes them.
 */
export type LawCertificate = {
  /** The name of the game. */
  game: string;
  /** `upstar certificate`. */
  kind: string;
  /** The law. */
  law: Law;
  /** The rules. */
  rules: LinearRule[];
  /** A digest of all other fields. */
  seal?: string;
  /** What is certified. */
  subject: string;
  /** The version of the format: 1. */
  version: number;
};

/** A function of a [`Recursion`]. */
export type LawFunction = {
  /** The values of the first heaps. */
  first: number[];
  /** What it is for `n = base * m + r` beyond these, one row for each residue `r`. */
  rows: Row[];
};

/** Bounds on what is asked. */
export type Limits = {
  /** Bytes of memory for a sheet; `null` is no bound. */
  bytes: number | null;
  /** Bytes of a request. */
  request_bytes: number;
  /** Seconds for a request; `null` is no bound. */
  seconds: number | null;
};

/** A line of best play. */
export type Line = {
  /**
   * Whether moves were counted. There may be too many positions for that: then the winner makes
   * the first move that wins, and the loser the first of all.
   */
  counted: boolean;
  /** The positions one after another, the one that was asked about first. */
  positions: string[];
  /** Where play goes on for ever: the index of the position that comes after the last one. */
  repeats_from?: number | null;
};

/** A sum of multiples of numbers, and a constant. Number 0 is the heap. */
export type Linear = {
  /** The constant. */
  plus: number;
  /** The coefficients of the numbers; those that are not listed are 0. */
  times: number[];
};

/**
 * A rule of a game on heaps: a heap of at least one token becomes the heaps `parts` if there are
 * natural numbers for which all conditions hold. Number 0 is the heap. If the rule is a `fault`, the
 * game is not defined for such a heap.
 */
export type LinearRule = {
  /** The conditions. */
  constraints: Constraint[];
  /** Whether the game is not defined where the conditions hold, see [`LinearRule::fail`]. */
  fault: boolean;
  /** The count of numbers, the heap included. */
  numbers: number;
  /** The numbers that are the heaps of the option. Equal heaps may be one number. */
  parts: number[];
};

/** A vertex from which the winner needs longer than from any other. */
export type Longest = {
  /** Who moves first there; nobody in particular in an impartial game. */
  mover?: (Player | null);
  /** Its remoteness. */
  remoteness: number;
  /** The first such vertex. */
  vertex: string;
};

/** Positions in which mate takes the same number of moves. */
export type MateDepth = {
  /** With the other side to move. */
  lone_to_move: number;
  /** Moves of the first side until mate. */
  moves: number;
  /** With the first, stronger side to move. */
  strong_to_move: number;
};

/** A move. */
export type Move = {
  /** The position after it, as it is typed. */
  position: string;
  /**
   * How many moves it is to the end, this one counted, where the winner hurries and the loser
   * delays; in games that may go on for ever.
   */
  remoteness?: number | null;
  /** What becomes of it for the one who moves; absent where it was not found in time. */
  result?: (MoveResult | null);
  /** The summand that it is made in, counted from 0, where that is clear. */
  summand?: number | null;
  /** The views of the summands after it. */
  views: View[];
};

/** The result for the player who moves; at a terminal vertex, what the rules say. */
export type MoveResult = ("W" | "L" | "D");

/** The moves of a position. */
export type Moves = {
  /** Whether no more results follow. */
  complete: boolean;
  /** Whether there are more moves than are listed. */
  more: boolean;
  /** Who is to move. */
  mover: Player;
  /** The moves, sorted by what they lead to. */
  moves: Move[];
  /** What becomes of the position for the one who moves, if that is known. */
  result?: (MoveResult | null);
};

/** What is known of a function or method. */
export type Name = {
  /** Its definition. */
  about: string;
  /** Other names for the same. */
  aliases: string[];
  /** The value of the example. */
  answer: string;
  /** An expression. */
  example: string;
  /** The name as it is documented; case and underscores do not matter. */
  name: string;
  /** How it is written. */
  usage: string;
};

/** Why a side of a loopy game is not given as a stopper. */
export type NoStopper = ("equals_none" | "not_found");

/** A node of the tree of options. */
export type Node = {
  /** For LaTeX's math mode, if it is a value. */
  latex?: string | null;
  /** The mean. */
  mean?: string | null;
  /** Who wins. */
  outcome?: (Outcome | null);
  /**
   * Of an option: whether no other option of the same player is better, whatever stands beside
   * it. Those that are options of the canonical form come first, then those that are sensible.
   */
  sensible: boolean;
  /** As it is typed: the `subject` by which it is explored further, without a cell. */
  subject: string;
  /** The temperature. */
  temperature?: string | null;
  /** Its canonical form, where it was found in time. */
  value?: string | null;
  /** The canonical form for LaTeX's math mode. */
  value_latex?: string | null;
  /** The views of its summands, if it is a position. */
  views?: View[];
};

/** An interval of numbers, written `(-1,1)` or `[0,1)`. */
export type NumberInterval = {
  /** The upper end. */
  high: string;
  /** Whether the upper end belongs to it. */
  high_closed: boolean;
  /** The lower end. */
  low: string;
  /** Whether the lower end belongs to it. */
  low_closed: boolean;
};

/**
 * What is the result under best play, for both choices of who moves first.
 *
 * The first four are the outcomes of loopfree games. The other five need
 * endless play, which is a draw. (Siegel, *Combinatorial Game Theory*,
 * chapter VI.)
 */
export type Outcome = ("N" | "P" | "L" | "R" | "D" | "PHat" | "PCheck" | "NHat" | "NCheck");

/** The elements of the quotient of partizan games by who wins, besides the P-positions. */
export type PartizanPortions = {
  /** Those that Left wins, whoever begins. */
  left: string[];
  /** Those that the player who begins wins. */
  next: string[];
  /** Those that Right wins, whoever begins. */
  right: string[];
};

/**
 * A certificate of a proved period.
 *
 * The fields are in the order of their names, as the digest in [`PeriodCertificate::seal`] takes them.
 */
export type PeriodCertificate = {
  /** Whether the class of rare values takes the parity of the heap into account, if there is one. */
  by_position: boolean | null;
  /** The code. */
  code: string;
  /** Some heaps, and the digests of the values up to them, in hexadecimal. */
  digests: ([number, string])[];
  /** `upstar certificate`. */
  kind: string;
  /** The mask of the class of rare values, if there is one. */
  mask: number | null;
  /** The period. */
  period: number;
  /** The preperiod. */
  preperiod: number;
  /** How many heaps are rare, if there is a class. */
  rares: number | null;
  /** What is added after each period. */
  saltus: number;
  /** A digest of all other fields. */
  seal?: string;
  /** What is certified. */
  subject: string;
  /** The theorem that proves it. */
  theorem: Theorem;
  /** The last heap whose value was used. */
  values_to: number;
  /** The version of the format: 1. */
  version: number;
};

/** Whether a period is certain. */
export type PeriodStatus = ("proved" | "observed");

/**
 * A sequence with `G(n + period) = G(n) + saltus` for all `n >= preperiod` that were looked at
 * or, if it is proved, for all.
 */
export type Periodicity = {
  /** The last heap whose value was used. */
  checked_to: number;
  /** The class of the rare values, if the theorem is about one. */
  class?: (Class | null);
  /** The shortest period. */
  period: number;
  /** The last exception + 1; 0 if there is none. */
  preperiod: number;
  /** What is added after each period. */
  saltus: number;
  /** By which theorem, if it is proved. */
  theorem?: (Theorem | null);
  /** Whether it is proved. */
  verdict: PeriodStatus;
};

/** How play goes from a position, for one player who moves first. */
export type Play = {
  /**
   * A best line: the positions one after another, the subject first. A drawn
   * line ends where a position comes back.
   */
  line?: string[];
  /**
   * That there were too many positions to count moves: the winner makes the first winning move
   * in the order of the texts, and the loser the first move of all.
   */
  line_not_counted?: boolean;
  /**
   * Who moves first; nobody in particular in an impartial game. In chess, White
   * is Left.
   */
  mover?: (Player | null);
  /** Moves with what becomes of them, where they are asked for. */
  moves?: PlayedMove[];
  /** Remoteness: moves to the end when the winner hurries and the loser delays. */
  remoteness?: number | null;
  /** The result for the mover. */
  result?: (MoveResult | null);
  /** Every winning move, sorted, where they are asked for. */
  winning_moves?: WinningMove[];
};

/** A position in a game between two. */
export type PlayRequest = {
  /** How often the engine looks for the best move, in thousandths. */
  level: number;
  /** Whether a player without a move wins. */
  misere: boolean;
  /** Who is to move. */
  mover: Player;
  /** A position or a sum of some; where a line of best play is asked for, any game. */
  position: string;
  /**
   * What the engine's other moves depend on beside the position: a page that asks with another
   * number each time has an engine that varies.
   */
  seed: number;
};

/** A move, and what becomes of it under best play. */
export type PlayedMove = {
  /** The move, in the notation of the game. */
  move: string;
  /** Remoteness, this move counted; absent in a draw. */
  remoteness?: number | null;
  /** The result for the player who makes it. */
  result: MoveResult;
};

/** One of the two players. Left is blue, Right is red. */
export type Player = ("Left" | "Right");

/** A thermograph, to be drawn. Positions are approximate, labels are exact. */
export type Plot = {
  /** The Left wall from the mast down. */
  left: Corner[];
  /** The foot of the mast. */
  mast: Corner;
  /** The Right wall from the mast down. */
  right: Corner[];
  /** Scaffolds, each from a high temperature down. */
  scaffolds?: (Corner[])[];
};

/** A position as it is shown and set up. */
export type Position = {
  /** Whether both players have the same moves in all of them. */
  impartial: boolean;
  /** Whether play may go on for ever. */
  loopy: boolean;
  /** As it is typed. */
  position: string;
  /** Its summands. */
  summands: SummandView[];
};

/** How far work is. */
export type Progress = {
  /** Bytes of memory. */
  bytes: number;
  /** Seconds since it began. */
  seconds: number;
  /** Steps of work. */
  steps: number;
};

/**
 * A property that values of some kind have, with its value.
 *
 * In JSON the name of the property stands beside its value:
 * `{"property":"cut_by","value":"Left"}`.
 */
export type Property = ({
  property: "arcs";
  value: Estimate;
} | {
  property: "atomic_weight";
  value: string;
} | {
  property: "behaviour";
  value: string;
} | {
  property: "birthday";
  value: string;
} | {
  property: "best_moves";
  value: string[];
} | {
  property: "bytes";
  value: number;
} | {
  property: "capture_time";
  value: number;
} | {
  property: "certificate";
  value: CertificateFacts;
} | {
  property: "confusion_interval";
  value: NumberInterval;
} | {
  property: "cop_number";
  value: number;
} | {
  property: "cut_by";
  value: Player;
} | {
  property: "decimal";
  value: string;
} | {
  property: "drawn";
  value: Count;
} | {
  property: "endgame";
  value: string;
} | {
  property: "facts";
  value: number;
} | {
  property: "finite";
  value: boolean;
} | {
  property: "floor";
  value: string;
} | {
  property: "form";
  value: string;
} | {
  property: "genus";
  value: string;
} | {
  property: "invertible";
  value: boolean;
} | {
  property: "largest_tier";
  value: Count;
} | {
  property: "left_komaster";
  value: string;
} | {
  property: "left_options";
  value: string[];
} | {
  property: "lost";
  value: Count;
} | {
  property: "machines";
  value: number;
} | {
  property: "marked_board";
  value: string;
} | {
  property: "misere_form";
  value: string;
} | {
  property: "misere_outcome";
  value: Outcome;
} | {
  property: "moves";
  value: Count;
} | {
  property: "nodes";
  value: number;
} | {
  property: "normal_form";
  value: string;
} | {
  property: "no_komaster";
  value: string;
} | {
  property: "offside";
  value: NoStopper;
} | {
  property: "onside";
  value: NoStopper;
} | {
  property: "p_free";
  value: boolean;
} | {
  property: "position";
  value: string;
} | {
  property: "positions";
  value: Estimate;
} | {
  property: "positions_looked_at";
  value: number;
} | {
  property: "positions_solved";
  value: number;
} | {
  property: "rates";
  value: string;
} | {
  property: "read_as";
  value: string;
} | {
  property: "reduced_canonical_form";
  value: string;
} | {
  property: "right_komaster";
  value: string;
} | {
  property: "right_options";
  value: string[];
} | {
  property: "rounds";
  value: number;
} | {
  property: "sign_expansion";
  value: string;
} | {
  property: "temperature_bound";
  value: string;
} | {
  property: "threads";
  value: number;
} | {
  property: "unlisted_moves";
  value: number;
} | {
  property: "universe";
  value: string;
} | {
  property: "uptimal_expansion";
  value: string;
} | {
  property: "vertices";
  value: Estimate;
} | {
  property: "winner";
  value: Player;
} | {
  property: "won";
  value: Count;
} | {
  property: "written_as";
  value: string;
});

/**
 * A misère quotient: a finite commutative monoid with the elements that are P-positions. In the
 * quotient of partizan games others are won by Left or by Right, whoever begins. The quotient of
 * partizan games may also be the group of the integers; then it has `weights`.
 *
 * Elements are products of generators with exponents after them, `ab2c`; `1` is the identity.
 */
export type QuotientFacts = {
  /** The code, of heaps; of a partizan game those of Left and of Right. */
  code?: string | null;
  /** The element of a sum, if one was asked for; or its total weight. */
  element?: string | null;
  /** Each element: its name, its outcome, and its product with each generator. */
  elements?: (Table | null);
  /** The generators, each with the first heap or game that is sent there. */
  generators?: ([string, number])[];
  /** The smallest ideal, which is a group. */
  kernel?: (SubgroupFacts | null);
  /** How many elements there are; 0 if there are infinitely many. */
  order: number;
  /** How many of them are P-positions; 0 if there are infinitely many elements. */
  p_order: number;
  /** The elements that are P-positions. */
  p_portion?: string[];
  /** In the quotient of partizan games the elements with the outcomes L, R and N. */
  partizan?: (PartizanPortions | null);
  /** The period of the pretending function. */
  period?: number | null;
  /** Positions of named games that were asked for, with their elements or weights. */
  positions?: ([string, string])[];
  /** From where on the pretending function is periodic for ever: the last exception + 1. */
  preperiod?: number | null;
  /** Generators and relations: `<a,b | a2=1,b3=b>`; `Z` for the integers. */
  presentation: string;
  /**
   * The pretending function: the element of each heap from 0 on, to the end of the first period,
   * or as far as it is known.
   */
  pretending?: string[];
  /** The relations, without those that follow from commutativity. */
  relations?: string[];
  /** Why the work stopped before the last heap that was asked for. */
  stopped?: string | null;
  /** The maximal subgroups, one for each idempotent. */
  subgroups?: SubgroupFacts[];
  /** The tame quotient that it is, `T2`; absent if it is wild. */
  tame?: string | null;
  /** The last heap that was looked at. */
  to?: number | null;
  /** Whether this is proved to be the quotient of all heaps. */
  verdict?: (PeriodStatus | null);
  /** The weights that decide who wins, if the quotient is the group of the integers. */
  weights?: (WeightFacts | null);
};

/** The rare heaps of a game. */
export type RareHeaps = {
  /** What makes a value rare. */
  class: Class;
  /** The rare heaps of the code, with their values. */
  heaps: ([number, number])[];
};

/**
 * A function of the heap: the values of the first heaps and, for all others, a row for each residue
 * modulo the base. A row may lead to a further function of the same kind; the first function is
 * the sequence.
 */
export type Recursion = {
  /** The base, at least 1. */
  base: number;
  /** The functions; the first is the sequence. */
  functions: LawFunction[];
};

/** What was spent so far. */
export type Report = {
  /** Bytes reserved now. */
  bytes: number;
  /** Time since the budget was made. */
  elapsed: Duration;
  /** The most bytes that were reserved at once. */
  peak_bytes: number;
  /** Steps of work; what a step is, the engine that counts them says. */
  steps: number;
};

/** A request with its number. */
export type Request = {
  /** What the events of this request are known by. */
  id: number;
} & ({
  ask: "hello";
} | RunRequest & {
  ask: "run";
} | SubjectRequest & {
  ask: "describe";
} | SubjectRequest & {
  ask: "draw";
} | SubjectRequest & {
  ask: "explore";
} | ViewRequest & {
  ask: "view";
} | ComposeRequest & {
  ask: "compose";
} | PlayRequest & {
  ask: "moves";
} | PlayRequest & {
  ask: "choose";
} | PlayRequest & {
  ask: "line";
} | ReviewRequest & {
  ask: "review";
} | GraphRequest & {
  ask: "graph";
} | SequenceRequest & {
  ask: "sequence";
} | TextRequest & {
  ask: "rules";
} | TextRequest & {
  ask: "open";
} | SaveRequest & {
  ask: "save";
} | StopRequest & {
  ask: "stop";
});

/** Positions of a game that was played. */
export type ReviewRequest = {
  /** Whether a player without a move wins. */
  misere: boolean;
  /** The positions one after another, each with who is to move. */
  positions: ([string, Player])[];
};

/** What a function is for the heaps `n = base * m + r` of a residue `r`. */
export type Row = ({
  line: {
    /** The constant. */
    plus: number;
    /** The factor. */
    times: number;
  };
} | {
  again: {
    /** What is added to its value. */
    added: number;
    /** The number of the function. */
    function: number;
    /** The constant. */
    plus: number;
    /** The factor. */
    times: number;
  };
});

/**
 * Cells to work out.
 *
 * Names stand for what the cells *above* make of them, in whatever order cells are run: what a
 * cell says depends on nothing but the texts of the cells from the first down to it.
 */
export type RunRequest = {
  /** The whole sheet, from the top. */
  cells: Cell[];
  /**
   * The cells to work out. Those above that they need and that are not worked out yet come
   * first, those below that depend on them follow. `null` is all cells.
   */
  run: string[] | null;
};

/** Cells for a file. */
export type SaveRequest = {
  /** What is typed in the cells, from the top. */
  sources: string[];
};

/** The version of the schema of an [`Analysis`]; by default the one that this code writes, 3. */
export type SchemaVersion = number;

/**
 * What is known of the nim sequence of a heap game, or of many.
 *
 * Heaps are given by the sizes of positions where nothing else is said: a board of `2 x n` cells
 * of triomino is the heap of `2n` of its code.
 */
export type SequenceFacts = {
  /** The certificate of the period or the law. */
  certificate?: (Certificate | null);
  /** The code; rules of other games have none. */
  code?: string;
  /**
   * The digest of the values, in hexadecimal: `h = (h xor G(n)) * 0x100000001b3` over the heaps
   * of the code, from `0xcbf29ce484222325`.
   */
  digest?: string | null;
  /** The least size, that of the first of `values`. */
  first?: number | null;
  /** The heaps of a position, with their values. */
  heaps?: HeapValue[];
  /** How often each value occurs, from 0 on. */
  histogram?: number[];
  /** The law. */
  law?: (FoundLaw | null);
  /** The largest value, and the first heap of the code that has it. */
  maximum?: (HeapValue | null);
  /** The name of the game, if it was asked for by one. */
  name?: string | null;
  /** The period. */
  period?: (Periodicity | null);
  /** The rare heaps, where there are rare and common values. */
  rares?: (RareHeaps | null);
  /** The rules in words. */
  rules?: string[];
  /** The games of a survey. */
  survey?: SurveyRow[];
  /** The last heap of the code whose value is known. */
  to?: number | null;
  /** The splits that are tried to find the rare values below the value of a heap. */
  tries?: (SplitCounts | null);
  /** The values of `first` and the sizes after it. */
  values?: number[];
  /** The sizes of value 0. */
  zeros?: number[] | null;
};

/** A nim sequence. */
export type SequenceRequest = {
  /** The name of a game of heaps or its code: `kayles`, `0.137`. */
  game: string;
  /** The last heap. */
  to: number;
};

/** How many positions there are with each side to move. */
export type SideToMove = {
  /** With the other side to move. */
  lone_to_move: number;
  /** With the first, stronger side to move. */
  strong_to_move: number;
};

/** How a sum compares with 0. */
export type Sign = ("zero" | "not-zero" | "not-negative");

/** What is known of all positions of a game that was solved. */
export type SolvedFacts = {
  /** Bytes of the database on disk, if there is one. */
  bytes?: number | null;
  /** The longest win. */
  longest_win?: (Longest | null);
  /**
   * Whether these are all positions that the ruleset numbers in these tiers, and not those
   * alone that can be reached.
   */
  numbered?: boolean;
  /** How many positions the player to move wins (N), loses (P), or neither (D). */
  outcomes?: ([Outcome, number])[];
  /**
   * How many positions there are; in games of two different players a position is distinguished by
   * who is to move.
   */
  positions: number;
  /** The tiers that are solved, the least first, where they are asked for. */
  solved?: SolvedTier[];
  /** How many tiers there are, as far as that is known. */
  tiers: number;
};

/** A graph from a file. */
export type SolvedFile = {
  /** What is known of all of it. */
  analysis: Analysis;
  /** The arcs. */
  arcs: GraphEdge[];
  /** A drawing, in which vertices have their names as `data-id`; absent if there are too many. */
  svg?: string | null;
  /**
   * The table `vertex,outcome,remoteness,move` (or `vertex,class,...`) as CSV; absent of graphs
   * that are too large for a page.
   */
  table?: string | null;
  /** The vertices, in the order of the file; empty if there are too many to be drawn. */
  vertices: SolvedVertex[];
};

/** What is known of the positions of one tier. */
export type SolvedTier = {
  /** How many are drawn. */
  draws: number;
  /** The remoteness of the longest win. */
  longest?: number | null;
  /** How many the player to move loses. */
  losses: number;
  /** The measure of its positions. */
  tier: number;
  /** How many the player to move wins. */
  wins: number;
};

/** A vertex of a graph from a file. */
export type SolvedVertex = {
  /** The best moves of Left and Right, by number; absent where there is none. */
  best: [number | null, number | null];
  /** Its name. */
  name: string;
  /** Who wins. */
  outcome: Outcome;
  /** Who moves there, in graphs whose vertices have owners. */
  owner?: (Player | null);
  /** Its priority in a parity game. */
  priority?: number | null;
  /**
   * Its remoteness, with Left and with Right to move (the same in impartial games); absent in a
   * draw. Retrograde analysis finds vertices in this order.
   */
  remoteness: [number | null, number | null];
  /** Its Grundy value or loopy value, of impartial graphs in normal play. */
  value?: string | null;
  /** Its place from the left, in pixels. */
  x: number;
  /** Its place from the top, in pixels. */
  y: number;
};

/**
 * Splits into two common parts that are looked at until every rare value below the value of a
 * heap is found among its options.
 */
export type SplitCounts = {
  /** Heaps counted, from 0 on. */
  heaps: number;
  /** Splits looked at for all of them together. */
  splits: number;
};

/** What is known of the period of a game. */
export type Status = ("proved" | "sparse" | "open");

/** Where play stops. */
export type Stop = {
  /** The player to move there; absent in loopy games. */
  mover?: (Player | null);
  /** The number; of a loopy game perhaps `over`, `under`, `on` or `off`. */
  value: string;
};

/** Why work stopped. */
export type StopReason = ("finished" | "time" | "cpu" | "steps" | "memory" | "size" | "cancelled");

/** Work to stop. */
export type StopRequest = {
  /** The number of the request that is to stop; `null` is all. */
  of: number | null;
};

/** The two stops, each with the player to move when it is reached. */
export type Stops = {
  /** The Left stop. */
  left: Stop;
  /** The Right stop. */
  right: Stop;
};

/** A subgroup of a monoid. */
export type SubgroupFacts = {
  /** Its elements. */
  elements: string[];
  /** The group as a product of cyclic groups: `Z2^3`. */
  group: string;
  /** Its identity, an idempotent. */
  identity: string;
  /** How many elements it has. */
  order: number;
};

/** An expression, with the sheet in which its names have their meaning. */
export type SubjectRequest = {
  /**
   * Names mean what they do at the end of this cell of the last [`RunRequest`]; without it, there are
   * no variables.
   */
  cell: string | null;
  /** Whether the thermograph has its scaffolds. */
  scaffolds: boolean;
  /** The expression. */
  subject: string;
};

/** A summand of a position. */
export type SummandView = {
  /** The name of the game; absent of a value. */
  game?: string | null;
  /** Whether Left and Right are exchanged: a minus sign before it. */
  negative: boolean;
  /** As it is typed. */
  position: string;
  /** What there is to see. */
  view: View;
};

/** One game of a survey. */
export type SurveyRow = {
  /** The code. */
  code: string;
  /** The largest value found. */
  maximum: number;
  /** Preperiod and period, if proved. */
  period: [number, number] | null;
  /**
   * The first code of the survey with the same values; the code itself if there is none
   * before it.
   */
  same_as: string;
  /**
   * Whether it is proved to have the same values for ever, or has them as far as both were
   * computed; absent for the first of its kind.
   */
  sameness: (PeriodStatus | null);
  /** What is known of its period. */
  status: Status;
  /** The last heap computed. */
  values_to: number;
};

/** A table of what is known of many positions. Cells are texts, numbers among them. */
export type Table = {
  /** The names of the columns. */
  columns: string[];
  /** The rows, each with a cell for every column. */
  rows: (string[])[];
};

/** A text. */
export type TextRequest = {
  /** The text. */
  text: string;
};

/** Why a period is proved. */
export type Theorem = ("guy-smith" | "all-but" | "sparse-window" | "arithmetic" | "lasker" | "take-any" | "take-at-most" | "digits");

/** A vertex of a graph that is shown. */
export type Vertex = {
  /** What is written in it. */
  label: string;
  /** Whose it is. */
  owner?: (Player | null);
  /** How many tokens are on it. */
  tokens: number;
  /** Its place, in lengths of an edge; down is positive. May be left out where a view is set up. */
  x: number;
  /** See `x`. */
  y: number;
};

/** What there is to see of a position. */
export type View = ({
  /** The rows. */
  rows: string[];
  view: "board";
} | {
  /** The rows. */
  rows: (number[])[];
  view: "herds";
} | {
  /** The numbers. */
  heaps: string[];
  /** How they are drawn. */
  shape: HeapShape;
  view: "heaps";
} | {
  /** How many cells are shown. */
  cells: number;
  /** The cells with coins: which, and how many lie on it. */
  coins: ([number, number])[];
  view: "coins";
} | {
  /** The two ends of each chord. */
  chords: ([number, number])[];
  /** How many points. */
  points: number;
  view: "circle";
} | {
  /** Whether edges have a direction. */
  directed: boolean;
  /** The edges. */
  edges: GraphEdge[];
  /** The vertices. */
  vertices: Vertex[];
  view: "graph";
} | {
  /** The edges. */
  edges: GraphEdge[];
  /**
   * Where the vertices are, from 0 on: columns from the left and heights above the ground, in
   * lengths of an edge. Vertex 0 has no place of its own: an edge from it starts below its
   * other end. May be left out where a view is set up.
   */
  places: ([number, number])[];
  view: "hackenbush";
} | {
  /** The text. */
  text: string;
  view: "text";
});

/** A position, as it is written. */
export type ViewRequest = {
  /** A position or a sum of some: `clobber("xo|ox") + nim(3,4)`. */
  position: string;
};

/** One wall of a thermograph, as corner points from the mast down. */
export type Wall = {
  /** Corners `(temperature, value)`, temperatures falling. */
  corners: ([string, string])[];
  /** The mast value. */
  mast: string;
};

/** A thermograph: both walls and its printed form. */
export type Walls = {
  /** The Left wall. */
  left: Wall;
  /** The Right wall. */
  right: Wall;
  /** The printed form, `Thermograph(...)`. */
  text: string;
};

/** Integer weights of heaps, whose total determines who wins a sum. */
export type WeightFacts = {
  /** The first total of `outcomes`. */
  from: number;
  /** The outcome of each total from that one on. */
  outcomes: Outcome[];
  /** So many of the last outcomes repeat for larger totals. */
  period_above: number;
  /** So many of the first outcomes repeat for smaller totals. */
  period_below: number;
  /** By how much the weights grow in each period, if they are periodic for ever. */
  step?: number | null;
  /** The weight of each heap from 0 on, to the end of the first period, or as far as it is known. */
  weights?: number[];
};

/** What there is. */
export type Welcome = {
  /** The catalogue of games, sorted by name. */
  games: Game[];
  /** What is refused, and when work is stopped. */
  limits: Limits;
  /** Functions and methods, sorted by name, and the words of the language. */
  names: Name[];
  /** The version of the contract, `PROTOCOL`. */
  protocol: number;
  /** The sheet that the program was started with, if it was; the sources of its cells. */
  sheet?: string[] | null;
  /** The version of the program. */
  version: string;
};

/** Who wins a position, if that is known. */
export type Winner = ("left" | "right" | "draw" | "unknown");

/** A move that wins. */
export type WinningMove = {
  /**
   * The position after the move: of the summand, if there are summands. In chess the move, in its
   * notation.
   */
  after: string;
  /**
   * Where the move begins, where that is shorter to say than the summand: the vertex of a token that
   * may be annihilated, or the lowest edge of a stalk that wins, counted from 0.
   */
  from?: string | null;
  /** The summand to move in, counted from 1; absent in graphs and in chess. */
  summand?: number | null;
};
