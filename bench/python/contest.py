"""The contest problems of the book at the sizes that contests ask: the program beside plain loops.

    UPSTAR=target/dist/upstar [PYPY=pypy3] python bench/python/contest.py [NAME ...]

The loops are those that a contestant writes: a list of the values of smaller positions and the least
excluded number, or a table of positions where there is no such order. CPython runs them, and PyPy where
it is given. All are processes of their own, in turn, three rounds; the best times by the clock are
shown with the time to begin, and the values must agree.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from math import isqrt

ROUNDS = 3
RULES = "examples/rules/contest.game"


def mex(seen):
    value = 0
    while value in seen:
        value += 1
    return value


def taking(last, amounts):
    """One of the amounts is taken from a heap."""
    values = []
    for n in range(last + 1):
        values.append(mex({values[n - k] for k in amounts if k <= n}))
    return values[last]


def primes(last):
    sieve = [k > 1 and all(k % d for d in range(2, isqrt(k) + 1)) for k in range(62)]
    return taking(last, [k - 1 for k in range(62) if sieve[k]])


def powers_of_two(last):
    return taking(last, [1 << k for k in range(last.bit_length())])


def roots(last):
    values = []
    for n in range(last + 1):
        least = isqrt(isqrt(n))
        least += least**4 < n
        values.append(mex({values[k] for k in range(least, min(isqrt(n), n - 1) + 1)}))
    return values[last]


def legendre(last):
    values = [0]
    for n in range(1, last + 1):
        seen = {values[n - 1]}
        if n % 2 == 0:
            seen.add(values[n // 2])
        values.append(mex(seen))
    return values[last]


def paper(last):
    values = []
    for n in range(last + 1):
        values.append(mex({values[k] ^ values[n - 2 - k] for k in range(n // 2)} if n > 1 else ()))
    return values[last]


def square_nim(last):
    return taking(last, [k * k for k in range(1, isqrt(last) + 1)])


def half(last):
    values = []
    for n in range(last + 1):
        values.append(mex({values[n - k] for k in range(1, n // 2 + 1)}))
    return values[last]


def strips(start, options):
    """Positions are texts."""
    values = {}
    stack = [start]
    while stack:
        at = stack[-1]
        moves = options(at)
        missing = [move for move in moves if move not in values]
        if missing:
            stack.extend(missing)
        else:
            values[at] = mex({values[move] for move in moves})
            stack.pop()
    return values[start]


def flip(start):
    def options(at):
        cells = range(len(at) - 1)
        return [at[:i] + "--" + at[i + 2 :] for i in cells if at[i : i + 2] == "++"]

    return strips(start, options)


def pegs(start):
    def options(at):
        moves = []
        for i, peg in enumerate(at):
            for j in range(i + 1, len(at)):
                if peg == "x" and at[j] == ".":
                    moves.append(at[:i] + "." + at[i + 1 : j] + "x" + at[j + 1 :])
        return moves

    return strips(start, options)


def cards(start):
    turn = str.maketrans("g.", ".g")

    def options(at):
        cells = range(len(at) - 2)
        return [at[:i] + at[i : i + 3].translate(turn) + at[i + 3 :] for i in cells if at[i] == "g"]

    return strips(start, options)


def stones(last):
    values = [[0] * (last + 1) for _ in range(last + 1)]
    for a in range(1, last + 1):
        for b in range(1, a):
            values[a][b] = values[b][a] = mex({values[a - k * b][b] for k in range(1, a // b + 1)})
        values[a][a] = 1
    return sum(a + b for a in range(1, last + 1) for b in range(1, a) if values[a][b] == 0)


def vs(a, b):
    """A move takes a token from the first heap, and adds the second to it, or shrinks the second."""
    table = {}
    stack = [(a, b)]
    while stack:
        at = stack[-1]
        if at in table:
            stack.pop()
            continue
        a, b = at
        moves = [(a - 1, b + a)] if a else []
        moves += [(a, b - k) for k in range(1, b // 2 + 1)]
        missing = [move for move in moves if move not in table]
        if missing:
            stack.extend(missing)
        else:
            table[at] = mex({table[move] for move in moves})
            stack.pop()
    return table[a, b]


VS = "(a,b) -> (if a > 0 then [(a-1,b+a)] else [] end) Concat [(a,b-k) for k from 1 to Floor(b/2)]"
STONES = "(a,b) -> if b > a then [(b,a)] elseif b == 0 then [] else [(a-k*b,b) for k from 1 to Floor(a/b)] end"

# What the program evaluates, and the loop.
ROWS = {
    "primes": ("primes(100000).NimValue", lambda: primes(100000)),
    "powers of two": ("powers_of_two(200000).NimValue", lambda: powers_of_two(200000)),
    "roots": ("roots(777777).NimValue", lambda: roots(777777)),
    "legendre": ("legendre(1000000).NimValue", lambda: legendre(1000000)),
    "paper": ("paper(3000).NimValue", lambda: paper(3000)),
    "square nim": ("square_nim(100000).NimValue", lambda: square_nim(100000)),
    "flip": (f'flip("{"+" * 24}").NimValue', lambda: flip("+" * 24)),
    "pegs": ('pegs("xxxxxxx.......").NimValue', lambda: pegs("xxxxxxx.......")),
    "cards": (f'cards("{"g" * 16}").NimValue', lambda: cards("g" * 16)),
    "half, a function": (
        "HeapRuleset(n -> [n-k for k from 1 to Floor(n/2)])(8000).NimValue",
        lambda: half(8000),
    ),
    "vs, a function of two numbers": (f"CoordinateRuleset({VS})(50,50).NimValue", lambda: vs(50, 50)),
}


def timed(command):
    begin = time.perf_counter()
    found = subprocess.run(command, capture_output=True, text=True)
    if found.returncode:
        raise SystemExit(f"{command}: {found.stderr}")
    return time.perf_counter() - begin, int(found.stdout)


def main(names):
    if names[:1] == ["--value"]:
        print(ROWS[names[1]][1]())
        return
    pypy = os.environ.get("PYPY")
    upstar = [os.environ.get("UPSTAR", "target/dist/upstar"), "eval", "--plain", "--rules", RULES]
    print("| problem | value | program, s | CPython, s | PyPy, s |")
    print("|---|---|---|---|---|")
    for name, (text, _) in ROWS.items():
        if names and name not in names:
            continue
        commands = [[*upstar, text], [sys.executable, __file__, "--value", name]]
        if pypy:
            commands.append([pypy, __file__, "--value", name])
        rounds = [[timed(command) for command in commands] for _ in range(ROUNDS)]
        values = {value for one in rounds for _, value in one}
        assert len(values) == 1, f"{name}: {values}"
        best = [f"{min(one[0] for one in column):.3f}" for column in zip(*rounds)]
        print(f"| {name} | {values.pop()} | {' | '.join(best)}{'' if pypy else ' | '} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
