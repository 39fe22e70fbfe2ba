"""What is known of periods and laws."""

from __future__ import annotations

import json
from dataclasses import dataclass


@dataclass(frozen=True)
class Period:
    """A sequence with G(n + period) = G(n) + saltus for all n from the preperiod on.

    >>> from upstar import heaps
    >>> heaps("0.77").period()
    Period(preperiod=71, period=12, saltus=0, is_proved=True, theorem='guy-smith', checked_to=...)
    """

    #: The last exception + 1.
    preperiod: int
    #: The shortest period.
    period: int
    #: What is added after each period.
    saltus: int
    #: Whether it is proved for all n; else it holds as far as it was looked at.
    is_proved: bool
    #: By which theorem.
    theorem: str | None
    #: The last heap whose value was used.
    checked_to: int


@dataclass(frozen=True)
class Law:
    """What G(n) is for all n: a period, or a recursion by the residues or digits of n.

    >>> from upstar import heaps
    >>> heaps("0.77").law()
    Law(text='G(n+12) = G(n) for n >= 71', is_proved=True, theorem='guy-smith', checked_to=...)
    """

    #: The law in words.
    text: str
    #: Whether it is proved for all n; else it holds as far as it was looked at.
    is_proved: bool
    #: By which theorem.
    theorem: str | None
    #: The last heap whose value was compared with it.
    checked_to: int


def law(facts: str | None) -> Law | None:
    """The law that the engine tells of, if it found one."""
    if facts is None:
        return None
    found = json.loads(facts)
    return Law(
        text=found["text"],
        is_proved=found["verdict"] == "proved",
        theorem=found.get("theorem"),
        checked_to=found["checked_to"],
    )


def period(facts: str | None) -> Period | None:
    """The period that the engine tells of, if it found one."""
    if facts is None:
        return None
    found = json.loads(facts)
    return Period(
        preperiod=found["preperiod"],
        period=found["period"],
        saltus=found["saltus"],
        is_proved=found["verdict"] == "proved",
        theorem=found.get("theorem"),
        checked_to=found["checked_to"],
    )
