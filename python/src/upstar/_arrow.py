"""The columns of tables in Arrow: values and fractions are texts with an extension type."""

from __future__ import annotations

import sys


def register() -> None:
    """Makes the extension types known to those libraries that are loaded and know such types.

    pyarrow gives the values themselves; for Polars the columns are texts, which can be filtered.
    """
    if "pyarrow" in sys.modules:
        # It registers the types when it is imported.
        from . import _pyarrow  # noqa: F401
    polars = sys.modules.get("polars")
    if polars is not None and not _in_polars and hasattr(polars, "register_extension_type"):
        for name in ("upstar.value", "upstar.fraction"):
            polars.register_extension_type(name, as_storage=True)
        _in_polars.append(True)


#: Not empty once Polars knows the types.
_in_polars: list[bool] = []
