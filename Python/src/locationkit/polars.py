"""Names of places as an expression of polars.

>>> import polars as pl
>>> import locationkit.polars as lk
>>> frame = pl.DataFrame({"lat": [48.8584], "lon": [2.2945]})
>>> frame.with_columns(lk.reverse("lat", "lon", columns=["country_code", "city"], languages="en").alias("place")).unnest("place")
... # doctest: +SKIP
"""

from __future__ import annotations

import polars as pl

from . import _native
from ._world import World, default_world

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["reverse"]


def reverse(
    lat: pl.Expr | str,
    lon: pl.Expr | str,
    *,
    columns: Sequence[str] | str | None = None,
    languages: Sequence[str] | str | None = None,
    world: World | None = None,
    threads: int | None = None,
) -> pl.Expr:
    """Return an expression for a struct with the names of each point.

    Parameters
    ----------
    lat, lon : polars.Expr or str
        Latitude and longitude in degrees, as expressions or names of columns, latitude first.
    columns, languages, threads
        As for :meth:`locationkit.World.reverse_many`.
    world : World, optional
        The world that answers; without it, the one inside the package.

    Returns
    -------
    polars.Expr
        A struct: ``.struct.field("city")`` or ``unnest`` takes it apart. It works row by row, also in lazy and streaming queries.
    """
    types = {"text": pl.String, "double": pl.Float64, "integer": pl.Int64, "boolean": pl.Boolean}
    names = _native.names(columns)
    result = pl.Struct({name: types[_native.COLUMNS[name]] for name in names})

    def answer(points: pl.Series) -> pl.Series:
        answering = default_world() if world is None else world
        latitudes, longitudes = points.struct.field("lat"), points.struct.field("lon")
        places = answering.reverse_many(latitudes, longitudes, columns=names, languages=languages, threads=threads)
        return places.to_polars().to_struct(points.name)

    latitude = pl.col(lat) if isinstance(lat, str) else lat
    longitude = pl.col(lon) if isinstance(lon, str) else lon
    # Other types than numbers end the query with an error that names them.
    both = pl.struct(latitude.cast(pl.Float64).alias("lat"), longitude.cast(pl.Float64).alias("lon"))
    return both.map_batches(answer, return_dtype=result, is_elementwise=True).alias("place")
