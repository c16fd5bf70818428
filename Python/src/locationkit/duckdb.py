"""Names of places as a function of DuckDB.

>>> import duckdb
>>> import locationkit.duckdb
>>> connection = duckdb.connect()
>>> locationkit.duckdb.register(connection, columns=["country_code", "city"], languages="en")
>>> connection.sql("SELECT reverse_geocode(48.8584, 2.2945).city").fetchall()
[('Paris',)]
"""

from __future__ import annotations

from . import _native
from ._errors import ArgumentError, missing_package
from ._world import World, checked_languages, default_world

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    import duckdb

__all__ = ["register"]

_TYPES = {"text": "VARCHAR", "double": "DOUBLE", "integer": "BIGINT", "boolean": "BOOLEAN"}


def register(
    connection: duckdb.DuckDBPyConnection,
    name: str = "reverse_geocode",
    *,
    columns: Sequence[str] | str | None = None,
    languages: Sequence[str] | str | None = None,
    world: World | None = None,
) -> None:
    """Add the function ``reverse_geocode(lat, lon)``, which returns a STRUCT, to a connection.

    Parameters
    ----------
    connection : duckdb.DuckDBPyConnection
        The connection.
    name : str, optional
        What the function is called in SQL. A function of that name that was added through this connection is replaced.
    columns, languages
        As for :meth:`locationkit.World.reverse_many`.
    world : World, optional
        The world that answers; without it, the one inside the package.

    Raises
    ------
    ValueError
        A column does not exist, or DuckDB has a function of that name that this connection did not add.
    LanguageError
        A language is not a tag.
    MissingPackageError
        pyarrow or DuckDB is not installed.

    Notes
    -----
    DuckDB calls the function with 2,048 points at a time. For large tables, read batches of 100,000 from the connection and
    give them to ``World.reverse_many``.
    """
    try:
        import duckdb
        import pyarrow
    except ModuleNotFoundError as problem:
        raise missing_package("duckdb", problem) from None

    names = _native.names(columns)
    tags = checked_languages(languages, world)

    def reverse_geocode(lat: Any, lon: Any) -> Any:
        answering = default_world() if world is None else world
        places = answering.reverse_many(lat, lon, columns=names, languages=tags, threads=1)
        return pyarrow.chunked_array([places._record_batch().to_struct_array()])

    # DuckDB evaluates annotations.
    reverse_geocode.__annotations__ = {}
    types: dict[str, Any] = {field: _TYPES[_native.COLUMNS[field]] for field in names}
    adding: Any = connection

    def add() -> None:
        # Without "special", a null would make the answers of other rows shift.
        adding.create_function(
            name, reverse_geocode, ["DOUBLE", "DOUBLE"], adding.struct_type(types), type="arrow", null_handling="special"
        )

    try:
        try:
            add()
        except duckdb.NotImplementedException:
            # The connection knows a function of that name.
            connection.remove_function(name)
            add()
    except duckdb.CatalogException as problem:
        # Another cursor added it, or it is one of DuckDB's.
        raise ArgumentError(
            f"the function {name!r} cannot be added to this connection; pass another name, such as name='places' ({problem})"
        ) from None
