"""Upstar beside the other Python packages for combinatorial games, networkx and plain Python.

    python -m venv environment
    environment/bin/pip install pycgt==0.2.0 cgt-py anywidget networkx numpy WHEEL
    environment/bin/python bench/python/run.py [WORD ...]

Each task is done by each library in a process of its own, in turn, three rounds; the least CPU time
of each is shown, with the answer, which must be the same. What a library does not do is left out,
and what is not installed is said. Words choose the tasks that have them in their names.
"""

from __future__ import annotations

import json
import subprocess
import sys

ROUNDS = 3

PREPARE = {
    "upstar": """
import upstar as up
def board(rows, columns): return up.domineering((rows, columns)).value
game = up.game
def text(g): return str(g)
""",
    "pycgt": """
import pycgt
from pycgt.rulesets import domineering
def board(rows, columns): return domineering.rectangle(rows, columns)
game = pycgt.parse
def text(g): return str(g)
""",
    "cgt-py": """
import cgt_py
def board(rows, columns):
    return cgt_py.Domineering("|".join(["." * columns] * rows)).canonical_form
game = cgt_py.CanonicalForm
def text(g): return str(g)
""",
}

# Games of day three, of which many are hot: {a,b|c,d} of games of day two.
GAMES = """
import itertools, random
day1 = ["0", "1", "-1", "*"]
day2 = ["{%s|%s}" % pair for pair in itertools.product(day1, day1)]
chance = random.Random(3)
texts = ["{%s,%s|%s,%s}" % tuple(chance.sample(day2, 4)) for _ in range(60)]
games = [game(t) for t in texts]
pairs = list(itertools.combinations(games, 2))
"""

# A graph without cycles: from each vertex moves to some of the next hundred.
ARCS = """
import random
chance = random.Random(5)
size = 20_000
after = {n: [n + chance.randrange(1, 100) for _ in range(4)] for n in range(size)}
after = {n: [m for m in afters if m < size] for n, afters in after.items()}
"""

# Games by a function of moves: the function, a position, and the positions up to it in an order in
# which every move leads to an earlier one.
WYTHOFF = """
def options(position):
    a, b = position
    yield from ((k, b) for k in range(a))
    yield from ((a, k) for k in range(b))
    yield from ((a - k, b - k) for k in range(1, min(a, b) + 1))
begin = (120, 120)
def positions(): return ((a, b) for a in range(121) for b in range(121))
"""

SQUARES = """
from math import isqrt
def options(n):
    for k in range(1, isqrt(n) + 1):
        yield n - k * k
begin = 20_000
def positions(): return range(begin + 1)
"""

CHOMP = """
from itertools import combinations_with_replacement
def options(rows):
    for row, length in enumerate(rows):
        for left in range(0 if row else 1, length):
            yield rows[:row] + tuple(min(left, other) for other in rows[row:])
begin = (7,) * 7
def positions(): return (row[::-1] for row in combinations_with_replacement(range(8), 7) if row[6])
"""

DAWSON = """
def options(row):
    for at in range(len(row) - 1):
        if row[at : at + 2] == "..":
            yield row[:at] + "##" + row[at + 2 :]
begin = "." * 22
def positions():
    from itertools import product
    rows, new = {begin}, [begin]
    while new:
        new = list({after for row in new for after in options(row)} - rows)
        rows.update(new)
    return sorted(rows, key=lambda row: row.count("."))
"""

TAKING = """
def options(n): return [n - k for k in (1, 2, 3) if k <= n]
begin = 100_000
def positions(): return range(begin + 1)
"""

# The least excluded number, by whoever has no engine.
MEX = """
def mex(values):
    found = 0
    while found in values:
        found += 1
    return found
"""


def of_values(setup: str, work: str) -> dict[str, tuple[str, str]]:
    """A task that all libraries with values do by the same program."""
    return {name: (prepare + setup, work) for name, prepare in PREPARE.items()}


