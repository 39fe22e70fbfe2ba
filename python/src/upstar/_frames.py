"""Graphs of whatever Python people keep graphs in."""

from __future__ import annotations

import operator
import os
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, NamedTuple

from . import _upstar
from ._budget import BudgetLike

#: What the player of an arc may be called.
_PLAYERS = {
    None: 0, "": 0, "both": 0, "b": 0, "green": 0,
    "left": 1, "l": 1, "blue": 1,
    "right": 2, "r": 2, "red": 2,
}  # fmt: skip

#: What the owner of a vertex may be called.
_OWNERS = {0: 0, "0": 0, "left": 0, "l": 0, "even": 0, 1: 1, "1": 1, "right": 1, "r": 1, "odd": 1}


def graph(
    source: object,
    *,
    owners: Mapping[Any, int | str] | bool | None = None,
    priorities: Mapping[Any, int] | None = None,
    format: str | None = None,
    columns: Iterable[str | int] = (),
    header: bool | None = None,
    base: int | None = None,
    undirected: bool = False,
    budget: BudgetLike = None,
) -> _upstar.Graph:
    """The game that is played on a graph: positions are vertices, moves are arcs.

    ``source`` may be

    - pairs (from, to), or triples with the player, "left", "right" or "both";
    - a mapping of vertices to the vertices after a move;
    - a square matrix of SciPy or NumPy, where an entry other than 0 is an arc;
    - a NetworkX ``DiGraph``, whose arcs may have an attribute ``player``, and whose nodes ``owner``
      and ``priority``;
    - a rustworkx ``PyDiGraph``, whose vertices are the indices of its nodes;
    - a frame of pandas, Polars or Arrow with the columns ``source``, ``target`` and, if wanted,
      ``player``;
    - the path of a file in any of the formats that the command ``upstar`` reads.

    ``owners`` maps each vertex to the player who moves there, 0 ("left", Even) or 1 ("right", Odd),
    and ``priorities`` to a number that is not negative: for games with an objective
    (``Graph.solve``). For a file, ``owners=True`` reads every PGSolver game with its owners.

    Other options are for files alone: ``format`` ("csv", "contest", ...); ``columns`` of CSV and
    TSV by name or number from 1 (from, to, and perhaps colour); whether the first line is a
    ``header``, if that is not to be guessed; ``base``, the number of the first vertex in contest
    files, 0 or 1; ``undirected``, if each line is an arc in both directions.

    The vertices of the graph are the objects that were put in.

    >>> solution = graph({3: [2, 1], 2: [1, 0], 1: [0]}).solve()
    >>> [solution.outcome(vertex) for vertex in (0, 1, 2, 3)]
    ['P', 'N', 'N', 'P']
    """
    if isinstance(source, (str, os.PathLike)):
        if isinstance(owners, Mapping) or priorities is not None:
            raise TypeError("a file says itself who owns a vertex, and its priority")
        named = [str(column) for column in columns]
        return _upstar.graph_of_file(
            source, bool(owners), format, named, header, base, undirected, budget
        )
    if format is not None or columns or header is not None or base is not None or undirected:
        raise TypeError("format, columns, header, base and undirected are for files")
    if owners is not None and not isinstance(owners, Mapping):
        raise TypeError("owners are a mapping of vertices to 0 and 1")
    said = (owners, priorities)
    if isinstance(source, Mapping):
        vertices: list[Hashable] = list(source)
        arcs = [(vertex, after) for vertex, afters in source.items() for after in afters]
        return _of_arcs("graph", vertices, arcs, budget, said)
    if hasattr(source, "edge_list"):
        return _of_rustworkx(source, budget, said)
    if hasattr(source, "edges") and hasattr(source, "nodes"):
        return _of_networkx(source, budget, said)
    entries = _entries(source)
    if entries is not None:
        return _of_matrix(entries, budget, said)
    # The numbers of an array are Python's in the graph.
    source = getattr(source, "tolist", lambda: source)()
    cells = _columns(source)
    if cells is not None:
        return _of_arcs("frame", [], list(zip(*cells)), budget, said)
    if not isinstance(source, Iterable):
        kind = type(source).__name__
        raise TypeError(f"a graph is made of pairs, a DiGraph, a frame or a file, not {kind}")
    return _of_arcs("pairs", [], [tuple(arc) for arc in source], budget, said)


