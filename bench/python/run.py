"""Upstar beside the other Python packages for combinatorial games, one run, interleaved.

    python -m venv environment && environment/bin/pip install pycgt==0.2.0 cgt-py anywidget WHEEL
    environment/bin/python bench/python/run.py

Each task is done by each library in a process of its own, in turn, three rounds; the best time of
each is shown, with the answer, which must be the same. What a library does not do is left out, and
what cannot be imported is said.
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

TASKS = {
    "Domineering 4x4": ("", "found = text(board(4, 4))"),
    "Domineering 5x5": ("", "found = len(text(board(5, 5)))"),
    "1770 sums of games of day 3": (GAMES, "sums = [g + h for g, h in pairs]; found = len(sums)"),
    "1770 comparisons of them": (GAMES, "found = sum(g <= h for g, h in pairs)"),
    "a sum of small games, each of 100,000": (
        "g, h = game('{2|{1|0}}'), game('{1|-1}')",
        "for _ in range(100_000): g + h\nfound = 0",
    ),
}

RUN = """
import json, sys, time
{prepare}
{setup}
start = time.perf_counter()
{work}
print(json.dumps([time.perf_counter() - start, found]))
"""


def once(library: str, task: str) -> tuple[float, object] | str:
    setup, work = TASKS[task]
    program = RUN.format(prepare=PREPARE[library], setup=setup, work=work)
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


def main() -> None:
    for task in TASKS:
        best: dict[str, tuple[float, object] | str] = {}
        for _ in range(ROUNDS):
            for library in PREPARE:
                known = best.get(library)
                if isinstance(known, str):
                    continue
                now = once(library, task)
                if known is None or isinstance(now, str) or now[0] < known[0]:
                    best[library] = now
        print(task)
        for library, result in best.items():
            shown = result if isinstance(result, str) else f"{result[0]:.6f} s   {result[1]}"
            print(f"  {library:8} {shown}")


if __name__ == "__main__":
    main()
