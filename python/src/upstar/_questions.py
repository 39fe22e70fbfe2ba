"""Questions about whole games: quotients, solved games, plans, proofs, certificates, chess."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, Union

from . import _processes, _upstar
from ._analysis import Analysis, _read
from ._budget import BudgetLike

if TYPE_CHECKING:
    from ._upstar import Graph, Position

#: A position or a sum, or its text.
PositionLike = Union["Position", str]
PathLike = Union[str, "os.PathLike[str]"]


def _position(position: PositionLike) -> Position:
    return _upstar.Position(position) if isinstance(position, str) else position


def misere_quotient(
    positions: PositionLike,
    *,
    same_as: PositionLike | None = None,
    budget: BudgetLike = None,
) -> Analysis:
    """The misère quotient of a position, or of several as a sum: it decides who wins all sums of
    positions that can be reached from them. With ``same_as``, whether it is isomorphic to that of
    other positions. For all heaps of a take-and-break game there is `Heaps.quotient`. Games may be
    partizan; if their quotient is the integers, there are ``weights``.

    >>> found = misere_quotient("kayles(4)")
    >>> found["quotient"]["presentation"], found["quotient"]["order"]
    ('<a,b | a2=1,b3=b>', 6)
    >>> misere_quotient("nim(2)", same_as="nim(3)")["claim"]["holds"]
    True
    """
    other = None if same_as is None else _position(same_as)
    return _read(_upstar._quotient(_position(positions), other, budget))


def solve(
    position: PositionLike,
    *,
    misere: bool = False,
    first: str | None = None,
    folder: PathLike | None = None,
    outcomes_only: bool = False,
    table: PathLike | None = None,
    threads: int = 1,
    processes: int = 1,
    budget: BudgetLike = None,
) -> Analysis:
    """Solves all positions that can be reached from a position: who wins, and in how many moves.

    With a ``folder`` the results are kept there for `look_up`, and a run that was stopped goes on
    after its last finished tier; ``outcomes_only`` keeps no numbers of moves. ``table`` is a file for
    the results of all positions (.csv, .json or .parquet). ``first`` says who makes the first move,
    if only that player may. Several ``processes`` of this machine divide the positions; the table is
    then a folder of Parquet files, and each process keeps to the budget.

    >>> found = solve("nim(2,3)")
    >>> found.outcome, found["solved"]["positions"], found.play[0].result
    ('N', 12, 'W')
    """
    place = _position(position)
    found = _processes.ask(
        "_solve",
        processes,
        position=place,
        misere=misere or place.is_misere,
        first=first,
        folder=folder,
        outcomes_only=outcomes_only,
        table=table,
        threads=threads,
        budget=budget,
    )
    return _read(found)


def solve_graph(
    path: PathLike,
    *,
    of: Literal["outcome", "value"] = "outcome",
    misere: bool = False,
    vertex: str | None = None,
    table: PathLike | None = None,
    memory: int | None = None,
    directory: PathLike | None = None,
    checkpoint: PathLike | None = None,
    processes: int = 1,
    threads: int = 1,
    format: str | None = None,
    columns: Iterable[str | int] = (),
    header: bool | None = None,
    base: int | None = None,
    undirected: bool = False,
    budget: BudgetLike = None,
) -> Analysis:
    """Solves the graph of a file that may be too large for `graph`: how many vertices have each
    outcome, or ``of="value"`` each Grundy value, and with ``vertex`` what is known of this one.
    ``table`` is a file for the results of all vertices (.csv, .json or .parquet).

    With ``memory``, a number of bytes, the arcs stay on disk, in temporary files of a ``directory``.
    Several ``processes`` of this machine divide the vertices; the table is then a folder of Parquet
    files. A ``checkpoint`` is a folder from which the same call resumes. The other options are those
    of `graph`.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "graph.csv")
    >>> with open(path, "w") as file:
    ...     _ = file.write("from,to\\na,b\\nb,a\\nb,c\\nc,d\\n")
    >>> solve_graph(path, memory=100_000_000)["graph"]["outcomes"]
    [['N', 1], ['P', 1], ['D', 2]]
    """
    if of not in ("outcome", "value"):
        raise ValueError(f'expected of="outcome" or "value", found {of!r}')
    found = _processes.ask(
        "_solve_graph",
        processes,
        path=path,
        format=format,
        columns=[str(column) for column in columns],
        header=header,
        base=base,
        undirected=undirected,
        misere=misere,
        values=of == "value",
        vertex=vertex,
        table=table,
        memory=memory,
        directory=directory,
        checkpoint=checkpoint,
        threads=threads,
        budget=budget,
    )
    return _read(found)


def look_up(
    folder: PathLike, position: PositionLike, *, first: str | None = None
) -> Analysis | None:
    """A position of a game that `solve` has put into a folder: who wins, and by which moves, and with
    ``first`` a line of best play. ``None`` if the position is not there.

    >>> import tempfile
    >>> folder = tempfile.mkdtemp()
    >>> _ = solve("nim(2,3)", folder=folder)
    >>> [move.after for move in look_up(folder, "nim(1,3)").play[0].winning_moves]
    ['nim(1,1)']
    """
    found = _upstar._look_up(folder, _position(position), first)
    return None if found is None else _read(found)


def plan(
    subject: Position | PathLike | None = None,
    *,
    vertices: int | None = None,
    arcs: int | None = None,
    positions: int | None = None,
    moves: int = 10,
    largest_tier: int | None = None,
    machines: int = 1,
    threads: int = 1,
    measure: bool = False,
    budget: BudgetLike = None,
) -> Analysis:
    """What it takes to solve a position, the graph of a file, or a graph or game of a size: a table
    of the ways, with their memory, disk, traffic and time. ``measure`` finds the speed of this
    machine first, which takes a second.

    >>> plan(vertices=10**9, arcs=10**10).table["way"][0]
    'in memory'
    """
    given = [subject is not None, vertices is not None or arcs is not None, positions is not None]
    if sum(given) != 1 or (vertices is None) != (arcs is None):
        raise ValueError("expected a position or a file, or vertices= and arcs=, or positions=")
    graph = None if vertices is None or arcs is None else (vertices, arcs)
    game = None if positions is None else (positions, moves, largest_tier)
    return _read(_upstar._plan(subject, graph, game, machines, threads, measure, budget))


def prove(
    claim: str,
    *,
    graph: Graph | None = None,
    verifier: str = "coq",
    budget: BudgetLike = None,
) -> str:
    """A proof of a claim, as the text of a file that the kernel of Coq checks (``coqc proof.v``), or
    with ``verifier="metamath"`` verifiers of Metamath. A claim that is not true is an error.

    Claims compare games, as ``domineering("5x5") == 0``, or say ``g.Outcome == N``,
    ``g.NimValue == 1``, ``g.CanonicalForm == {2|-1/2}``, ``kayles.Period == 12``; of a graph,
    ``v.Outcome == D`` or ``v.Remoteness == 3``.

    >>> "Theorem claim" in prove('domineering("2x2") == +-1')
    True
    """
    if verifier not in ("coq", "metamath"):
        raise ValueError(f'expected verifier="coq" or "metamath", found {verifier!r}')
    return _upstar._prove(claim, graph, verifier == "metamath", budget)


def verify(
    certificate: PathLike, graph: Graph | PathLike | None = None, *, budget: BudgetLike = None
) -> Analysis:
    """Checks a certificate in a file, with code that shares nothing with the engines: of the outcomes
    of a graph (`Solution.certify`), or without a graph of a period, a misère quotient or a strategy.
    What was found is ``["claim"]["holds"]`` and ``["claim"]["reason"]`` of the analysis.

    >>> import os, tempfile, upstar as up
    >>> path = os.path.join(tempfile.mkdtemp(), "kayles.cert")
    >>> with open(path, "w") as file:
    ...     _ = file.write(up.heaps("kayles").certificate())
    >>> verify(path)["claim"]["holds"]
    True
    """
    arcs = _csv(graph) if isinstance(graph, _upstar.Graph) else None
    path = None if isinstance(graph, _upstar.Graph) else graph
    return _read(_upstar._verify(certificate, path, arcs, budget))


def _csv(graph: Graph) -> str:
    """The arcs of a graph as a file of CSV."""
    _, _, names, sources, targets, players, *_ = graph._parts()
    if len({*sources, *targets}) < len(names):
        raise ValueError("a graph with isolated vertices is checked in a file: give its path")
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow(["from", "to"] if players is None else ["from", "to", "colour"])
    for place, (source, target) in enumerate(zip(sources, targets)):
        colour = [] if players is None else [("green", "blue", "red")[players[place]]]
        writer.writerow([names[source], names[target], *colour])
    return text.getvalue()


def chess(
    subject: str, *, all_moves: bool = False, threads: int = 1, budget: BudgetLike = None
) -> Analysis:
    """An endgame of chess with three or four men and no pawns ("KRK"), or a position of one in FEN:
    the winner, the number of moves to mate, and the best moves, or all of them.

    >>> found = chess("8/8/8/8/8/2k5/8/K2Q4 w - - 0 1")
    >>> found.play[0].result
    'W'
    >>> chess("KRK")["ending"]["longest_mate"]
    16
    """
    return _read(_upstar._chess(subject, all_moves, threads, budget))


def survey(
    places: int = 2, *, to: int = 10_000, steps: int = 100_000_000, budget: BudgetLike = None
) -> Analysis:
    """All octal codes with up to so many digits after the point, each computed to heap ``to`` at most
    and with so many ``steps``: which have a period that is proved, and which have equal values.

    >>> rows = survey(1, to=1000)["sequence"]["survey"]
    >>> len(rows)
    16
    """
    return _read(_upstar._survey(places, to, steps, budget))
