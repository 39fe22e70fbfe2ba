"""What a newcomer types who has read the manual's page on Python and nothing else."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import scipy.sparse as sp
import upstar as up


class TakeOneOrTwo(up.Ruleset):
    impartial = True

    def options(self, position: int, player: str) -> Iterable[int]:
        return [position - k for k in (1, 2) if k <= position]


NAMES: dict[str, Any] = {
    "up": up, "np": np, "nx": nx, "pd": pd, "pl": pl, "pa": pa, "sp": sp, "copy": copy,
    "pickle": pickle, "Decimal": Decimal, "Fraction": Fraction, "Path": Path,
    "TakeOneOrTwo": TakeOneOrTwo, "g": up.game("{2||1|0}"), "heaps": up.nim(3, 4, 5),
    "board": up.domineering("2x3"),
    "arcs": [("a", "b"), ("b", "a"), ("b", "c"), ("c", "d")],
    "boards": up.table("domineering", rows=2, columns=2),
}  # fmt: skip

#: Expressions, each with one that has the same value.
EXPRESSIONS = {
    # Values.
    "up.game(3)": "3",
    "up.game(0.5)": "Fraction(1, 2)",
    "up.game('1/2') + up.game('1/4')": "0.75",
    "up.game('*2') + up.game('*3')": "up.star()",
    "up.game('±1')": "up.switch(1)",
    "up.game('↑*')": "up.upstar",
    "up.game([1], [-1])": "up.game('{1|-1}')",
    "up.game(left=[0], right=[up.star()])": "up.up",
    "up.game(left=[], right=[])": "0",
    "up.Game('^*')": "up.up + up.star()",
    "up.game(Decimal('0.25'))": "Fraction(1, 4)",
    "up.game(np.float64(0.75)) + np.int64(1)": "Fraction(7, 4)",
    "up.game('Tiny(2)') > 0": "True",
    "up.switch(3, -3)": "up.game('+-3')",
    "-up.up": "up.down",
    "sum([up.up, up.star(), up.star(2)])": "up.up + up.star(3)",
    "3 * up.up - up.up": "up.up * 2",
    "up.game(2) / 3": "Fraction(2, 3)",
    "up.game(2) ** 3": "8",
    "1 - up.game('1/2')": "Fraction(1, 2)",
    "(g.mean, g.temperature)": "(Fraction(5, 4), Fraction(3, 4))",
    "(g.outcome, g.winner)": "('L', 'left')",
    "g.left_options + g.right_options": "[2, up.game('{1|0}')]",
    "g.moves('right')": "[up.game('{1|0}')]",
    "(g.stops.left.value, g.stops.right.value)": "(2, 1)",
    "(g.left_stop, g.right_stop)": "(2, 1)",
    "g.thermograph.mean": "g.mean",
    "g.cool(Fraction(1, 2))": "up.game('{3/2||1|1}')",
    "up.star().heat(1)": "up.switch(1)",
    "(g.birthday, up.up.atomic_weight)": "(3, 1)",
    "up.up > 0 > up.down": "True",
    "up.up.confused_with(up.star())": "True",
    "up.star().compare(0)": "'||'",
    "up.star() == -up.star()": "True",
    "sorted([up.game(3), up.game('1/2'), up.game(-1)])": "[-1, Fraction(1, 2), 3]",
    "max(up.game(1), up.game('1/2'))": "1",
    "{up.game('{0|*}'): 'up'}[up.up]": "'up'",
    "len({up.game(1), up.game('2') - 1, 1})": "1",
    "str(up.up + up.star())": "'^*'",
    "f'{up.up:unicode}'": "'↑'",
    "f'{up.game(\"1/2\"):latex}'": "r'\\tfrac{1}{2}'",
    "eval(repr(g), vars(up))": "g",
    "pickle.loads(pickle.dumps(g))": "g",
    "copy.deepcopy(g)": "g",
    "Fraction(up.game('3/4'))": "Fraction(3, 4)",
    "(float(up.game(0.5)), int(up.game(4)), abs(up.game(-3)))": "(0.5, 4, 3)",
    "bool(up.zero), bool(up.star())": "(False, True)",
    "isinstance(g + 1, up.Game)": "True",
    # Loopy games, surreal numbers, nimbers, expressions.
    "up.loopy('on') > 1000": "True",
    "up.loopy('over') + 1 > 1": "True",
    "up.loopy(1)": "1",
    "up.loopy('over').winner": "'left'",
    "up.surreal('w') + 1 > up.surreal('w')": "True",
    "up.surreal('w') - up.surreal('w')": "0",
    "up.surreal(1) / 3": "Fraction(1, 3)",
    "up.surreal('1/w') < Fraction(1, 1000)": "True",
    "up.nimber(2) + up.nimber(3)": "1",
    "up.nimber(2) ** 2": "3",
    "up.nimber(5) ** -1 * 5": "1",
    "up.nimber(1) == 1": "True",
    "int(up.nimber(6) * up.nimber(11))": "10",
    "up.evaluate('a + *2', a=up.star(3))": "up.star()",
    "up.evaluate('{2||1|0}.Mean')": "Fraction(5, 4)",
    # Positions.
    "up.nim(3, 4, 5).winner": "'first'",
    "up.nim([1, 2, 3]).outcome": "'P'",
    "up.nim(np.array([1, 2, 3])) == up.nim(n for n in (1, 2, 3))": "True",
    "(heaps.grundy, heaps.value)": "(2, up.star(2))",
    "up.nim(1, 1, misere=True).winner": "'first'",
    "up.domineering('2x3').value.mean": "Fraction(3, 4)",
    "up.domineering(2, 3).value": "board.value",
    "up.domineering(np.full((2, 3), '.'))": "board",
    "board.temperature": "board.value.temperature",
    "[str(after) for after in up.nim(1, 1).moves()]": "['nim(0,1)', 'nim(1,0)']",
    "len(board.options('left')), len(board.right_options)": "(3, 4)",
    "heaps.winning_moves()": "[up.nim(1, 4, 5)]",
    "heaps.move('nim(1,4,5)').winner": "'second'",
    "(up.nim(3) + up.kayles(3)).outcome": "'P'",
    "(board - board).outcome": "'P'",
    "up.wythoff(3, 5).grundy": "0",
    "up.rules('nim')(3, 4, 5)": "heaps",
    "up.moore(3, 4, 5, parameters=(2,)).outcome": "'N'",
    "up.Position('nim(3,4,5)')": "heaps",
    "up.rules('hop on strip \"xo.\"; both: xo. -> ..x')('xo.').value": "up.star()",
    "pickle.loads(pickle.dumps(board))": "board",
    "up.analyze('{2||1|0}').temperature": "Fraction(3, 4)",
    "up.analyze(up.nim(1, 2, 3)).outcome": "'P'",
    # Heaps and tables.
    "up.heaps('kayles')[0:5].tolist()": "[0, 1, 2, 3, 1]",
    "up.heaps('0.77').period().period": "12",
    "up.heaps('kayles')[10**9] == up.heaps('kayles')[10**9 + 12]": "True",
    "boards['value']": "[0, -1, 1, up.switch(1)]",
    "[row['outcome'] for row in boards[1:3]]": "['R', 'L']",
    "pl.DataFrame(boards).filter(pl.col('value') == '+-1').height": "1",
    "boards.to_pandas()['value'].tolist()": "boards['value']",
    "pa.table(boards).num_rows": "4",
    "up.find('domineering', 4, most='temperature')['value'][0]": "up.switch(1)",
    "up.find(TakeOneOrTwo(), 5, outcome='P')['position']": "['TakeOneOrTwo(0)', 'TakeOneOrTwo(3)']",
    "TakeOneOrTwo()(4).grundy": "1",
    # Graphs and whole games.
    "up.graph(arcs).solve().outcome('b')": "'D'",
    "up.graph(arc for arc in arcs).solve().winning_moves('c')": "['d']",
    "up.graph({3: [1, 2], 2: [1]}).solve().winner(3)": "'first'",
    "up.graph(nx.DiGraph([((0, 1), (0, 2))])).vertices": "[(0, 1), (0, 2)]",
    "sorted(up.graph(arcs).to_networkx().edges)": "sorted(arcs)",
    "up.graph(sp.csr_array(np.eye(3, k=1))).solve().winner(2)": "'second'",
    "up.solve('nim(2,3)').outcome": "'N'",
    "up.misere_quotient('kayles(4)')['quotient']['order']": "6",
}


def test_there_are_many() -> None:
    assert len(EXPRESSIONS) == 105


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_an_expression_works_at_first_try(expression: str) -> None:
    found = eval(expression, dict(NAMES))
    wanted = eval(EXPRESSIONS[expression], dict(NAMES))
    assert found == wanted
