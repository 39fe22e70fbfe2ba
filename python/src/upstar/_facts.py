"""What is known of a period."""

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
