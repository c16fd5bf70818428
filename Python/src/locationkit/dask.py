"""Names of places for DataFrames of Dask."""

from __future__ import annotations

from . import _native
from ._frames import refuse_columns
from ._world import World, checked_languages, default_world

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    import pandas

__all__ = ["with_places"]


def _named(
    frame: pandas.DataFrame,
    lat: str,
    lon: str,
    columns: tuple[str, ...],
    languages: str,
    prefix: str,
    world: World | None,
) -> pandas.DataFrame:
    import pandas

    answering = default_world() if world is None else world
    places = answering.reverse_many(frame[lat], frame[lon], columns=columns, languages=languages, threads=1)
    answers = places.to_pandas(index=False)[list(columns)]
    # Before pandas 3, "str" would make the text "None" of a null.
    text = "str" if int(pandas.__version__.split(".")[0]) >= 3 else "string"
    types: dict[str, Any] = {"text": text, "double": "float64", "integer": "Int64", "boolean": "boolean"}
    for name in columns:
        # A partition without any answer would otherwise have a column of another type.
        answers[name] = answers[name].astype(types[_native.COLUMNS[name]])
    # By position: the index of a partition may have repeated values.
    return frame.assign(**{prefix + name: answers[name].array for name in columns})


def with_places(
    frame: Any,
    lat: str = "lat",
    lon: str = "lon",
    *,
    columns: Sequence[str] | str | None = None,
    languages: Sequence[str] | str | None = None,
    prefix: str = "",
    world: World | None = None,
) -> Any:
    """Return a DataFrame with the names of each row's point as further columns.

    Parameters
    ----------
    frame : dask.dataframe.DataFrame
        The points and whatever else belongs to them.
    lat, lon : str
        The columns with latitude and longitude in degrees.
    columns, languages
        As for :meth:`locationkit.World.reverse_many`.
    prefix : str, optional
        What the names of the new columns begin with.
    world : World, optional
        The world that answers; workers open its files at the same paths. Without it, the one inside the package.

    Returns
    -------
    dask.dataframe.DataFrame
        One thread works on a partition, since Dask runs several partitions at once.
    """
    names = _native.names(columns)
    tags = checked_languages(languages, world)
    empty: pandas.DataFrame = frame._meta
    refuse_columns(list(empty.columns), lat, lon, names, prefix)
    meta = _named(empty.iloc[:0], lat, lon, names, tags, prefix, world)
    return frame.map_partitions(_named, lat, lon, names, tags, prefix, world, meta=meta)