#: Owners and priorities of vertices, as far as they were said.
_Said = tuple["Mapping[Any, int | str] | None", "Mapping[Any, int] | None"]


class _Entries(NamedTuple):
    """The entries of a matrix that are not 0, as SciPy's ``coo_array`` has them."""

    shape: tuple[int, int]
    row: Any
    col: Any


def _entries(source: Any) -> Any | None:
    """The entries of a matrix; ``None`` of anything else, such as an array of pairs."""
    if hasattr(source, "tocoo"):
        return source.tocoo()
    if getattr(source, "ndim", None) != 2 or source.shape[1] in (2, 3):
        return None
    row, col = source.nonzero()
    return _Entries(source.shape, row, col)


def _of_matrix(entries: Any, budget: BudgetLike, said: _Said) -> _upstar.Graph:
    rows, columns = entries.shape
    if rows != columns:
        raise ValueError(f"the matrix of a graph is square, not {rows} by {columns}")
    arcs = list(zip(entries.row.tolist(), entries.col.tolist()))
    return _of_arcs("matrix", list(range(rows)), arcs, budget, said)


def to_networkx(game: _upstar.Graph) -> Any:
    """A graph as a NetworkX ``DiGraph``, with what `graph` reads as attributes."""
    import networkx

    name, nodes, names, sources, targets, players, owners, priorities, *_ = game._parts()
    vertices = names if nodes is None else nodes
    found = networkx.DiGraph(name=name)
    found.add_nodes_from(vertices)
    for attribute, of_vertices in (("owner", owners), ("priority", priorities)):
        if of_vertices is not None:
            networkx.set_node_attributes(found, dict(zip(vertices, of_vertices)), attribute)
    for place, (source, target) in enumerate(zip(sources, targets)):
        facts = {} if players is None else {"player": ("both", "left", "right")[players[place]]}
        found.add_edge(vertices[source], vertices[target], **facts)
    return found


#: The arcs of a graph that its ``repr`` has.
_WRITTEN = 20


def written(game: _upstar.Graph) -> str | None:
    """A call that makes a graph again, if it is small and was made of objects."""
    if game.arcs > _WRITTEN or len(game) > _WRITTEN:
        return None
    _, nodes, _, sources, targets, players, owners, priorities, _, _ = game._parts()
    if nodes is None:
        return None
    said = ""
    for name, of_vertices in (("owners", owners), ("priorities", priorities)):
        if of_vertices is not None:
            said += f", {name}={dict(zip(nodes, of_vertices))!r}"
    if players is not None:
        words = [("both", "left", "right")[player] for player in players]
        ends = zip(sources, targets, words)
        return f"graph({[(nodes[a], nodes[b], word) for a, b, word in ends]!r}{said})"
    after: dict[Any, list[Any]] = {node: [] for node in nodes}
    for a, b in zip(sources, targets):
        after[nodes[a]].append(nodes[b])
    return f"graph({after!r}{said})"


def _of_rustworkx(source: Any, budget: BudgetLike, said: _Said) -> _upstar.Graph:
    # Only directed graphs can be symmetric.
    if not hasattr(source, "is_symmetric"):
        raise TypeError("moves have a direction: expected a PyDiGraph")
    return _of_arcs("graph", list(source.node_indices()), list(source.edge_list()), budget, said)


def _of_networkx(source: Any, budget: BudgetLike, said: _Said) -> _upstar.Graph:
    if not source.is_directed():
        raise TypeError("moves have a direction: expected a DiGraph")
    arcs = [
        (start, end, facts["player"]) if "player" in facts else (start, end)
        for start, end, facts in source.edges(data=True)
    ]
    if any(len(arc) == 3 for arc in arcs):
        arcs = [arc if len(arc) == 3 else (*arc, None) for arc in arcs]
    nodes = dict(source.nodes(data=True))
    owners, priorities = (
        {node: facts[key] for node, facts in nodes.items() if key in facts} or None
        for key in ("owner", "priority")
    )
    name = str(source.name or "graph")
    return _of_arcs(name, list(nodes), arcs, budget, (said[0] or owners, said[1] or priorities))


