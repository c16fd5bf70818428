"""Names of places for DataFrames of Spark.

>>> from locationkit.spark import with_places
>>> named = with_places(spark.read.parquet("points"), "lat", "lon", languages="en")  # doctest: +SKIP

The package has to be installed where the executors run: in their image, or in an environment that the job ships.
"""

from __future__ import annotations

from . import _native
from ._errors import ArgumentError, missing_package
from ._world import World, checked_languages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    import pyarrow
    from pyspark.sql import Column, DataFrame
    from pyspark.sql.types import StructType

__all__ = ["places_mapper", "places_schema", "with_places"]

#: How many points are named at once: more are not faster, and Spark's own batches have 10,000.
BATCH = 131_072

# The worlds of this worker, by their files. Workers are reused for the tasks of all jobs.
_worlds: dict[tuple[str | None, tuple[str, ...]], World] = {}


def _world(path: str | None, streets: tuple[str, ...]) -> World:
    world = _worlds.get((path, streets))
    if world is None:
        world = _worlds[path, streets] = World(path, streets)
    return world


def _arrow_types(pyarrow: Any) -> dict[str, Any]:
    return {"text": pyarrow.string(), "double": pyarrow.float64(), "integer": pyarrow.int64(), "boolean": pyarrow.bool_()}


def _named(lat: Any, lon: Any, names: tuple[str, ...], languages: Any, path: str | None, streets: tuple[str, ...]) -> Any:
    """Return a RecordBatch of pyarrow."""
    # Spark counts processors itself, and does not know texts in dictionaries.
    return _world(path, streets).reverse_many(lat, lon, columns=names, languages=languages, threads=1)._record_batch()


def with_places(
    frame: DataFrame,
    lat: str | Column = "lat",
    lon: str | Column = "lon",
    columns: Sequence[str] | str | None = None,
    languages: Sequence[str] | str | None = None,
    prefix: str = "",
    *,
    path: str | None = None,
    streets: Sequence[str] = (),
) -> DataFrame:
    """Return a DataFrame with the names of each row's point as further columns.

    Parameters
    ----------
    frame : pyspark.sql.DataFrame
        The points and whatever else belongs to them; batch or streaming. Only the points go to Python.
    lat, lon : str or pyspark.sql.Column
        Latitude and longitude in degrees. Other types than numbers are converted, and null if they cannot be.
    columns : sequence of str, optional
        Any of ``locationkit.COLUMNS``; without it, ``locationkit.DEFAULT_COLUMNS``.
    languages : str or sequence of str, optional
        Tags of the wanted languages, most wanted first; without any, each place has its own language.
    prefix : str, optional
        What the names of the new columns begin with.
    path, streets : optional
        Files as for :class:`locationkit.World`, at the same paths on every executor.

    Returns
    -------
    pyspark.sql.DataFrame
        Null, NaN and impossible coordinates give nulls, and the reason in the column ``problem`` if that is asked for; they
        never fail a job.

    Notes
    -----
    Uses ``arrow_udf`` where PySpark has it (4.1), and ``pandas_udf`` before. One thread works in a task, and a worker opens the
    world once. Each row is named once, also where the result is filtered by the names. Filter by other columns before this
    call: Spark does not move such filters in front of it.
    """
    try:
        import pyarrow
        from pyspark.sql import functions as all_functions
    except ModuleNotFoundError as problem:
        raise missing_package("spark", problem) from None

    # Which functions there are depends on the version.
    functions: Any = all_functions
    names = _native.names(columns)
    tags = checked_languages(languages)
    _refuse_taken(frame.columns, names, prefix)
    files = tuple(streets)
    returned = _spark_struct(names, "")
    batch = BATCH

    def in_arrow(pairs: Any) -> Any:
        for lats, lons in _gathered(pairs, len, batch):
            points = (pyarrow.chunked_array(lats, pyarrow.float64()), pyarrow.chunked_array(lons, pyarrow.float64()))
            yield _named(*points, names, tags, path, files).to_struct_array()

    def in_pandas(pairs: Any) -> Any:
        import pandas

        for lats, lons in _gathered(pairs, len, batch):
            named = _named(
                pandas.concat(lats, ignore_index=True), pandas.concat(lons, ignore_index=True), names, tags, path, files
            )
            # Objects, so that whole numbers and truth values may be null.
            yield pandas.DataFrame({name: pandas.Series(named[name].to_pylist(), dtype=object) for name in names})

    # PySpark reads from annotations that both take iterators.
    from collections.abc import Iterator as AnyIterator

    if hasattr(functions, "arrow_udf"):
        in_arrow.__annotations__ = {
            "pairs": AnyIterator[tuple[pyarrow.Array, pyarrow.Array]],
            "return": AnyIterator[pyarrow.Array],
        }
        function = functions.arrow_udf(in_arrow, returned)
    else:
        import pandas

        in_pandas.__annotations__ = {
            "pairs": AnyIterator[tuple[pandas.Series, pandas.Series]],
            "return": AnyIterator[pandas.DataFrame],
        }
        function = functions.pandas_udf(in_pandas, returned)

    # Of a deterministic function Spark makes two calls where the rows are filtered by its answer.
    function = function.asNondeterministic()
    whole = "__locationkit"
    named = frame.withColumn(whole, function(_degrees(frame, lat), _degrees(frame, lon)))
    return named.select("*", *[functions.col(f"{whole}.{name}").alias(prefix + name) for name in names]).drop(whole)


