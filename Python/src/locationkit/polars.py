"""Names of places as an expression of polars.

>>> import polars as pl
>>> import locationkit.polars as lk
>>> frame = pl.DataFrame({"lat": [48.8584], "lon": [2.2945]})
>>> frame.with_columns(lk.reverse("lat", "lon", columns=["country_code", "city"], languages="en").alias("place")).unnest("place")
... # doctest: +SKIP
"""

from __future__ import annotations

from . import _native
from ._errors import ArgumentTypeError, missing_package
from ._world import World, checked_languages, default_world

try:
    import polars as pl
except ModuleNotFoundError as problem:
    raise missing_package("polars", problem) from None

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

    Raises
    ------
    ValueError
        A column does not exist.
    LanguageError
        A language is not a tag.

    Notes
    -----
    Which types the points have is known when the query runs: it ends with an error if they are not numbers.
    """
    types = {"text": pl.String, "double": pl.Float64, "integer": pl.Int64, "boolean": pl.Boolean}
    names = _native.names(columns)
    tags = checked_languages(languages, world)
    result = pl.Struct({name: types[_native.COLUMNS[name]] for name in names})

    def answer(points: pl.Series) -> pl.Series:
        answering = default_world() if world is None else world
        latitudes, longitudes = (_degrees(points.struct.field(name)) for name in ("lat", "lon"))
        places = answering.reverse_many(latitudes, longitudes, columns=names, languages=tags, threads=threads)
        return places.to_polars().to_struct(points.name)

    latitude = pl.col(lat) if isinstance(lat, str) else lat
    longitude = pl.col(lon) if isinstance(lon, str) else lon
    both = pl.struct(latitude.alias("lat"), longitude.alias("lon"))
    return both.map_batches(answer, return_dtype=result, is_elementwise=True).alias("place")


def _degrees(column: pl.Series) -> pl.Series:
    # A cast would take texts of digits and truth values for numbers; decimals are cast, since they are numbers.
    if not column.dtype.is_numeric() and column.dtype != pl.Null:
        raise ArgumentTypeError(f"{column.name} has the type {column.dtype}; expected numbers in degrees")
    return column.cast(pl.Float64)