def by_moves(game: str) -> dict[str, tuple[str, str]]:
    """The Grundy value of a position of a game that is a function of moves."""
    ruleset = """
import upstar as up
class Game(up.Ruleset):
    impartial = True
    def options(self, position, player):
        return options(position)
"""
    loop = """
values = {}
for position in positions():
    values[position] = mex({values[after] for after in options(position)})
found = values[begin]
"""
    return {
        "upstar": (game + ruleset, "found = Game()(begin).grundy"),
        "python": (game + MEX, loop),
    }


# What each library runs: what is prepared, and what is timed.
TASKS: dict[str, dict[str, tuple[str, str]]] = {
    "Domineering 4x4": of_values("", "found = text(board(4, 4))"),
    "Domineering 5x5": of_values("", "found = len(text(board(5, 5)))"),
    "1770 sums of games of day 3": of_values(
        GAMES, "sums = [g + h for g, h in pairs]; found = len(sums)"
    ),
    "1770 comparisons of them": of_values(GAMES, "found = sum(g <= h for g, h in pairs)"),
    "a sum of small games, each of 100,000": of_values(
        "g, h = game('{2|{1|0}}'), game('{1|-1}')",
        "for _ in range(100_000): g + h\nfound = 0",
    ),
    "positions lost in a graph of 20,000 vertices": {
        "upstar": (
            "import upstar as up" + ARCS,
            """
solution = up.graph(after).solve()
found = sum(solution.outcome(n) == "P" for n in range(size))
""",
        ),
        "networkx": (
            "import networkx as nx" + ARCS,
            """
graph = nx.DiGraph(after)
lost = {}
for n in reversed(list(nx.topological_sort(graph))):
    lost[n] = not any(lost[m] for m in graph.successors(n))
found = sum(lost.values())
""",
        ),
        "python": (
            ARCS,
            """
lost = {}
for n in reversed(range(size)):
    lost[n] = not any(lost[m] for m in after[n])
found = sum(lost.values())
""",
        ),
    },
    "Wythoff's game to (120, 120), by a function of moves": by_moves(WYTHOFF),
    "squares taken from up to 20,000": by_moves(SQUARES),
    "Chomp on 7 rows of 7": by_moves(CHOMP),
    "dominoes on a row of 22, a text": by_moves(DAWSON),
    "1 to 3 taken from up to 100,000": by_moves(TAKING),
    "Kayles to 3000": {
        "upstar": (
            "import numpy, upstar as up",
            "found = int(up.heaps('kayles')[0:3001].sum())",
        ),
        "python": (
            MEX,
            """
values = [0]
for n in range(1, 3001):
    one = {values[a] ^ values[n - 1 - a] for a in range((n + 1) // 2)}
    two = {values[a] ^ values[n - 2 - a] for a in range(n // 2)}
    values.append(mex(one | two))
found = sum(values)
""",
        ),
    },
}

RUN = """
import json, sys, time
{prepare}
start = time.process_time()
{work}
print(json.dumps([time.process_time() - start, found]))
"""


def once(library: str, task: str) -> tuple[float, object] | str:
    prepare, work = TASKS[task][library]
    program = RUN.format(prepare=prepare, work=work)
    try:
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, timeout=600
        )
    except subprocess.TimeoutExpired:
        return "more than 600 s"
    if done.returncode:
        return done.stderr.strip().splitlines()[-1][:80]
    seconds, found = json.loads(done.stdout)
    return seconds, found


def main(words: list[str]) -> None:
    for task, libraries in TASKS.items():
        if words and not any(word in task for word in words):
            continue
        best: dict[str, tuple[float, object] | str] = {}
        for _ in range(ROUNDS):
            for library in libraries:
                known = best.get(library)
                if isinstance(known, str):
                    continue
                now = once(library, task)
                if known is None or isinstance(now, str) or now[0] < known[0]:
                    best[library] = now
        print(task)
        for library, result in best.items():
            shown = result if isinstance(result, str) else f"{result[0]:.6f} s   {result[1]}"
            print(f"  {library:8} {shown}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
