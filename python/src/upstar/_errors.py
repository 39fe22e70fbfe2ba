"""What can go wrong, as exceptions."""

from __future__ import annotations


class UpstarError(Exception):
    """Whatever the engine refuses; the message says where, and what would be right.

    >>> import upstar as up
    >>> try:
    ...     up.game("{1|")
    ... except up.UpstarError as error:
    ...     print(error)
    column 4: expected an expression, found the end of the line; the `{` at column 1 is not closed
    """


class NotationError(UpstarError, ValueError):
    """A text is no game, position or expression, or an argument is not what it should be.

    >>> import upstar as up
    >>> try:
    ...     up.game("{1|")
    ... except up.NotationError as error:
    ...     print(error)
    column 4: expected an expression, found the end of the line; the `{` at column 1 is not closed
    """


class NotDefinedError(UpstarError, ArithmeticError):
    """The question has no answer: the atomic weight of a game that is not atomic.

    >>> import upstar as up
    >>> try:
    ...     up.game(1).atomic_weight
    ... except up.NotDefinedError as error:
    ...     print(error)
    this game is not atomic: it has no atomic weight
    """


class DivisionByZeroError(NotDefinedError, ZeroDivisionError):
    """A number was divided by zero: a game, a surreal number or a nimber.

    >>> import upstar as up
    >>> try:
    ...     up.game(1) / 0
    ... except up.DivisionByZeroError as error:
    ...     print(error)
    division by zero
    """


class LimitError(UpstarError, OverflowError):
    """Something is larger than a stated limit.

    >>> import upstar as up
    >>> try:
    ...     up.heaps("kayles")[0 : 2**40]
    ... except up.LimitError as error:
    ...     print(error)
    at most 4294967296 values are kept; ask for one by value_at
    """


class UnknownNameError(UpstarError, LookupError):
    """There is no game, method or vertex of this name.

    >>> import upstar as up
    >>> try:
    ...     up.rules("nimm")
    ... except up.UnknownNameError as error:
    ...     print(error)
    unknown game `nimm`; did you mean `nim`?
    """


class FileError(UpstarError, OSError):
    """A file cannot be read or written.

    >>> import upstar as up
    >>> try:
    ...     up.graph("nothing.csv")
    ... except up.FileError as error:
    ...     print(error)
    cannot read nothing.csv: ...
    """


class BudgetExhausted(UpstarError, TimeoutError):
    """A bound of the budget was met.

    >>> import upstar as up
    >>> try:
    ...     up.domineering("9x9").find_value(budget=up.Budget(steps=10_000))
    ... except up.BudgetExhausted as stopped:
    ...     print(stopped.reason)
    steps
    """

    #: Which bound was met: "time", "steps" or "memory"; "size" if the result is larger than the
    #: engine can represent, whatever the budget.
    reason: str
    #: The steps of work that were done.
    steps: int
    #: The seconds that went by.
    seconds: float
    #: What is known of the answer, in words.
    known: str | None

    def __init__(
        self,
        message: str,
        reason: str = "time",
        steps: int = 0,
        seconds: float = 0.0,
        known: str | None = None,
    ) -> None:
        super().__init__(message)
        self.reason = reason
        self.steps = steps
        self.seconds = seconds
        self.known = known

    def __reduce__(self) -> tuple[type[BudgetExhausted], tuple[object, ...]]:
        message = str(self.args[0])
        return (type(self), (message, self.reason, self.steps, self.seconds, self.known))
