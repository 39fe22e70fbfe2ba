"""The examples of the documentation: docstrings of both languages, the README, the book."""

from __future__ import annotations

import doctest
import inspect
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
import upstar as up
from upstar import (
    _analysis, _board, _budget, _errors, _facts, _frames, _html, _numbers, _questions, _tables, _upstar,
)  # fmt: skip

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
MODULES = [
    up, _analysis, _board, _budget, _errors, _facts, _frames, _html, _numbers, _questions,
    _tables, _upstar, up.games,
]  # fmt: skip
ROOT = Path(__file__).resolve().parents[2]


def documented(module: ModuleType) -> Iterator[tuple[str, str, dict[str, object]]]:
    names = dict(vars(module))
    yield module.__name__, module.__doc__ or "", names
    for name, thing in vars(module).items():
        own = str(getattr(thing, "__module__", "")).startswith("upstar")
        if not own or inspect.ismodule(thing) or not callable(thing):
            continue
        yield f"{module.__name__}.{name}", thing.__doc__ or "", names
        if inspect.isclass(thing) and not issubclass(thing, BaseException):
            for method, part in vars(thing).items():
                doc = getattr(part, "__doc__", None)
                if isinstance(doc, str) and not method.startswith("__"):
                    yield f"{module.__name__}.{name}.{method}", doc, names


EXAMPLES = {
    name: (text, names)
    for module in MODULES
    for name, text, names in documented(module)
    if ">>>" in text
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_are_right(name: str) -> None:
    text, names = EXAMPLES[name]
    test = doctest.DocTestParser().get_doctest(text, dict(names), name, None, 0)
    failed = doctest.DocTestRunner(optionflags=FLAGS).run(test).failed
    assert not failed


@pytest.mark.parametrize(
    "path",
    ["README.md", "python/README.md", "book/src/python.md", "book/src/first-hour/programmer.md"],
)
def test_the_text_is_right(path: str) -> None:
    found = doctest.testfile(
        str(ROOT / path), module_relative=False, optionflags=FLAGS, encoding="utf-8"
    )
    assert found.attempted and not found.failed


def public() -> Iterator[tuple[str, object]]:
    """Functions, classes, methods and properties that users call; fields are in examples of classes."""
    for name in up.__all__:
        thing = getattr(up, name)
        if isinstance(thing, up.Game) or not callable(thing) or name == "BudgetLike":
            continue
        yield name, thing
        if inspect.isclass(thing) and not issubclass(thing, tuple):
            fields = getattr(thing, "__dataclass_fields__", ())
            for method, part in vars(thing).items():
                asked = callable(part) or inspect.isdatadescriptor(part) and method not in fields
                if asked and not method.startswith("_") and not inspect.ismemberdescriptor(part):
                    yield f"{name}.{method}", part


def test_everything_public_has_an_example_that_is_run() -> None:
    assert not [name for name, thing in public() if ">>>" not in (thing.__doc__ or "")]


def test_a_star_import_binds_what_is_meant() -> None:
    names: dict[str, object] = {}
    exec("import upstar as up\nimport upstar\nfrom upstar import *", names)
    assert names["up"] is names["upstar"] is up
    assert "kayles" in names and "game" in names
    for module in (up, up.games):
        shown = dir(module)
        assert not {"Any", "annotations", "Iterable", "overload", "_upstar"} & set(shown)
        assert len(shown) == len(set(shown)) and all(hasattr(module, name) for name in shown)


def test_the_functions_are_those_of_the_catalogue() -> None:
    names = {entry["name"] for entry in _upstar.catalogue()}
    assert {name.removesuffix("_") for name in up.games.__all__} == names
