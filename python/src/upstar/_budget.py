"""How long a question may take."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Union

from . import _upstar


@dataclass(frozen=True)
class Budget:
    """Bounds on the work for one question: seconds, steps, bytes of memory.

    Wherever ``budget=`` is taken, a number of seconds will do. What is asked without a budget may
    take as long as it likes and four gigabytes of memory; :func:`set_default_budget` changes that,
    and Ctrl-C always works.

    >>> Budget(seconds=10)
    Budget(seconds=10, steps=None, bytes=None)
    """

    seconds: float | None = None
    steps: int | None = None
    bytes: int | None = None

    def __post_init__(self) -> None:
        _upstar.check_budget(self)


#: What ``budget=`` takes: seconds, a :class:`Budget`, or ``None`` for the default.
BudgetLike = Union[float, Budget, None]


def set_default_budget(budget: float | Budget) -> None:
    """Sets the bounds of all questions that are asked without a budget.

    >>> set_default_budget(Budget(seconds=3600))
    >>> set_default_budget(Budget())
    """
    _upstar.set_default_budget(budget)


def progress_bar(what: str) -> tuple[Callable[[int, float], None] | None, Callable[[], None]]:
    """A function that shows progress, and one that ends it: by tqdm, if it is there, once the
    work has taken some seconds."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None, lambda: None
    bar: list[Any] = []

    def show(steps: int, seconds: float) -> None:
        if seconds < 2:
            return
        if not bar:
            bar.append(tqdm(desc=what, unit=" steps", unit_scale=True, leave=False))
        bar[0].update(steps - bar[0].n)

    def end() -> None:
        if bar:
            bar[0].close()

    return show, end
