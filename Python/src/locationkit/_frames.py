"""Tables of other packages that get names of places as further columns."""

from __future__ import annotations

import sys

from ._errors import ArgumentError, ArgumentTypeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ._world import World


def with_places(
    world: World,
    frame: Any,
    lat: str,
    lon: str,
    names: tuple[str, ...],
    languages: Sequence[str] | str | None,
    prefix: str,
    threads: int | None,
) -> Any:
    """Return a table of the same kind, row by row; see :meth:`locationkit.World.with_places`."""
    kind = _kind(frame)
    existing = list(frame.column_names if kind == "pyarrow" else frame.columns)
    refuse_columns(existing, lat, lon, names, prefix)
    places = world.reverse_many(frame[lat], frame[lon], columns=names, languages=languages, threads=threads)
    answers: Any
    if kind == "pandas":
        answers = places.to_pandas(index=False)
        # By position: pandas would look for equal values of the index.
        return frame.assign(**{prefix + name: answers[name].array for name in names})
    if kind == "polars":
        answers = places.to_polars()
        return frame.with_columns([answers[name].alias(prefix + name) for name in names])
    table = places.to_arrow()
    for name in names:
        frame = frame.append_column(prefix + name, table[name])
    return frame


def refuse_columns(existing: Sequence[Any], lat: str, lon: str, names: tuple[str, ...], prefix: str) -> None:
    """Refuse points that are missing from a table, and names that it has.

    Raises
    ------
    ArgumentError
        What is wrong.
    """
    for name in (lat, lon):
        count = sum(1 for column in existing if column == name)
        if count != 1:
            there = "there is no column" if count == 0 else f"there are {count} columns"
            raise ArgumentError(f"{there} {name!r}; the columns are {', '.join(map(str, existing))}")
    for name in names:
        if prefix + name in existing:
            raise ArgumentError(f"the column {prefix + name!r} exists; pass a prefix, such as prefix='place_'")


def _kind(frame: Any) -> str:
    for package, table in (("pandas", "DataFrame"), ("polars", "DataFrame"), ("pyarrow", "Table")):
        module = sys.modules.get(package)
        if module is not None and isinstance(frame, getattr(module, table)):
            return package
    raise ArgumentTypeError(
        f"the frame is {type(frame).__name__}; expected a DataFrame of pandas or polars, or a Table of pyarrow "
        "(locationkit.dask and locationkit.spark have with_places for theirs; polars' lazy frames take locationkit.polars.reverse)"
    )