def _columns(source: Any) -> list[list[Any]] | None:
    """The columns of a frame; ``None`` if it is none."""
    names = getattr(source, "column_names", None)
    if names is None:
        names = getattr(source, "columns", None)
    if names is None or not hasattr(source, "__getitem__"):
        if not hasattr(source, "__arrow_c_stream__"):
            return None
        return _columns(_frame(source))
    known = [str(name) for name in names]
    wanted = [
        next((name for name in known if name in either), None)
        for either in (("source", "from"), ("target", "to"))
    ]
    if None in wanted:
        message = f"a graph's frame has the columns source and target; found {', '.join(known)}"
        raise ValueError(message)
    if "player" in known:
        wanted.append("player")
    return [_listed(source[name]) for name in wanted]


def _frame(source: Any) -> Any:
    """Something with Arrow's stream interface, as a frame of a library that is there."""
    for library in ("polars", "pyarrow"):
        try:
            module = __import__(library)
        except ImportError:
            continue
        return module.DataFrame(source) if library == "polars" else module.table(source)
    raise TypeError("to read an Arrow stream, install polars or pyarrow")


def _listed(column: Any) -> list[Any]:
    for method in ("to_list", "to_pylist", "tolist"):
        if hasattr(column, method):
            found: list[Any] = getattr(column, method)()
            return found
    return list(column)


def _of_arcs(
    name: str,
    vertices: list[Hashable],
    arcs: list[tuple[Any, ...]],
    budget: BudgetLike,
    said: _Said,
) -> _upstar.Graph:
    numbers: dict[Hashable, int] = {}
    for vertex in vertices:
        numbers.setdefault(vertex, len(numbers))
    sources, targets, players = [], [], []
    for arc in arcs:
        if len(arc) not in (2, 3):
            raise ValueError(f"an arc is a pair or a triple with the player, not {arc!r}")
        sources.append(numbers.setdefault(arc[0], len(numbers)))
        targets.append(numbers.setdefault(arc[1], len(numbers)))
        if len(arc) == 3:
            players.append(_player(arc[2]))
    if players and len(players) != len(arcs):
        raise ValueError("either all arcs have a player or none has")
    names = _names(list(numbers))
    owners = _by_vertex(said[0], numbers, "owner", _owner)
    priorities = _by_vertex(said[1], numbers, "priority", _priority)
    if owners and players:
        raise ValueError("the owner of a vertex says who moves, so arcs have no player")
    if priorities and not owners:
        raise ValueError("priorities need owners")
    return _upstar.graph_of_arcs(
        name,
        list(numbers),
        names,
        sources,
        targets,
        players or None,
        owners,
        priorities,
        None,
        budget,
    )


def _names(vertices: list[Hashable]) -> list[str]:
    """Texts for vertices, a different one for each: for messages, pictures and files."""
    for write in (str, repr):
        names = [write(vertex) for vertex in vertices]
        if len(set(names)) == len(names):
            return names
    return [f"{name} #{number}" for number, name in enumerate(names)]


def _by_vertex(
    said: Mapping[Any, Any] | None,
    numbers: dict[Hashable, int],
    what: str,
    read: Callable[[Any], int],
) -> list[int] | None:
    """What was said of each vertex, in the order of the vertices."""
    if said is None:
        return None
    for vertex in numbers:
        if vertex not in said:
            raise ValueError(f"the vertex {vertex!r} has no {what}")
    return [read(said[vertex]) for vertex in numbers]


def _owner(owner: object) -> int:
    key = owner.lower() if isinstance(owner, str) else owner
    if key not in _OWNERS:
        raise ValueError(f"expected the owner 0 or 1, found {owner!r}")
    return _OWNERS[key]


def _priority(priority: Any) -> int:
    number = operator.index(priority)
    if not 0 <= number < 2**32 - 1:
        raise ValueError(f"a priority is an integer from 0 to 4294967294, not {priority!r}")
    return number


def _player(player: object) -> int:
    if player is not None and player != player:
        # What pandas has for nothing.
        player = None
    key = player.lower() if isinstance(player, str) else player
    if key not in _PLAYERS:
        raise ValueError(f'expected the player "left", "right" or "both", found {player!r}')
    return _PLAYERS[key]
