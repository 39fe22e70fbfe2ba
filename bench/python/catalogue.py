"""Grundy values of impartial games with some 10,000 positions: the program beside plain CPython.

    UPSTAR=target/dist/upstar python bench/python/catalogue.py [NAME ...]

Each game is written here once more by its rules, in a few lines, and solved by the least excluded
number over all positions that can be reached; parts of a sum are solved alone. Both sides are
processes of their own, in turn, three rounds; the best times are shown with the time to begin, and
the two values must agree. A ratio above 1 says that the program is slower.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable

ROUNDS = 3

Position = tuple[int, ...]
# The moves: each is the list of the parts that it leaves.
Options = Callable[[Position], Iterable[list[Position]]]


def grundy(start: list[Position], options: Options) -> tuple[int, int]:
    """The Grundy value of a sum, and the number of its positions."""
    values: dict[Position, int] = {}
    for part in start:
        stack = [part]
        while stack:
            at = stack[-1]
            if at in values:
                stack.pop()
                continue
            moves = list(options(at))
            missing = [left for move in moves for left in move if left not in values]
            if missing:
                stack.extend(missing)
                continue
            seen = set()
            for move in moves:
                value = 0
                for left in move:
                    value ^= values[left]
                seen.add(value)
            value = 0
            while value in seen:
                value += 1
            values[at] = value
            stack.pop()
    total = 0
    for part in start:
        total ^= values[part]
    return total, len(values)


def wythoff(at: Position) -> Iterable[list[Position]]:
    a, b = at
    for k in range(1, a + 1):
        yield [(a - k, b)]
    for k in range(1, b + 1):
        yield [(a, b - k)]
    for k in range(1, min(a, b) + 1):
        yield [(a - k, b - k)]


def gen_wythoff(at: Position) -> Iterable[list[Position]]:
    # From both heaps at most 2 tokens more from the one than from the other.
    a, b = at
    for i in range(a + 1):
        for j in range(b + 1):
            if i + j and (i == 0 or j == 0 or abs(i - j) < 3):
                yield [(a - i, b - j)]


def euclid(at: Position) -> Iterable[list[Position]]:
    a, b = max(at), min(at)
    if b:
        for k in range(1, a // b + 1):
            yield [(a - k * b, b)]


def nim(at: Position) -> Iterable[list[Position]]:
    for k in range(at[0]):
        yield [(k,)]


def subtraction(at: Position) -> Iterable[list[Position]]:
    for k in (2, 3, 7):
        if k <= at[0]:
            yield [(at[0] - k,)]


def subtract_square(at: Position) -> Iterable[list[Position]]:
    k = 1
    while k * k <= at[0]:
        yield [(at[0] - k * k,)]
        k += 1


def octal(digits: str) -> Options:
    def options(at: Position) -> Iterable[list[Position]]:
        n = at[0]
        for taken, digit in enumerate(digits, 1):
            left = n - taken
            if left == 0 and int(digit) & 1:
                yield []
            if left > 0 and int(digit) & 2:
                yield [(left,)]
            if left > 1 and int(digit) & 4:
                for part in range(1, left // 2 + 1):
                    yield [(part,), (left - part,)]

    return options


def grundys_game(at: Position) -> Iterable[list[Position]]:
    n = at[0]
    for part in range(1, (n + 1) // 2):
        yield [(part,), (n - part,)]


def lasker(at: Position) -> Iterable[list[Position]]:
    yield from nim(at)
    n = at[0]
    for part in range(1, n // 2 + 1):
        yield [(part,), (n - part,)]


def chomp(at: Position) -> Iterable[list[Position]]:
    # Rows that do not grow; the corner is poisoned.
    for row in range(len(at)):
        for width in range(at[row]):
            if row or width:
                yield [at[:row] + tuple(min(other, width) for other in at[row:])]


def fibonacci_nim(at: Position) -> Iterable[list[Position]]:
    n, most = at
    for k in range(1, min(n, most) + 1):
        yield [(n - k, min(2 * k, n - k))]


def take_at_most(at: Position) -> Iterable[list[Position]]:
    n, most = at
    for k in range(1, min(n, most) + 1):
        yield [(n - k, min(k, n - k))]


def knight(at: Position) -> Iterable[list[Position]]:
    row, column = at
    for down, right in ((-2, 1), (-2, -1), (-1, -2), (1, -2)):
        if 1 <= row + down and 1 <= column + right:
            yield [(row + down, column + right)]


def cram(columns: int) -> Options:
    def options(at: Position) -> Iterable[list[Position]]:
        (free,) = at
        for cell in range(free.bit_length()):
            if not free >> cell & 1:
                continue
            if (cell + 1) % columns and free >> (cell + 1) & 1:
                yield [(free & ~(3 << cell),)]
            if free >> (cell + columns) & 1:
                yield [(free & ~(1 << cell) & ~(1 << (cell + columns)),)]

    return options


def node_kayles(neighbours: list[int]) -> Options:
    def options(at: Position) -> Iterable[list[Position]]:
        (free,) = at
        for vertex, near in enumerate(neighbours):
            if free >> vertex & 1:
                yield [(free & ~near & ~(1 << vertex),)]

    return options


def grid(rows: int, columns: int) -> list[int]:
    near = [0] * (rows * columns)
    for cell in range(rows * columns):
        if (cell + 1) % columns:
            near[cell] |= 1 << (cell + 1)
            near[cell + 1] |= 1 << cell
        if cell + columns < rows * columns:
            near[cell] |= 1 << (cell + columns)
            near[cell + columns] |= 1 << cell
    return near


def treblecross(at: Position) -> Iterable[list[Position]]:
    # Strips between crosses; nobody puts a cross near another one, for that loses.
    n = at[0]
    for cell in range(n):
        left, right = max(cell - 2, 0), max(n - cell - 3, 0)
        yield [(part,) for part in (left, right) if part]


def staircase(at: Position) -> Iterable[list[Position]]:
    # Coins go down by one step.
    for step in range(len(at)):
        for k in range(1, at[step] + 1):
            below = list(at)
            below[step] -= k
            if step:
                below[step - 1] += k
            yield [tuple(below)]


def divisors(at: Position) -> Iterable[list[Position]]:
    # A proper divisor is taken.
    n = at[0]
    for k in range(1, n):
        if n % k == 0:
            yield [(n - k,)]


def turtles(at: Position) -> Iterable[list[Position]]:
    # A coin is turned to tails, and perhaps one on its left: coins are apart from each other.
    yield []
    for other in range(at[0]):
        yield [(other,)]


def moore(at: Position) -> Iterable[list[Position]]:
    # From at most two heaps.
    heaps = list(at)
    for i in range(len(heaps)):
        for a in range(heaps[i]):
            yield [tuple(sorted(heaps[:i] + [a] + heaps[i + 1 :]))]
            for j in range(i + 1, len(heaps)):
                for b in range(heaps[j]):
                    left = heaps[:i] + [a] + heaps[i + 1 : j] + [b] + heaps[j + 1 :]
                    yield [tuple(sorted(left))]


def ordered_nim(at: Position) -> Iterable[list[Position]]:
    # Each heap stays at least as large as the one before it.
    for i, heap in enumerate(at):
        least = at[i - 1] if i else 0
        for a in range(least, heap):
            yield [at[:i] + (a,) + at[i + 1 :]]


DIVISORS = """divisors on heaps
both: n -> n-k for k in 1..n-1 where n % k = 0
"""

# What the program is asked, and the same by rules: its parts and their moves.
ROWS: dict[str, tuple[str, list[Position], Options]] = {
    "wythoff": ("wythoff(99,99)", [(99, 99)], wythoff),
    "gen_wythoff": ("gen_wythoff(3; 60,60)", [(60, 60)], gen_wythoff),
    "euclid": ("euclid(28657,17711)", [(28657, 17711)], euclid),
    "nim": ("nim(3000)", [(3000,)], nim),
    "lasker": ("lasker(1500)", [(1500,)], lasker),
    "subtraction": ('subtraction("2,3,7"; 10000)', [(10000,)], subtraction),
    "subtract_square": ("subtract_square(10000)", [(10000,)], subtract_square),
    "kayles": ("kayles(3000)", [(3000,)], octal("77")),
    "take_and_break": ('take_and_break("0.137"; 3000)', [(3000,)], octal("137")),
    "grundy": ("grundy(3000)", [(3000,)], grundys_game),
    "chomp": ("chomp(8,8,8,8,8,8,8,8)", [(8,) * 8], chomp),
    "fibonacci_nim": ("fibonacci_nim(200)", [(200, 199)], fibonacci_nim),
    "take_at_most": ("take_at_most(200,120)", [(200, 120)], take_at_most),
    "knight": ("knight(100,100)", [(100, 100)], knight),
    "cram": ('cram("4x4")', [((1 << 16) - 1,)], cram(4)),
    "node_kayles": ('node_kayles("5x5")', [((1 << 25) - 1,)], node_kayles(grid(5, 5))),
    "treblecross": ("treblecross(2000)", [(2000,)], treblecross),
    "staircase": ("staircase(7,7,7,7)", [(7, 7, 7, 7)], staircase),
    "turning_turtles": ('turning_turtles("%s")' % ("O" * 500), [(n,) for n in range(500)], turtles),
    "moore": ("moore(2; 14,14,14,14,14)", [(14,) * 5], moore),
    "ordered_nim": ("ordered_nim(16,17,18,19)", [(16, 17, 18, 19)], ordered_nim),
    "divisors, by a rules file": ("divisors(10000)", [(10000,)], divisors),
}


def program(game: str) -> int:
    """The value that the program finds."""
    command = [os.environ.get("UPSTAR", "target/dist/upstar"), "eval", "--plain"]
    if game.startswith("divisors"):
        rules = os.path.join(os.environ.get("TMPDIR", "/tmp"), "divisors.game")
        with open(rules, "w", encoding="utf-8") as file:
            file.write(DIVISORS)
        command += ["--rules", rules]
    found = subprocess.run([*command, f"({game}).NimValue"], capture_output=True, text=True)
    if found.returncode:
        raise SystemExit(f"{game}: {found.stderr}")
    return int(found.stdout)


def main(names: list[str]) -> None:
    if names[:1] == ["--value"]:
        _, start, options = ROWS[names[1]]
        print(*grundy(start, options))
        return
    print("| game | positions | value | program, s | CPython, s | ratio |")
    print("|---|---|---|---|---|---|")
    for name, (game, _, _) in ROWS.items():
        if names and name not in names:
            continue
        times: list[list[float]] = [[], []]
        for _ in range(ROUNDS):
            begin = time.perf_counter()
            value = program(game)
            times[0].append(time.perf_counter() - begin)
            begin = time.perf_counter()
            twin = subprocess.run(
                [sys.executable, __file__, "--value", name], capture_output=True, text=True, check=True
            ).stdout.split()
            times[1].append(time.perf_counter() - begin)
            assert value == int(twin[0]), f"{game}: {value}, and {twin[0]} by rules"
        ours, python = min(times[0]), min(times[1])
        positions = int(twin[1])
        print(f"| {game[:40]} | {positions} | {value} | {ours:.3f} | {python:.3f} | {ours / python:.2f} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