def places_mapper(
    lat: str = "lat",
    lon: str = "lon",
    columns: Sequence[str] | str | None = None,
    languages: Sequence[str] | str | None = None,
    prefix: str = "",
    *,
    path: str | None = None,
    streets: Sequence[str] = (),
) -> Callable[[Iterator[pyarrow.RecordBatch]], Iterator[pyarrow.RecordBatch]]:
    """Return a function for ``DataFrame.mapInArrow``, which appends the names to all columns.

    Parameters are those of :func:`with_places`; the columns ``lat`` and ``lon`` have to be numbers.

    Examples
    --------
    >>> frame.mapInArrow(places_mapper("lat", "lon"), places_schema(frame))  # doctest: +SKIP

    Notes
    -----
    All columns go to Python and back, which is cheaper than :func:`with_places` for tables of a few numbers.
    """
    names = _native.names(columns)
    tags = checked_languages(languages)
    files = tuple(streets)
    batch = BATCH

    def mapper(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        import pyarrow

        for (parts,) in _gathered(((part,) for part in batches), len, batch):
            table = pyarrow.Table.from_batches(parts).combine_chunks()
            _refuse_taken(table.column_names, names, prefix)
            named = _named(table[lat], table[lon], names, tags, path, files)
            for name in names:
                table = table.append_column(prefix + name, named[name])
            yield from table.to_batches()

    return mapper


def places_schema(frame: DataFrame, columns: Sequence[str] | str | None = None, prefix: str = "") -> StructType:
    """Return the schema of what :func:`places_mapper` makes of a DataFrame."""
    from pyspark.sql.types import StructType

    names = _native.names(columns)
    _refuse_taken(frame.columns, names, prefix)
    return StructType([*frame.schema.fields, *_spark_struct(names, prefix).fields])


def _gathered(items: Any, count: Any, limit: int) -> Any:
    """Collect tuples of batches until they have a number of rows; yields lists of the first, of the second and so on."""
    gathered: list[Any] = []
    rows = 0
    for item in items:
        gathered.append(item)
        rows += count(item[0])
        if rows >= limit:
            yield tuple(map(list, zip(*gathered)))
            gathered, rows = [], 0
    if gathered:
        yield tuple(map(list, zip(*gathered)))


def _refuse_taken(existing: Sequence[str], names: tuple[str, ...], prefix: str) -> None:
    # Names of columns in Spark have no case.
    lower = {name.lower() for name in existing}
    for name in names:
        if (prefix + name).lower() in lower:
            raise ArgumentError(f"the column {prefix + name!r} exists; pass a prefix, such as prefix='place_'")


def _spark_struct(names: tuple[str, ...], prefix: str) -> Any:
    from pyspark.sql import types

    kinds = {"text": types.StringType(), "double": types.DoubleType(), "integer": types.LongType(), "boolean": types.BooleanType()}
    return types.StructType([types.StructField(prefix + name, kinds[_native.COLUMNS[name]], True) for name in names])


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def _degrees(frame: DataFrame, column: str | Column) -> Column:
    from pyspark.sql import functions

    chosen = functions.col(_quoted(column)) if isinstance(column, str) and column in frame.columns else column
    if isinstance(chosen, str):
        chosen = functions.col(chosen)
    # Where ANSI mode is on, as it is from Spark 4, a cast fails the job for one bad text. Columns of Spark 3 claim every attribute.
    return chosen.try_cast("double") if hasattr(type(chosen), "try_cast") else chosen.cast("double")
