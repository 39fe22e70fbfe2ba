"""The games of the catalogue: each function makes a position.

Made from the catalogue by `make_games.py`. What a position is made of is said for each: numbers, a
text, the rows of a board, or the size of one as a pair. Lists may be NumPy arrays or generators.
What is written before a semicolon in `upstar games` are parameters: `moore(3, 4, 5,
parameters=(2,))`. With `misere=True` a position is in misère play: whoever cannot move wins.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Union

from ._upstar import Position, rules

#: What a position is made of.
Part = Union[int, str, Iterable[int], Iterable[str], Iterable[Iterable[str]]]


__all__ = [
    "acrostic_product",
    "adjoin",
    "amazons",
    "annihilation",
    "anti_clobber",
    "apples",
    "arc_kayles",
    "backsliding_toads_and_frogs",
    "bandit",
    "cake",
    "cake_product",
    "cannibal_clobber",
    "carry_on",
    "ceylonese_fox_and_geese",
    "chess_pawns",
    "childish_hackenbush",
    "chomp",
    "clobber",
    "col",
    "connect_four",
    "connect_k",
    "cram",
    "crosses",
    "cutcake",
    "dawson_kayles",
    "diagonal_clobber",
    "digraph_placement",
    "direct_product",
    "dodgem",
    "domineering",
    "eatcake",
    "elephants_and_rhinos",
    "euclid",
    "fibonacci_nim",
    "fission",
    "fjords",
    "fox_and_geese",
    "gen_clobber",
    "gen_col",
    "gen_fox_and_geese",
    "gen_king_dirt",
    "gen_mem",
    "gen_toads",
    "gen_wythoff",
    "go",
    "go_area",
    "grim",
    "grundy",
    "grunt",
    "hackenbush",
    "hare_and_hounds",
    "james_bond",
    "join",
    "k_in_a_row",
    "kalah",
    "kayles",
    "kings",
    "knight",
    "knights",
    "konane",
    "lasker",
    "matches",
    "maundy_cake",
    "mem",
    "mock_turtle_fives",
    "mock_turtles",
    "moebius",
    "mogul",
    "moidores",
    "moore",
    "motley",
    "nim",
    "nim_with_transfer",
    "nimble",
    "nimble2",
    "nimstring",
    "node_kayles",
    "nogo",
    "northcott",
    "omax",
    "ordered_nim",
    "partizan_arc_kayles",
    "partizan_euclid",
    "partizan_splittles",
    "partizan_subtraction",
    "partizan_take_and_break",
    "pawns",
    "poker_nim",
    "poset",
    "queens",
    "rooks",
    "ruler",
    "ruler_fives",
    "sheep",
    "ski_jumps",
    "snort",
    "spawning",
    "splittles",
    "sprouts",
    "staircase",
    "stalk",
    "subtract_square",
    "subtraction",
    "sym",
    "sympler",
    "take_and_break",
    "take_at_most",
    "take_away",
    "tic_tac_toe",
    "toads_and_frogs",
    "tokens",
    "toppling_dominoes",
    "treblecross",
    "triomino",
    "triplet_fives",
    "triplets",
    "turn_and_eatcake",
    "turned_cake_product",
    "turning",
    "turning_turtles",
    "turnips",
    "twins",
    "weighted_arc_kayles",
    "wind_up",
    "wythoff",
]


def __dir__() -> list[str]:
    return __all__


def acrostic_product(
    *position: Part, parameters: tuple[Part, ...] | None = None, misere: bool = False
) -> Position:
    """Two codes, of take-and-break games or of turning games. A move in the piece a x b is one
    of the first game from a to a', a'', ..., which leaves the pieces a' x b, a'' x b, ...,
    or one of the second game from b in the same way.

    A position is written ``acrostic_product("0.77","2"; a,b)``.

    Impartial. Source: Winning Ways, chapter 14.

    >>> str(Position('acrostic_product("2","2"; 6,4)').value)
    '*6'
    """
    return rules("acrostic_product")(*position, parameters=parameters, misere=misere)


def adjoin(
    *position: Part, parameters: tuple[Part, ...] | None = None, misere: bool = False
) -> Position:
    """A pair of numbers and two games on pairs; a move is a move of either game. The games:
    acrostic_product('0.3','2'), direct_product('0.3','2'), euclid, fibonacci_nim,
    gen_wythoff(2), mem, take_away('3/2'), wythoff.

    A position is written ``adjoin("wythoff","take_away('2k+1')"; a,b)``.

    Impartial. Source: CGSuite.

    >>> str(Position('adjoin("mem","fibonacci_nim"; 7,3)').value)
    '*7'
    """
    return rules("adjoin")(*position, parameters=parameters, misere=misere)


def amazons(*position: Part, misere: bool = False) -> Position:
    """Amazons x of Left and o of Right move like chess queens over free cells; then the amazon
    shoots, again as a queen, at a free cell, which becomes a wall (#).

    A position is written ``amazons("x...|...o")``.

    Partizan. Source: Walter Zamkauskas (1988).

    >>> str(amazons("x...|o...").value)
    '+-{3,{4|0,{1|0,*}},{4|{0,{1/2|0}|v},+-1,+-{1,{2|0}}}}'
    """
    return rules("amazons")(*position, misere=misere)


def annihilation(
    *position: Part, parameters: tuple[Part, ...] | None = None, misere: bool = False
) -> Position:
    """Tokens on the vertices of a directed graph; a move takes one token along an arc; if it
    meets another token, both vanish.

    A position is written ``annihilation("a->b,b->c,a->c"; "a,b")``.

    Impartial, loopy. Source: Fraenkel and Yesha (1982); Stankevich, Games on graphs, exercise
    17.

    Also called tokens_with_annihilation.

    >>> Position('annihilation("0->2,2->0,1->1"; 0,2)').outcome
    'N'
    """
    return rules("annihilation")(*position, parameters=parameters, misere=misere)


def anti_clobber(*position: Part, misere: bool = False) -> Position:
    """Men x of Left and o of Right. A man moves to a neighbouring free cell and leaves a man
    of the opponent where he stood.

    A position is written ``anti_clobber("xo|ox")``.

    Partizan. Source: CGSuite.

    >>> str(anti_clobber("xoxo|oo..").value)
    '{*|-1}'
    """
    return rules("anti_clobber")(*position, misere=misere)


def apples(*position: Part, misere: bool = False) -> Position:
    """A bag of n apples; a move eats any number of them. The bag of the hungry knight:
    knight(3,6) + apples(4).

    A position is written ``apples(n)``.

    Impartial. Source: Dehornoy, Combinatorial game theory, section 2.3.

    Also called bag_of_apples.

    >>> str(apples(4).value)
    '*4'
    """
    return rules("apples")(*position, misere=misere)


def arc_kayles(*position: Part, misere: bool = False) -> Position:
    """A move removes an edge of a graph, both its ends, and all edges at them.

    A position is written ``arc_kayles("path 7"), arc_kayles("3x3") or
    arc_kayles("...|1-2,2-3")``.

    Impartial. Source: Schaefer (1978).

    >>> str(arc_kayles("path 7").value)
    '*'
    """
    return rules("arc_kayles")(*position, misere=misere)


def backsliding_toads_and_frogs(*position: Part, misere: bool = False) -> Position:
    """Toads and Frogs in which men may also slide one cell backwards to a free cell.

    A position is written ``backsliding_toads_and_frogs("tt.ff")``.

    Partizan, loopy. Source: Siegel, Combinatorial Game Theory.

    >>> backsliding_toads_and_frogs("t.f").outcome
    'P'
    """
    return rules("backsliding_toads_and_frogs")(*position, misere=misere)


def bandit(*position: Part, misere: bool = False) -> Position:
    """On a board with walls (#) the bandit (Left, B) steps to a neighbouring cell and wins by
    stepping off the board; the policeman (Right, P) steps to one of the eight cells around
    his and wins by stepping on the bandit.

    A position is written ``bandit("B..|.#.|..P")``.

    Partizan, loopy. Source: Stankevich, Games on graphs, introduction.

    Also called bandit_and_policeman, cop_and_bandit.

    >>> bandit("B..|...|..P").outcome
    'L'
    """
    return rules("bandit")(*position, misere=misere)


def cake(*position: Part, misere: bool = False) -> Position:
    """A cake of a x b x c cubes; a move cuts it between cubes, parallel to a side, into two
    unequal parts and eats the smaller one. It ends when every side is 1 or 2.

    A position is written ``cake(a,b,c)``.

    Impartial. Source: Stankevich, Games on graphs, exercise 15.

    >>> str(cake(3,5,9).value)
    '*7'
    """
    return rules("cake")(*position, misere=misere)


def cake_product(
    *position: Part, parameters: tuple[Part, ...] | None = None, misere: bool = False
) -> Position:
    """A rectangle of squares and two codes of games on heaps. Left makes a move of the first
    game on the number of columns of a piece, Right one of the second game on the rows:
    cutcake is 4.0 for both, eatcake 0.7, maundy cake {2+}=.0.

    A position is written ``cake_product("4.0","0.7"; rows,columns)``.

    Partizan. Source: Winning Ways, chapters 2 and 8; CGSuite.

    Also called gen_cutcake.

    >>> str(Position('cake_product("4.0","4.0"; 2,5)').value)
    '1'
    """
    return rules("cake_product")(*position, parameters=parameters, misere=misere)


def cannibal_clobber(*position: Part, misere: bool = False) -> Position:
    """Clobber in which players may also take their own men: a man takes any man on a
    neighbouring cell and moves there.

    A position is written ``cannibal_clobber("xo|ox")``.

    Partizan. Source: CGSuite and MCGS.

    Also called hot_clobber.

    >>> str(cannibal_clobber("xox|o.x|oxo").value)
    '0'
    """
    return rules("cannibal_clobber")(*position, misere=misere)


def carry_on(
    *position: Part, parameters: tuple[Part, ...] | None = None, misere: bool = False
) -> Position:
    """Tokens on a directed graph; a move takes one along an arc. After an arc a=>b the same
    player must move again, anywhere, and loses if there is no move; after a->b the turn
    ends. The value is a nimber, loony, or loopy with the nimbers at which a turn can end.

    A position is written ``carry_on("a->b,b=>c,c->a"; "a,b")``.

    Impartial, loopy. Source: Suetsugu, arXiv 2404.00632; Abuku and others, arXiv 2512.14466.

    Also called carry_on_tokens.

    >>> Position('carry_on("a->a,a=>b"; "a")').outcome
    'D'
    """
    return rules("carry_on")(*position, parameters=parameters, misere=misere)


def ceylonese_fox_and_geese(*position: Part, misere: bool = False) -> Position:
    """Fox and Geese in which the fox moves one or two cells along a diagonal.

    A position is written ``ceylonese_fox_and_geese(".x.x|o...")``.

    Partizan, loopy. Source: CGSuite.

    >>> Position('ceylonese_fox_and_geese({(4,2),(4,4),(4,6),(4,8)}, (1,1))').outcome
    'L'
    """
    return rules("ceylonese_fox_and_geese")(*position, misere=misere)


def chess_pawns(*position: Part, misere: bool = False) -> Position:
    """Pawns on a board: Left's (x) go up, Right's (o) go down, and take as in chess; a player
    who can take must take. With n pawns each on 3 x n cells, the winner is that of
    `pawns(n)`, also in misere play; on the board each player moves his own pawns.

    A position is written ``chess_pawns(5) for 3x5, or chess_pawns("ooo|...|xxx")``.

    Partizan. Source: Dawson (1935); e-maxx, Sprague-Grundy theory.

    >>> chess_pawns(5).outcome
    'N'
    """
    return rules("chess_pawns")(*position, misere=misere)


def childish_hackenbush(*position: Part, misere: bool = False) -> Position:
    """Hackenbush in which a blue edge (l, Left's) or a red one (r, Right's) may be cut only if
    everything else stays connected to the ground; green edges (e) may always be cut.

    A position is written ``childish_hackenbush("l(l;rl)"), written as in hackenbush``.

    Partizan. Source: Winning Ways, chapter 2; green edges as in CGSuite.

    >>> str(childish_hackenbush("(e:B;e:Bllllllrrr:B)").value)
    '{0|^[4]*||vv}'
    """
    return rules("childish_hackenbush")(*position, misere=misere)


def chomp(*position: Part, misere: bool = False) -> Position:
    """Rows of a, b, ... squares of chocolate, one below the other; a move eats a square and
    all below it or to its right. The first square is poisoned and never eaten.

    A position is written ``chomp(a,b,...)``.

    Impartial. Source: Schuh (1952); Gale, A curious nim-type game (1974).

    >>> str(chomp(3,2).value)
    '0'
    """
    return rules("chomp")(*position, misere=misere)


def clobber(*position: Part, misere: bool = False) -> Position:
    """Men x of Left and o of Right stand on a board. A man takes an enemy on a neighbouring
    cell and moves there.

    A position is written ``clobber("xo|ox")``.

    Partizan. Source: Albert, Grossman, Nowakowski and Wolfe, An introduction to Clobber (2005).

    Also called clobber_1xn.

    >>> str(clobber("xoxo|ox..").value)
    '{^^*|v*}'
    """
    return rules("clobber")(*position, misere=misere)


def col(*position: Part, misere: bool = False) -> Position:
    """A move colours a vertex of a graph, blue for Left, red for Right; neighbours may not
    have the same colour. L: next to a blue vertex, so that only Right may take it.
    On a board x and o are stones of Left and Right, # is no cell.

    A position is written ``col("path 5"), col("3x3"), col("..x|...") or
    col(".:A-L(-.:A;-R)")``.

    Partizan. Source: Colin Vout; On Numbers and Games, chapter 8.

    >>> str(col("path 3").value)
    '0'
    """
    return rules("col")(*position, misere=misere)


def connect_four(*position: Part, misere: bool = False) -> Position:
    """In turn, Left (x) first, men are dropped into columns and fall to the lowest free cell;
    four in a row, column or diagonal win. The number of men determines whose turn it is. A
    full board without a line is a draw: its only option is itself. Sizes are rows x columns.

    A position is written ``connect_four("6x7") or connect_four("....|....|.xo.")``.

    Partizan, players alternate, draws. Source: Howard Wexler and Ned Strongin, 1974; Allis
    1988; Tromp, John's Connect Four Playground.

    Also called connect4, four_in_a_row, four_in_a_line.

    >>> connect_four("xo.x|ooxo|xxox").outcome
    'D'
    """
    return rules("connect_four")(*position, misere=misere)


def connect_k(
    *position: Part, parameters: tuple[Part, ...] | None = None, misere: bool = False
) -> Position:
    """Connect Four in which k men make a line.

    A position is written ``connect_k(k; "4x5") or connect_k(k; "...|...|.xo")``.

    Partizan, players alternate, draws. Source: Edelkamp and Kissmann, On the Complexity of BDDs
    for State Space Search (2011).

    >>> Position('connect_k(3; "3x4")').outcome
    'N'
    """
    return rules("connect_k")(*position, parameters=parameters, misere=misere)


def cram(*position: Part, misere: bool = False) -> Position:
    """A move puts a domino on two neighbouring free cells, vertically or horizontally.

    A position is written ``cram("4x5") or cram("..|#.")``.

    Impartial. Source: Gardner (1974); Winning Ways, chapter 15.

    Also called impartial_domineering, plugg.

    >>> str(cram("1x14").value)
    '*4'
    """
    return rules("cram")(*position, misere=misere)


def crosses(*position: Part, misere: bool = False) -> Position:
    """A strip of n cells; a move puts a cross on a free cell that has no cross next to it.
    Octal code 0.137.

    A position is written ``crosses(n) or crosses("..X...")``.

    Impartial. Source: e-maxx, Sprague-Grundy theory; Dawson (1935).

    Also called dawsons_chess.

    >>> str(crosses(9).value)
    '*3'
    """
    return rules("crosses")(*position, misere=misere)


def cutcake(*position: Part, misere: bool = False) -> Position:
    """A rectangle of squares. Left cuts a piece in two vertically, Right horizontally, always
    between squares.

    A position is written ``cutcake(rows,columns)``.

    Partizan. Source: Winning Ways, chapter 2.

    >>> str(cutcake(2,5).value)
    '1'
    """
    return rules("cutcake")(*position, misere=misere)


def dawson_kayles(*position: Part, misere: bool = False) -> Position:
    """A row of n pins; a move knocks down two adjacent pins. Octal code 0.07.

    A position is written ``dawson_kayles(n)``.

    Impartial. Source: Dawson (1935); Guy and Smith (1956).

    Also called dawsons_kayles, dawson.

    >>> str(dawson_kayles(14).value)
    '*4'
    """
    return rules("dawson_kayles")(*position, misere=misere)


def diagonal_clobber(*position: Part, misere: bool = False) -> Position:
    """Clobber with steps to the four cells that touch at a corner.

    A position is written ``diagonal_clobber("xo|ox")``.

    Partizan. Source: CGSuite.

    Also called bishop_clobber.

    >>> str(diagonal_clobber("xoxo|oox.|xxx.").value)
    '{0,v*|vv}'
    """
    return rules("diagonal_clobber")(*position, misere=misere)


def digraph_placement(*position: Part, misere: bool = False) -> Position:
    """A directed graph whose vertices are Left's (L) or Right's (R). A player removes one of
    his vertices and all vertices to which it has an arc.

    A position is written ``digraph_placement("LRL|1>2,2>3"), with a-b for arcs both ways``.

    Partizan. Source: Clow and McKay, Digraph placement games (2024).

    >>> str(digraph_placement("LLRR|1-2,1-3,1-4,2-3,2-4,3-4").value)
    '*'
    """
    return rules("digraph_placement")(*position, misere=misere)


def direct_product(
    *position: Part, parameters: tuple[Part, ...] | None = None, misere: bool = False
) -> Position:
    """Two codes, of take-and-break games or of turning games. A move goes from a to a', a'', ...
    by the first and from b to b', b'', ... by the second, and leaves instead of a x b
    all pieces a' x b, a x b' and a' x b'.

    A position is written ``direct_product("0.77","2"; a,b)``.

    Impartial. Source: Winning Ways, chapter 14: the Tartan theorem.

    Also called tartan.

    >>> str(Position('direct_product("2","2"; 3,3)').value)
    '*3'
    """
    return rules("direct_product")(*position, parameters=parameters, misere=misere)


def dodgem(*position: Part, misere: bool = False) -> Position:
    """Left's cars (x) go one cell right, up or down, Right's (o) one cell up, left or right,
    to free cells, and leave the board over the right and the upper edge. A player without
    cars has won and may pass forever; a blocked player has won too, and takes his cars off.

    A position is written ``dodgem(3) or dodgem("x..|x..|.oo")``.

    Partizan, loopy. Source: Colin Vout; Winning Ways, chapter 22.

    >>> dodgem(3).outcome
    'N'
    """
    return rules("dodgem")(*position, misere=misere)


def domineering(*position: Part, misere: bool = False) -> Position:
    """On a board of free cells (.) and walls (#) a move covers two free cells
    with a domino: Left a vertical one, Right a horizontal one.

    A position is written ``domineering("4x5") or domineering("..|#.")``.

    Partizan. Source: Goran Andersson, around 1973; Winning Ways, chapter 5.

    Also called crosscram.

    >>> str(domineering("2x3").value)
    '{2|-1/2}'
    """
    return rules("domineering")(*position, misere=misere)


def eatcake(*position: Part, misere: bool = False) -> Position:
    """A rectangle of squares. Left eats a column of a piece, Right a row; the rest on its two
    sides becomes two pieces.

    A position is written ``eatcake(rows,columns) or eatcake("2x3,1x4")``.

    Partizan. Source: Jim Bynum; Winning Ways, chapter 8.

    >>> str(eatcake(8,1).value)
    '^'
    """
    return rules("eatcake")(*position, misere=misere)


def elephants_and_rhinos(*position: Part, misere: bool = False) -> Position:
    """Left's elephants (t) go right and Right's rhinos (f) go left, one cell to a free cell;
    nobody jumps.

    A position is written ``elephants_and_rhinos("tt..ff")``.

    Partizan. Source: Albert, Nowakowski and Wolfe, Lessons in Play (2007).

    Also called elephants.

    >>> str(elephants_and_rhinos("t.f").value)
    '*'
    """
    return rules("elephants_and_rhinos")(*position, misere=misere)


def euclid(*position: Part, misere: bool = False) -> Position:
    """Two positive numbers; a move subtracts a multiple of the smaller one from the larger
    one, which must stay positive.

    A position is written ``euclid(a,b)``.

    Impartial. Source: Cole and Davie, A game based on the Euclidean algorithm (1969).

    >>> str(euclid(3,11).value)
    '*3'
    """
    return rules("euclid")(*position, misere=misere)


def fibonacci_nim(*position: Part, misere: bool = False) -> Position:
    """A heap of n. The first move takes some, not all; each later one at most twice what the
    previous move took. A second number gives how many were taken last.

    A position is written ``fibonacci_nim(n) or fibonacci_nim(n,k)``.

    Impartial. Source: Whinihan, Fibonacci nim (1963).

    >>> str(fibonacci_nim(10,4).value)
    '*5'
    """
    return rules("fibonacci_nim")(*position, misere=misere)


def fission(*position: Part, misere: bool = False) -> Position:
    """A stone (x) with free cells on both sides is replaced by a stone on each of the two:
    above and below for Left, left and right for Right.

    A position is written ``fission("...|.x.|...")``.

    Partizan. Source: Conway, Guy and others.

    >>> str(fission("...|.x.|...").value)
    '0'
    """
    return rules("fission")(*position, misere=misere)


def fjords(*position: Part, misere: bool = False) -> Position:
    """A player takes a free vertex of a graph next to one of his own. Only free vertices are
    shown: L next to a vertex of Left, R next to one of Right, B next to both, . next to
    none.

    A position is written ``fjords("L-.-.-R") or fjords("L..R|1-2,2-3,3-4")``.

    Partizan. Source: Grossman, Fjords (Mathematical Games); CGSuite.

    >>> str(fjords("L-.-.-R").value)
    '0'
    """
    return rules("fjords")(*position, misere=misere)


def fox_and_geese(*position: Part, misere: bool = False) -> Position:
    """On cells of one colour Left's geese (x) go one cell down along a diagonal, Right's fox
    (o) one cell along any diagonal, to free cells. A fox with no goose above him is free:
    he leaves the board, and Right may then pass forever.

    A position is written ``fox_and_geese(".x.x|o...") or fox_and_geese({(4,2),(4,4)}, (1,1))``.

    Partizan, loopy. Source: Winning Ways, chapter 20; CGSuite.

    >>> str(Position('fox_and_geese({(3,1),(3,3),(3,5),(3,7)}, (2,6))').value)
    '3*'
    """
    return rules("fox_and_geese")(*position, misere=misere)


def gen_clobber(
    *position: Part, parameters: tuple[Part, ...] | None = None, misere: bool = False
) -> Position:
    """Clobber with any steps, each a number of rows and a number of columns; compass means
    those of a king, orthogonal those of Clobber, diagonal the others.

    A position is written ``gen_clobber("(0,1),(1,0)"; "xo|ox") or gen_clobber("compass";
    "xo|ox")``.

    Partizan. Source: CGSuite.

    Also called generalized_clobber.

    >>> str(Position('gen_clobber("compass"; ".oo|x.o")').value)
    'vv*'
    """
    return rules("gen_clobber")(*position, parameters=parameters, misere=misere)


def gen_col(
    *position: Part, parameters: tuple[Part, ...] | None = None, misere: bool = False
) -> Position:
    """The kinds of vertices that Left may take, and those that Right may take: L next to one of
    Left, R next to one of Right, . next to none. When a player takes a vertex, its neighbours
    marked . get his letter, and those marked with the opponent's letter are removed.

    A position is written ``gen_col("L","R"; "L-.-.-R")``.

    Partizan. Source: CGSuite: Snort is gen_col(".L",".R"), Col gen_col(".R",".L"), its Fjords
    gen_col("L","R").

    >>> str(Position('gen_col("L","R"; "L-.-R")').value)
    '0'
    """
    return rules("gen_col")(*position, parameters=parameters, misere=misere)


def gen_fox_and_geese(
    *position: Part, parameters: tuple[Part, ...] | None = None, misere: bool = False
) -> Position:
    """Fox and Geese on a board of any width, with men given by their places, and with a fox
    who moves as far as foxRange says.

    A position is written ``gen_fox_and_geese(boardWidth => 4; {(3,1),(3,3)}, (1,3)) or with
    foxRange => 2``.

    Partizan, loopy. Source: CGSuite.

    Also called generalized_fox_and_geese.

    >>> Position('gen_fox_and_geese(boardWidth => 4; {(5,1),(5,3)}, (1,3))').outcome
    'L'
    """
    return rules("gen_fox_and_geese")(*position, parameters=parameters, misere=misere)


def gen_king_dirt(*position: Part, misere: bool = False) -> Position:
    """A player moves one of his men (x Left, o Right) like a chess king to a free cell and
    leaves dirt (#) where it stood, or puts a man from his hand on a free cell. The numbers:
    men in hand of Left and of Right; and 1 if a player who has some must put one, or 0.

    A position is written ``gen_king_dirt("1,1,0:..x|o..")``.

    Partizan. Source: MCGS.

    Also called king_dirt.

    >>> gen_king_dirt("1,1,0:..x|...|..o").outcome
    'N'
    """
    return rules("gen_king_dirt")(*position, misere=misere)


def gen_mem(
    *position: Part, parameters: tuple[Part, ...] | None = None, misere: bool = False
) -> Position:
    """A heap of n and a condition for how many, j, may be taken after a move that took m:
    numbers, m, j, + - * / % ^, relations, floor, ceil, sqrt, min, max. With j>=m it is Mem.
    The second number gives how many were taken last.

    A position is written ``gen_mem("j>=m"; n,m)``.

    Impartial. Source: CGSuite.

    Also called generalized_mem.

    >>> str(Position('gen_mem("j%3!=m"; 6,2)').value)
    '*4'
    """
    return rules("gen_mem")(*position, parameters=parameters, misere=misere)


def gen_toads(
    *position: Part, parameters: tuple[Part, ...] | None = None, misere: bool = False
) -> Position:
    """Toads (t) go right, frogs (f) left. The numbers: the smallest and largest length of a
    slide; the number of men in a row that a blocked man may jump over, to the free cell
    behind them; and 1 if he may jump over his own side, or 0.

    A position is written ``gen_toads("1,2,1,0:tt..ff"), or gen_toads(2; "tt..ff") by the
    longest jump``.

    Partizan. Source: CGSuite and MCGS.

    Also called gen_toads_and_frogs.

    >>> str(gen_toads("1,1,2,0:tttt..fff").value)
    '{1/2*|v}'
    """
    return rules("gen_toads")(*position, parameters=parameters, misere=misere)


def gen_wythoff(
    *position: Part, parameters: tuple[Part, ...] | None = None, misere: bool = False
) -> Position:
    """Two heaps; a move takes any number from one heap, or from both numbers that differ by less
    than r. With r = 1 it is Wythoff's game. With a bound f(k): k from one of both heaps and
    at least k, but fewer than f(k), from the other one; k+1 is Wythoff's game.

    A position is written ``gen_wythoff(r; a,b) or gen_wythoff("2k+1"; a,b)``.

    Impartial. Source: Fraenkel, How to beat your Wythoff games' opponents on three fronts
    (1982); CGSuite.

    Also called generalized_wythoff.

    >>> str(gen_wythoff(10,5, parameters=(2,)).value)
    '*14'
    """
    return rules("gen_wythoff")(*position, parameters=parameters, misere=misere)


def go(*position: Part, misere: bool = False) -> Position:
    """Stones on free points (x Left, o Right; X and O are safe stones of the frame, # is outside);
    groups without liberties are taken; a move may not take the player's own. Kos are loops.
    Territory and prisoners count: `board -1` has one point of Right. By area: go_area.

    A position is written ``go("#XO#|X.xO|#XO#") or go("(;SZ[9]AB[cc]AW[dc]SQ[cc])")``.

    Partizan, loopy. Source: Berlekamp and Wolfe, Mathematical Go (1994); Müller, Berlekamp and
    Spight, TR-96-030.

    Also called go_endgame, weiqi, baduk.

    >>> str(go("XXXX|Xo.O|XXXX").value)
    '{2|0}'
    """
    return rules("go")(*position, misere=misere)


def go_area(*position: Part, misere: bool = False) -> Position:
    """Go as in `go`, by area: stones and territory count, and both players may pass. So it has
    means and thermographs, but canonical forms only by territory: go(...).Heat(1) is what
    play is worth by area.

    A position is written ``go_area("#XO#|X.xO|#XO#") or
    go_area("(;SZ[9]AB[cc]AW[dc]SQ[cc])")``.

    Partizan, loopy. Source: Müller, Berlekamp and Spight, Generalized thermography, ICSI
    TR-96-030.

    >>> str(go_area("XXXX|X..X|XXXX").value)
    '2'
    """
    return rules("go_area")(*position, misere=misere)


def grim(*position: Part, misere: bool = False) -> Position:
    """A move removes a vertex of a graph that has a neighbour, with all its edges.

    A position is written ``grim(n) for a chain of n vertices, grim("cycle 5"), grim("star
    400;cycle 80") or grim("...|1-2,2-3")``.

    Impartial. Source: Peabody and Willis; Delta, Gra Grim i twierdzenie Sprague'a-Grundy'ego.

    >>> str(grim(8).value)
    '*'
    """
    return rules("grim")(*position, misere=misere)


def grundy(*position: Part, misere: bool = False) -> Position:
    """A move divides a heap into two heaps of different sizes.

    A position is written ``grundy(n)``.

    Impartial. Source: Grundy (1939).

    Also called grundys_game.

    >>> str(grundy(18).value)
    '*4'
    """
    return rules("grundy")(*position, misere=misere)


def grunt(*position: Part, misere: bool = False) -> Position:
    """A row of coins, heads (h) or tails (t); a move turns four coins that lie symmetrically, one
    of them the first of all,
    the last of them from heads to tails. Turning code 4FS.

    A position is written ``grunt("htth")``.

    Impartial. Source: Winning Ways, chapter 14.

    >>> str(grunt("ttttth").value)
    '*2'
    """
    return rules("grunt")(*position, misere=misere)


def hackenbush(*position: Part, misere: bool = False) -> Position:
    """Edges hang on the ground (vertex 0). A move cuts an edge: Left a blue one (l), Right a
    red one (r), both a green one (e); edges no longer connected to the ground disappear.

    A position is written ``hackenbush("lrl"), hackenbush("e(el;r)") or
    hackenbush("0-1l,1-2r")``.

    Partizan. Source: Winning Ways, chapters 1, 2 and 7.

    >>> str(hackenbush("lrlrrllr").value)
    '77/128'
    """
    return rules("hackenbush")(*position, misere=misere)


def hare_and_hounds(*position: Part, misere: bool = False) -> Position:
    """On three rows without the corners Left's hounds (x) go one cell, but not to the left,
    Right's hare
    (o) one cell: along rows, columns, and diagonals through every second middle cell from the
    first.
    A hare with no hound on his left has escaped and wins: the hounds have no move, Right may
    pass.

    A position is written ``hare_and_hounds(5) or hare_and_hounds("#x..#|x...o|#x..#")``.

    Partizan, loopy. Source: Winning Ways, chapter 21 (The French Military Hunt); Siegel, Coping
    with Cycles.

    Also called french_military_game.

    >>> hare_and_hounds(5).outcome
    'L'
    """
    return rules("hare_and_hounds")(*position, misere=misere)


def james_bond(*position: Part, misere: bool = False) -> Position:
    """A row of n; a move takes three that stand side by side. Octal code 0.007.

    A position is written ``james_bond(n)``.

    Impartial. Source: Guy and Smith (1956).

    >>> str(james_bond(9).value)
    '*3'
    """
    return rules("james_bond")(*position, misere=misere)


def join(
    *position: Part, parameters: tuple[Part, ...] | None = None, misere: bool = False
) -> Position:
    """Heaps and two codes, of take-and-break games or of turning games; a move is a move of
    either game in one heap.

    A position is written ``join("0.3","0.07"; n,...)``.

    Impartial. Source: CGSuite.

    Also called heap_join.

    >>> str(Position('join("0.3","0.07"; 5)').value)
    '*2'
    """
    return rules("join")(*position, parameters=parameters, misere=misere)


def k_in_a_row(
    *position: Part, parameters: tuple[Part, ...] | None = None, misere: bool = False
) -> Position:
    """In turn, Left (x) first, men are put on free cells; k in a row, column or diagonal win.
    The number of men determines whose turn it is. A full board without a line is a draw:
    its only option is itself.

    A position is written ``k_in_a_row(k; "3x4") or k_in_a_row(k; "....|.xo.|....")``.

    Partizan, players alternate, draws. Source: Winning Ways, chapter 22 (Tit-Tat-Toe, My First
    Go, ...).

    Also called m_n_k.

    >>> Position('k_in_a_row(3; "3x4")').outcome
    'N'
    """
    return rules("k_in_a_row")(*position, parameters=parameters, misere=misere)


def kalah(*position: Part, misere: bool = False) -> Position:
    """A pit is sown over the player's pits, his store and the opponent's pits. A last seed in the
    store
    gives another move; in an empty own pit opposite to seeds, it and these are captured. When a
    player has no seeds, each keeps his own. More than half wins, half draws (play then stands
    still).

    A position is written ``kalah(pits,seeds) or kalah("4,4,4+0|4,4,4+0")``.

    Partizan, loopy. Source: Irving, Donkers and Uiterwijk, Solving Kalah (2000).

    >>> kalah(3,2).outcome
    'N'
    """
    return rules("kalah")(*position, misere=misere)


def kayles(*position: Part, misere: bool = False) -> Position:
    """A row of n pins; a move knocks down one pin or two that stand side by side,
    and so may part a row in two. Octal code 0.77.

    A position is written ``kayles(n)``.

    Impartial. Source: Dudeney (1908) and Loyd; Guy and Smith (1956).

    >>> str(kayles(9).value)
    '*4'
    """
    return rules("kayles")(*position, misere=misere)


def kings(*position: Part, misere: bool = False) -> Position:
    """Clobber with the steps of a chess king.

    A position is written ``kings("xo|ox")``.

    Partizan. Source: CGSuite.

    Also called king_clobber.

    >>> str(kings("xox|ox.").value)
    '{^^*|*,v[2]}'
    """
    return rules("kings")(*position, misere=misere)


def knight(*position: Part, misere: bool = False) -> Position:
    """A chess knight on a board that is infinite downwards and to the right, or has a given
    number of rows and columns; it moves two rows up and one column sideways, or two columns
    left and one row up or down.

    A position is written ``knight(row,column) or knight(row,column,rows,columns)``.

    Impartial. Source: Dehornoy, Combinatorial game theory, section 2.3; Winning Ways, chapter
    3.

    Also called hungry_knight.

    >>> str(knight(3,6).value)
    '*2'
    """
    return rules("knight")(*position, misere=misere)


def knights(*position: Part, misere: bool = False) -> Position:
    """Clobber with the steps of a chess knight.

    A position is written ``knights("xo|ox")``.

    Partizan. Source: CGSuite.

    Also called knight_clobber.

    >>> str(knights("x..|..o").value)
    '*'
    """
    return rules("knights")(*position, misere=misere)


def konane(*position: Part, misere: bool = False) -> Position:
    """A man jumps over an enemy beside it to the free cell behind, and takes it;
    it may go on in the same direction. Left has x, Right has o.

    A position is written ``konane("xo.x|oxox")``.

    Partizan. Source: The game of Hawaii; Ernst, Playing Konane mathematically (1995).

    >>> str(konane("xo.x|oxox|xoxo|oxox").value)
    '1'
    """
    return rules("konane")(*position, misere=misere)


def lasker(*position: Part, misere: bool = False) -> Position:
    """A move takes any number from a heap, or parts a heap in two.

    A position is written ``lasker(a,b,...)``.

    Impartial. Source: Lasker, Brettspiele der Voelker (1931).

    Also called laskers_nim, lasker_nim.

    >>> str(lasker(3,4).value)
    '*7'
    """
    return rules("lasker")(*position, misere=misere)


def matches(*position: Part, misere: bool = False) -> Position:
    """A heap of n matches; a move takes from 1 to k of them.

    A position is written ``matches(n,k)``.

    Impartial. Source: Stankevich, Games on graphs, introduction.

    >>> str(matches(21,3).value)
    '*'
    """
    return rules("matches")(*position, misere=misere)


def maundy_cake(*position: Part, misere: bool = False) -> Position:
    """A rectangle of squares. Left cuts a piece vertically into any number of equal parts,
    Right horizontally, always between squares.

    A position is written ``maundy_cake(rows,columns)``.

    Partizan. Source: Winning Ways, chapter 2.

    >>> str(maundy_cake(1,12).value)
    '10'
    """
    return rules("maundy_cake")(*position, misere=misere)


def mem(*position: Part, misere: bool = False) -> Position:
    """A heap of n; the first move takes at least k, each later one at least as many as
    the move before it.

    A position is written ``mem(n,k)``.

    Impartial. Source: Winning Ways, chapter 15; CGSuite.

    >>> str(mem(10,3).value)
    '*3'
    """
    return rules("mem")(*position, misere=misere)


def mock_turtle_fives(*position: Part, misere: bool = False) -> Position:
    """A row of coins, heads (h) or tails (t); a move turns up to three of five neighbouring coins,
    the last of them from heads to tails. Turning code 1-3C(5).

    A position is written ``mock_turtle_fives("htth")``.

    Impartial. Source: Winning Ways, chapter 14.

    >>> str(mock_turtle_fives("tttth").value)
    '*8'
    """
    return rules("mock_turtle_fives")(*position, misere=misere)


def mock_turtles(*position: Part, misere: bool = False) -> Position:
    """A row of coins, heads (h) or tails (t); a move turns one, two or three coins,
    the last of them from heads to tails. Turning code 1-3.

    A position is written ``mock_turtles("htth")``.

    Impartial. Source: Winning Ways, chapter 14.

    >>> str(mock_turtles("tttth").value)
    '*8'
    """
    return rules("mock_turtles")(*position, misere=misere)


def moebius(*position: Part, misere: bool = False) -> Position:
    """A row of coins, heads (h) or tails (t); a move turns up to five coins,
    the last of them from heads to tails. Turning code 1-5.

    A position is written ``moebius("htth")``.

    Impartial. Source: Winning Ways, chapter 14.

    >>> str(moebius("tttttth").value)
    '*32'
    """
    return rules("moebius")(*position, misere=misere)


def mogul(*position: Part, misere: bool = False) -> Position:
    """A row of coins, heads (h) or tails (t); a move turns up to seven coins,
    the last of them from heads to tails. Turning code 1-7.

    A position is written ``mogul("htth")``.

    Impartial. Source: Winning Ways, chapter 14.

    >>> str(mogul("tttth").value)
    '*16'
    """
    return rules("mogul")(*position, misere=misere)


def moidores(*position: Part, misere: bool = False) -> Position:
    """A row of coins, heads (h) or tails (t); a move turns up to nine coins,
    the last of them from heads to tails. Turning code 1-9.

    A position is written ``moidores("htth")``.

    Impartial. Source: Winning Ways, chapter 14.

    >>> str(moidores("ttttttttth").value)
    '*511'
    """
    return rules("moidores")(*position, misere=misere)


def moore(
    *position: Part, parameters: tuple[Part, ...] | None = None, misere: bool = False
) -> Position:
    """Heaps of stones; a move takes stones from up to k heaps, any number from each.

    A position is written ``moore(k; a,b,...)``.

    Impartial. Source: E. H. Moore, A generalization of the game called nim (1910).

    Also called moores_nim.

    >>> moore(3,3,3, parameters=(2,)).outcome
    'P'
    """
    return rules("moore")(*position, parameters=parameters, misere=misere)


def motley(*position: Part, misere: bool = False) -> Position:
    """A row of coins, heads (h) or tails (t); a move turns any number of coins,
    the last of them from heads to tails. Turning code 1+.

    A position is written ``motley("htth")``.

    Impartial. Source: Winning Ways, chapter 14.

    >>> str(motley("hth").value)
    '*5'
    """
    return rules("motley")(*position, misere=misere)


def nim(*position: Part, misere: bool = False) -> Position:
    """Heaps of stones; a move takes any number of stones from one heap.

    A position is written ``nim(a,b,...)``.

    Impartial. Source: Bouton, Nim, a game with a complete mathematical theory (1901).

    >>> str(nim(2,3,5,7).value)
    '*3'
    """
    return rules("nim")(*position, misere=misere)


def nim_with_transfer(*position: Part, misere: bool = False) -> Position:
    """Heaps of stones; a move takes any number of stones from one heap, or carries any
    number of stones from one heap to another one that is not empty. Play need not end.

    A position is written ``nim_with_transfer(a,b,...)``.

    Impartial, loopy. Source: Stankevich, Games on graphs, section 1.

    Also called transfer_nim.

    >>> nim_with_transfer(1,1).outcome
    'P'
    """
    return rules("nim_with_transfer")(*position, misere=misere)


def nimble(*position: Part, misere: bool = False) -> Position:
    """Coins on the cells a, b, ... of a strip, cell 1 at its left end; a move takes a coin
    any number of cells to the left. A cell may hold many coins.

    A position is written ``nimble(a,b,...)``.

    Impartial. Source: e-maxx, Sprague-Grundy theory; Winning Ways, chapter 15.

    >>> str(nimble(2,4,7).value)
    '*4'
    """
    return rules("nimble")(*position, misere=misere)


def nimble2(*position: Part, misere: bool = False) -> Position:
    """Coins on different cells a, b, ... of a strip, cell 1 at its left end; a move takes a
    coin any number of free cells to the left, not over another coin.

    A position is written ``nimble2(a,b,...)``.

    Impartial. Source: e-maxx, Sprague-Grundy theory.

    Also called silver_dollar_without_dollar.

    >>> str(nimble2(2,5,9).value)
    '*2'
    """
    return rules("nimble2")(*position, misere=misere)


def nimstring(*position: Part, misere: bool = False) -> Position:
    """Coins (1, 2, ...) on strings, to each other or to the ground (0). A move cuts a string; a
    player who cuts the last string of a coin must move again, and loses if there is no move.
    The value is a nimber, or loony: then the player to move wins, whatever nimber is added.

    A position is written ``nimstring("2x3") for boxes, or nimstring("0-1,1-2,2-0")``.

    Impartial. Source: Winning Ways, chapter 16; boxes as in Dots and Boxes.

    >>> str(nimstring("0-1,1-2,2-0").value)
    '*'
    """
    return rules("nimstring")(*position, misere=misere)


def node_kayles(*position: Part, misere: bool = False) -> Position:
    """A move removes a vertex of a graph and all its neighbours.

    A position is written ``node_kayles("path 7"), node_kayles("3x3") or
    node_kayles("...|1-2,2-3")``.

    Impartial. Source: Schaefer, On the complexity of some two-person perfect-information games
    (1978).

    >>> str(node_kayles("path 5").value)
    '*3'
    """
    return rules("node_kayles")(*position, misere=misere)


def nogo(*position: Part, misere: bool = False) -> Position:
    """A player puts one of his stones (x Left, o Right) on a free cell. After that, every
    group of stones of one colour must have a neighbouring free cell.

    A position is written ``nogo("3x3") or nogo("x.o|...")``.

    Partizan. Source: She, The NoGo game (2013).

    Also called anti_atari_go, nogo_1xn.

    >>> str(nogo("....").value)
    '0'
    """
    return rules("nogo")(*position, misere=misere)


def northcott(*position: Part, misere: bool = False) -> Position:
    """In each row stand a man of Left (x) and one of Right (o). A player slides his man along
    its row over free cells, in either direction. Play need not end.

    A position is written ``northcott("x..o|.x.o")``.

    Partizan, loopy. Source: Northcott; Winning Ways, chapter 3; e-maxx, Sprague-Grundy theory.

    Also called northcotts_game.

    >>> northcott("x..o|.x.o").outcome
    'N'
    """
    return rules("northcott")(*position, misere=misere)


def omax(
    *position: Part, parameters: tuple[Part, ...] | None = None, misere: bool = False
) -> Position:
    """n points on a circle; a move joins two of them by a chord that meets no other
    chord. Octal code 0.07.

    A position is written ``omax(n) or omax(n; "1-4,5-6")``.

    Impartial. Source: Stankevich, Games on graphs, example 8.

    >>> str(omax(14).value)
    '*4'
    """
    return rules("omax")(*position, parameters=parameters, misere=misere)


def ordered_nim(*position: Part, misere: bool = False) -> Position:
    """Heaps of stones in a row, none larger than the next one; a move takes stones from one
    heap and must keep this order.

    A position is written ``ordered_nim(a,b,...)``.

    Impartial. Source: Stankevich, Games on graphs, exercise 16.

    >>> str(ordered_nim(2,3,3,5).value)
    '*3'
    """
    return rules("ordered_nim")(*position, misere=misere)


def partizan_arc_kayles(*position: Part, misere: bool = False) -> Position:
    """A move removes an edge of a graph (l Left's, r Right's, e both players') with both its
    ends and all edges at them. Graphs are written as in hackenbush.

    A position is written ``partizan_arc_kayles("l(l;re)") or
    partizan_arc_kayles("0-1l,1-2r,2-0e")``.

    Partizan. Source: CGSuite.

    >>> str(partizan_arc_kayles("lr").value)
    '*'
    """
    return rules("partizan_arc_kayles")(*position, misere=misere)


def partizan_euclid(*position: Part, misere: bool = False) -> Position:
    """Two numbers; a is divided by b, with rest r > 0. Left leaves b and r, Right leaves b and
    b - r. Without a rest the game is over. The paper wants a >= b, as it is after every move;
    a smaller a is its own rest.

    A position is written ``partizan_euclid(a,b)``.

    Partizan. Source: McKay and Nowakowski, Outcomes of partizan Euclid (2012).

    >>> str(partizan_euclid(8,7).value)
    '^5'
    """
    return rules("partizan_euclid")(*position, misere=misere)


def partizan_splittles(
    *position: Part, parameters: tuple[Part, ...] | None = None, misere: bool = False
) -> Position:
    """As partizan subtraction, and the player may also divide the rest of the heap into two.

    A position is written ``partizan_splittles("1","2"; n,...)``.

    Partizan. Source: Mesdal, Partizan splittles (Games of No Chance 3, 2009).

    >>> str(Position('partizan_splittles("1","2"; 4)').value)
    '1'
    """
    return rules("partizan_splittles")(*position, parameters=parameters, misere=misere)


def partizan_subtraction(
    *position: Part, parameters: tuple[Part, ...] | None = None, misere: bool = False
) -> Position:
    """Heaps of tokens and two lists of numbers (after the word allbut, all other numbers);
    Left takes a number of the first list from one heap, and Right a number of the second.

    A position is written ``partizan_subtraction("1,3","2,3"; n,...)``.

    Partizan. Source: Fraenkel and Kotzig, Partizan octal games: partizan subtraction games
    (1987).

    >>> str(Position('partizan_subtraction("1,3","2,3"; 6)').value)
    '{1|1,{1|0}||0,{1|0}|0|||0,{1|0}|0}'
    """
    return rules("partizan_subtraction")(*position, parameters=parameters, misere=misere)


def partizan_take_and_break(
    *position: Part, parameters: tuple[Part, ...] | None = None, misere: bool = False
) -> Position:
    """Heaps of tokens and two codes of take-and-break games: Left moves by the first,
    Right by the second.

    A position is written ``partizan_take_and_break("0.3","0.07"; n,...)``.

    Partizan. Source: Fraenkel and Kotzig (1987); CGSuite.

    Also called partizan_octal.

    >>> str(Position('partizan_take_and_break("0.3","0.03"; 3)').value)
    '0'
    """
    return rules("partizan_take_and_break")(*position, parameters=parameters, misere=misere)


def pawns(*position: Part, misere: bool = False) -> Position:
    """On 3 x n cells stand n white pawns against n black ones, a row between them; pawns
    move and take as in chess, and must take if they can. The values of crosses.

    A position is written ``pawns(n)``.

    Impartial. Source: Dawson (1935); e-maxx, Sprague-Grundy theory.

    Also called dawsons_pawns.

    >>> str(pawns(9).value)
    '*3'
    """
    return rules("pawns")(*position, misere=misere)


def poker_nim(
    *position: Part, parameters: tuple[Part, ...] | None = None, misere: bool = False
) -> Position:
    """Heaps of stones, and pockets with stones of Left and of Right; a move takes any number
    of stones from a heap, or adds any number from the player's own pocket to a heap.

    A position is written ``poker_nim(a,b,...) or poker_nim(a,b,...; left,right)``.

    Partizan. Source: Dehornoy, Combinatorial game theory, rules 2.2; Winning Ways, chapter 3.

    >>> str(poker_nim(4,0, parameters=(2,3,)).value)
    '*'
    """
    return rules("poker_nim")(*position, parameters=parameters, misere=misere)


def poset(*position: Part, misere: bool = False) -> Position:
    """A partially ordered set; a<b puts b above a. A move takes an element and everything
    above it.

    A position is written ``poset("....|1<2<3,1<4"), poset("3x4") for a product of chains``.

    Impartial. Source: Gale and Neyman, Nim-type games (1982).

    >>> str(poset("....|1<3,2<3,2<4").value)
    '0'
    """
    return rules("poset")(*position, misere=misere)


def queens(*position: Part, misere: bool = False) -> Position:
    """Clobber with the moves of a chess queen: over free cells to an enemy, who is taken.

    A position is written ``queens("xo|ox")``.

    Partizan. Source: CGSuite.

    Also called queen_clobber.

    >>> str(queens("xox|ox.").value)
    '^'
    """
    return rules("queens")(*position, misere=misere)


def rooks(*position: Part, misere: bool = False) -> Position:
    """Clobber with the moves of a chess rook: over free cells to an enemy, who is taken.

    A position is written ``rooks("xo|ox")``.

    Partizan. Source: CGSuite.

    Also called rook_clobber.

    >>> str(rooks("xox|ox.").value)
    '{^^*|0,*}'
    """
    return rules("rooks")(*position, misere=misere)


def ruler(*position: Part, misere: bool = False) -> Position:
    """A row of coins, heads (h) or tails (t); a move turns any number of neighbouring coins,
    the last of them from heads to tails. Turning code 1+C.

    A position is written ``ruler("htth")``.

    Impartial. Source: Winning Ways, chapter 14.

    >>> str(ruler("ttth").value)
    '*4'
    """
    return rules("ruler")(*position, misere=misere)


def ruler_fives(*position: Part, misere: bool = False) -> Position:
    """A row of coins, heads (h) or tails (t); a move turns up to five neighbouring coins,
    the last of them from heads to tails. Turning code 1-5C.

    A position is written ``ruler_fives("htth")``.

    Impartial. Source: Winning Ways, chapter 14.

    >>> str(ruler_fives("ttttttth").value)
    '*4'
    """
    return rules("ruler_fives")(*position, misere=misere)


def sheep(*position: Part, misere: bool = False) -> Position:
    """Herds of sheep (Right's with a minus) stand on a board of hexagons: neighbours are those
    in the row, in the column and along one diagonal (up and right, down and left). A move
    leaves at least one sheep of a herd and drives the rest straight ahead as far as possible.

    A position is written ``sheep("3,0,0|0,-2,0")``.

    Partizan. Source: Francesco Rotta, Battle Sheep (2010); MCGS.

    Also called battle_sheep.

    >>> sheep("0,0,-2,2|0,0,-1,0|1,-1,-1,0|0,0,0,0").outcome
    'P'
    """
    return rules("sheep")(*position, misere=misere)


def ski_jumps(*position: Part, misere: bool = False) -> Position:
    """Left's skiers (L, l) go right, Right's (R, r) left, any number of free cells and off the
    board. A jumper (L, R) directly above an enemy may jump over him to the free cell below;
    a skier who was jumped over never jumps again (l, r).

    A position is written ``ski_jumps("L...|...R|....")``.

    Partizan. Source: Winning Ways, chapter 1.

    >>> str(ski_jumps("l...").value)
    '4'
    """
    return rules("ski_jumps")(*position, misere=misere)


def snort(*position: Part, misere: bool = False) -> Position:
    """A move colours a vertex of a graph, blue for Left, red for Right; neighbours may not
    have different colours. L: next to a blue vertex, so that only Left may take it.
    On a board x and o are stones of Left and Right, # is no cell.

    A position is written ``snort("path 5"), snort("3x3"), snort("..x|...") or
    snort(".:A-L(-.:A;-R)")``.

    Partizan. Source: Simon Norton; On Numbers and Games, chapter 8.

    >>> str(snort(".-.-.(-.;-.)").value)
    '+-{3|2}'
    """
    return rules("snort")(*position, misere=misere)


def spawning(
    *position: Part, parameters: tuple[Part, ...] | None = None, misere: bool = False
) -> Position:
    """Heaps and a turning code. A move replaces heap n by heaps a, b, ... if the turning game
    of the code allows to turn coin n, showing heads, together with coins a, b, ...
    to its left.

    A position is written ``spawning("1-3"; n,...)``.

    Impartial. Source: Winning Ways, chapter 14; Siegel, Combinatorial Game Theory.

    >>> str(Position('spawning("1-3"; 5)').value)
    '*8'
    """
    return rules("spawning")(*position, parameters=parameters, misere=misere)


def splittles(
    *position: Part, parameters: tuple[Part, ...] | None = None, misere: bool = False
) -> Position:
    """Heaps of tokens; a move takes a number of the list from one heap (after the word allbut,
    any number not in the list), and may divide the rest into two heaps.

    A position is written ``splittles("1,2"; n,...) or splittles("allbut 1"; n,...)``.

    Impartial. Source: Meinhardt Paulhus; Games of No Chance; CGSuite.

    >>> str(Position('splittles("1,2"; 9)').value)
    '*4'
    """
    return rules("splittles")(*position, parameters=parameters, misere=misere)


def sprouts(*position: Part, misere: bool = False) -> Position:
    """A move draws a line between two vertices, or a loop, that crosses nothing, with a new vertex
    on
    it; at most 3 lines end at a vertex. Boundaries of regions list spots (0), ends (1) and
    vertices
    of two lines: a letter if met twice, otherwise 2; `.` and `|` separate boundaries and
    regions.

    A position is written ``sprouts(n) for n spots, or sprouts("0.AB|AB")``.

    Impartial. Source: Conway and Paterson (1967); Applegate, Jacobson and Sleator (1991).

    >>> str(sprouts(3).value)
    '*'
    """
    return rules("sprouts")(*position, misere=misere)


def staircase(*position: Part, misere: bool = False) -> Position:
    """Coins on the steps of a staircase, first those on step 1; a move takes any number
    of coins from a step to the next one below. From step 1 no coin moves.

    A position is written ``staircase(a,b,...)``.

    Impartial. Source: e-maxx, Sprague-Grundy theory; Sprague (1937).

    Also called staircase_nim.

    >>> str(staircase(5,3,4,6).value)
    '*5'
    """
    return rules("staircase")(*position, misere=misere)


def stalk(*position: Part, misere: bool = False) -> Position:
    """A stalk of blue edges (L, Left's) and red ones (R, Right's), from the ground up, with
    finitely or infinitely many. A move cuts an edge; everything above it falls.

    A position is written ``stalk("LRR"), stalk("(LR)^w") or stalk("L^w R^(w^2)")``.

    Partizan. Source: Conway, On Numbers and Games; Dehornoy, Combinatorial game theory.

    >>> str(stalk("LRR").value)
    '1/4'
    """
    return rules("stalk")(*position, misere=misere)


def subtract_square(*position: Part, misere: bool = False) -> Position:
    """A heap of n; a move takes a square number (1, 4, 9, ...).

    A position is written ``subtract_square(n)``.

    Impartial. Source: Golomb, A mathematical investigation of games of "take-away" (1966).

    Also called subtract_a_square.

    >>> str(subtract_square(30).value)
    '*3'
    """
    return rules("subtract_square")(*position, misere=misere)


def subtraction(
    *position: Part, parameters: tuple[Part, ...] | None = None, misere: bool = False
) -> Position:
    """Heaps of tokens; a move takes a number of the list from one heap, or, after the word
    allbut, any number not in the list.

    A position is written ``subtraction("2,3,7"; n,...) or subtraction("allbut 2,3"; n,...)``.

    Impartial. Source: Winning Ways, chapter 4; Golomb (1966).

    Also called subtraction_game.

    >>> str(Position('subtraction("2,3,7"; 19)').value)
    '*2'
    """
    return rules("subtraction")(*position, parameters=parameters, misere=misere)


def sym(*position: Part, misere: bool = False) -> Position:
    """A row of coins, heads (h) or tails (t); a move turns any number of coins that lie
    symmetrically,
    the last of them from heads to tails. Turning code 1+S.

    A position is written ``sym("htth")``.

    Impartial. Source: Winning Ways, chapter 14.

    >>> str(sym("tttth").value)
    '*6'
    """
    return rules("sym")(*position, misere=misere)


def sympler(*position: Part, misere: bool = False) -> Position:
    """A row of coins, heads (h) or tails (t); a move turns any number of coins that lie
    symmetrically, one of them the first of all,
    the last of them from heads to tails. Turning code 1+FS.

    A position is written ``sympler("htth")``.

    Impartial. Source: Winning Ways, chapter 14.

    >>> str(sympler("hth").value)
    '*'
    """
    return rules("sympler")(*position, misere=misere)


def take_and_break(
    *position: Part, parameters: tuple[Part, ...] | None = None, misere: bool = False
) -> Position:
    """Heaps of tokens and a code: digit k gives the number of heaps that may be left when k
    tokens are taken: 1 for none, 2 for one, 4 for two, and sums of these.

    A position is written ``take_and_break("0.77"; 5,3)``.

    Impartial. Source: Guy and Smith (1956).

    Also called octal.

    >>> str(Position('take_and_break("0.77"; 9)').value)
    '*4'
    """
    return rules("take_and_break")(*position, parameters=parameters, misere=misere)


def take_at_most(*position: Part, misere: bool = False) -> Position:
    """A heap of n matches; the first move takes from 1 to k of them,
    each later one from 1 to as many as the move before it took.

    A position is written ``take_at_most(n,k)``.

    Impartial. Source: Stankevich, Games on graphs, introduction.

    >>> take_at_most(12,3).outcome
    'P'
    """
    return rules("take_at_most")(*position, misere=misere)


def take_away(
    *position: Part, parameters: tuple[Part, ...] | None = None, misere: bool = False
) -> Position:
    """A heap of n; the first move takes some, not all. After k the next takes at most a bound:
    2k+1, k^2, max(k,5), floor, ceil, sqrt, min; 3/2 (times k); a table 1,3,4 (for k = 1, 2,
    ..., the last from there on). A second number gives how many were taken last.

    A position is written ``take_away("2k+1"; n) or take_away("3/2"; n,k)``.

    Impartial. Source: Schwenk, Take-away games (1970).

    >>> str(Position('take_away("3"; 10,2)').value)
    '*2'
    """
    return rules("take_away")(*position, parameters=parameters, misere=misere)


def tic_tac_toe(*position: Part, misere: bool = False) -> Position:
    """Three in a row on 3 x 3 cells: k_in_a_row(3; "3x3").

    A position is written ``tic_tac_toe() or tic_tac_toe("x..|.o.|...")``.

    Partizan, players alternate, draws. Source: Winning Ways, chapter 22.

    Also called noughts_and_crosses, tit_tat_toe.

    >>> tic_tac_toe("x..|...|...").outcome
    'D'
    """
    return rules("tic_tac_toe")(*position, misere=misere)


def toads_and_frogs(*position: Part, misere: bool = False) -> Position:
    """On a strip Left's toads (t) go right and Right's frogs (f) go left: one cell to a free
    cell (. or _), or jump over one enemy to the free cell behind it.

    A position is written ``toads_and_frogs("tt.ff"), or with several strips
    toads_and_frogs("tt.ff|t.f")``.

    Partizan. Source: Winning Ways, chapter 1.

    >>> str(toads_and_frogs("TT_FF").value)
    '*'
    """
    return rules("toads_and_frogs")(*position, misere=misere)


def tokens(
    *position: Part, parameters: tuple[Part, ...] | None = None, misere: bool = False
) -> Position:
    """Tokens on the vertices of a directed graph, any number on each; a move takes one
    token along an arc. Play need not end if the graph has a cycle.

    A position is written ``tokens("a->b,b->c,a->c"; "a,b")``.

    Impartial, loopy. Source: Stankevich, Games on graphs, example 5; e-maxx, Sprague-Grundy
    theory.

    Also called tokens_on_a_graph.

    >>> str(Position('tokens("a->b,b->c,a->c"; "a,b")').value)
    '*3'
    """
    return rules("tokens")(*position, parameters=parameters, misere=misere)


def toppling_dominoes(*position: Part, misere: bool = False) -> Position:
    """Dominoes stand in a row: l are Left's, r Right's, e either's. A player topples one of
    his dominoes to either side; it takes all dominoes on that side with it, up to a gap
    (.).

    A position is written ``toppling_dominoes("lrel")``.

    Partizan. Source: Albert, Nowakowski and Wolfe, Lessons in Play (2007).

    >>> str(toppling_dominoes("lrrlrrl").value)
    'Tiny(1/2)'
    """
    return rules("toppling_dominoes")(*position, misere=misere)


def treblecross(*position: Part, misere: bool = False) -> Position:
    """A strip of n cells; a move puts a cross on a free cell, and three crosses in a row win.
    Nobody plays within two cells of a cross if it can be avoided: a heap of n+2 of 0.007.

    A position is written ``treblecross(n), n from 3 on, or treblecross("...X....")``.

    Impartial. Source: Winning Ways, chapter 4.

    Also called one_dimensional_tic_tac_toe, three_in_a_row.

    >>> str(treblecross(7).value)
    '*3'
    """
    return rules("treblecross")(*position, misere=misere)


def triomino(*position: Part, misere: bool = False) -> Position:
    """A move puts an L-shaped piece of three cells on free cells. A board of 2 x n is heap 2n
    of 0.007.

    A position is written ``triomino("2x7") or triomino("..|#.")``.

    Impartial. Source: e-maxx, Sprague-Grundy theory.

    Also called l_triomino.

    >>> str(triomino("2x6").value)
    '*'
    """
    return rules("triomino")(*position, misere=misere)


def triplet_fives(*position: Part, misere: bool = False) -> Position:
    """A row of coins, heads (h) or tails (t); a move turns exactly three of five neighbouring
    coins,
    the last of them from heads to tails. Turning code 3C(5).

    A position is written ``triplet_fives("htth")``.

    Impartial. Source: Winning Ways, chapter 14.

    >>> str(triplet_fives("tttth").value)
    '*4'
    """
    return rules("triplet_fives")(*position, misere=misere)


def triplets(*position: Part, misere: bool = False) -> Position:
    """A row of coins, heads (h) or tails (t); a move turns exactly three coins,
    the last of them from heads to tails. Turning code 3.

    A position is written ``triplets("htth")``.

    Impartial. Source: Winning Ways, chapter 14.

    >>> str(triplets("tttth").value)
    '*4'
    """
    return rules("triplets")(*position, misere=misere)


def turn_and_eatcake(*position: Part, misere: bool = False) -> Position:
    """Eatcake in which the piece is rotated by 90 degrees before each move.

    A position is written ``turn_and_eatcake(rows,columns)``.

    Partizan. Source: Winning Ways, chapter 8.

    >>> str(turn_and_eatcake(8,5).value)
    'v<3>'
    """
    return rules("turn_and_eatcake")(*position, misere=misere)


def turned_cake_product(
    *position: Part, parameters: tuple[Part, ...] | None = None, misere: bool = False
) -> Position:
    """As cake_product, but the piece is rotated by 90 degrees before each move.

    A position is written ``turned_cake_product("4.0","0.7"; rows,columns)``.

    Partizan. Source: CGSuite.

    >>> str(Position('turned_cake_product("{2+}=.0","{2+}=.0"; 8,2)').value)
    '{8|-2}'
    """
    return rules("turned_cake_product")(*position, parameters=parameters, misere=misere)


def turning(
    *position: Part, parameters: tuple[Part, ...] | None = None, misere: bool = False
) -> Position:
    """Coins in a row, heads (h) or tails (t), and a code: a move turns some coins, the last of
    them
    from heads to tails. `1-3`, `3`, `2+` give their number; C: consecutive, C(n): within n
    cells, E: equally spaced, S: symmetric, F: with the first coin; commas separate
    alternatives.

    A position is written ``turning("1-3"; "htth")``.

    Impartial. Source: Winning Ways, chapter 14; codes as in CGSuite.

    Also called coin_turning.

    >>> str(Position('turning("1-3"; "htththtth")').value)
    '*29'
    """
    return rules("turning")(*position, parameters=parameters, misere=misere)


def turning_turtles(*position: Part, misere: bool = False) -> Position:
    """A strip of noughts and crosses; a move turns a nought into a cross, and may also turn
    one cell to its left over.

    A position is written ``turning_turtles("OXO")``.

    Impartial. Source: e-maxx, Sprague-Grundy theory; Winning Ways, chapter 14.

    >>> str(turning_turtles("XOOXO").value)
    '*4'
    """
    return rules("turning_turtles")(*position, misere=misere)


def turnips(*position: Part, misere: bool = False) -> Position:
    """A row of coins, heads (h) or tails (t); a move turns exactly three equally spaced coins,
    the last of them from heads to tails. Turning code 3E.

    A position is written ``turnips("htth")``.

    Impartial. Source: Winning Ways, chapter 14.

    >>> str(turnips("tttttth").value)
    '*2'
    """
    return rules("turnips")(*position, misere=misere)


def twins(*position: Part, misere: bool = False) -> Position:
    """A strip of noughts and crosses; a move turns a nought into a cross, and also turns one
    cell to its left over.

    A position is written ``twins("OXO")``.

    Impartial. Source: e-maxx, Sprague-Grundy theory; Winning Ways, chapter 14.

    >>> str(twins("XOOXO").value)
    '*7'
    """
    return rules("twins")(*position, misere=misere)


def weighted_arc_kayles(*position: Part, misere: bool = False) -> Position:
    """Each vertex of a graph has as many counters as its digit says. A move takes one counter
    from both ends of an edge.

    A position is written ``weighted_arc_kayles("3-2-1") or
    weighted_arc_kayles("321|1-2,2-3")``.

    Impartial. Source: CGSuite.

    >>> str(weighted_arc_kayles("3-2").value)
    '0'
    """
    return rules("weighted_arc_kayles")(*position, misere=misere)


def wind_up(
    *position: Part, parameters: tuple[Part, ...] | None = None, misere: bool = False
) -> Position:
    """A clock with hours 0 to m - 1 and one hand at n; a move turns it back by a number of the
    list, past 0 if necessary. The game ends when it stands at 0.

    A position is written ``wind_up(12,"1,5"; n)``.

    Impartial, loopy. Source: subtraction modulo m; values by Smith (1966).

    >>> Position('wind_up(12,"1"; 5)').outcome
    'N'
    """
    return rules("wind_up")(*position, parameters=parameters, misere=misere)


def wythoff(*position: Part, misere: bool = False) -> Position:
    """Two heaps; a move takes any number from one heap,
    or the same number from both.

    A position is written ``wythoff(a,b)``.

    Impartial. Source: Wythoff, A modification of the game of nim (1907).

    Also called wythoff_nim, wythoffs_game.

    >>> str(wythoff(10,10).value)
    '*14'
    """
    return rules("wythoff")(*position, misere=misere)
