"""The world, the answer for one point, and the answers for many."""

from __future__ import annotations

import os
import sys
import warnings
from _thread import allocate_lock

from . import _native
from ._errors import ArgumentError, ArgumentTypeError, ColumnError, DataFileError, MissingPackageError, missing_package
from ._native import COLUMNS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import TracebackType
    from typing import Any, NoReturn

    import pandas
    import polars
    import pyarrow

    from ._columns import Doubles


_NAN = float("nan")
_TEXTS = tuple(name for name, kind in COLUMNS.items() if kind == "text" and name != "problem") + ("name",)
_DOUBLES = tuple(name for name, kind in COLUMNS.items() if kind == "double")
_INTEGERS = tuple(name for name, kind in COLUMNS.items() if kind == "integer")
_BOOLEANS = tuple(name for name, kind in COLUMNS.items() if kind == "boolean")
_ALL = (1 << (len(COLUMNS) - 1)) - 1
_GEOCODERS = 64


class Place:
    """The answer for one point, or a place that was found by name.

    What is unknown is ``None``. ``str(place)`` is the address on one line.

    Attributes
    ----------
    latitude, longitude : float
        The point that was asked for in degrees; of a search, where the place is.
    name : str or None
        The most detailed name; of a search, the name that matched.
    country_code : str or None
        ISO 3166-1 alpha-2, and XK for Kosovo.
    country, state, county, city, sub_locality : str or None
        Names from the country down to the quarter.
    address : str or None
        All of it on one line, in the order of the country.
    street, house_number, postcode, place_of_interest : str or None
        With street indexes only.
    time_zone : str or None
        Such as ``Asia/Tokyo``; at sea ``Etc/GMT+8``.
    precision : str or None
        How detailed the answer is: house, street, place, locality, region, country or none.
    provider : str or None
        ``world`` or ``streets``.
    distance_m : float or None
        Metres to the place that gives the names; of a search, to the point ``near``.
    border_m : float or None
        Metres to the nearest border between two countries, up to 100 km.
    border_country_code : str or None
        The country across that border.
    border_certain : bool or None
        False if the point may be across the border.
    claims : str or None
        Codes of other countries that claim or hold the point, separated by commas.
    geoname_id, population : int or None
        The city's number at GeoNames, and its inhabitants.
    place_latitude, place_longitude : float or None
        Where the city is, or the house or street.
    confidence : float or None
        How certain the city is, 0 to 1.
    interpolated : bool or None
        True if the house number follows from its neighbours'.
    attribution : str or None
        What the licences of the data require where the answer is shown.
    """

    latitude: float
    longitude: float
    name: str | None
    country_code: str | None
    country: str | None
    state: str | None
    county: str | None
    city: str | None
    sub_locality: str | None
    address: str | None
    street: str | None
    house_number: str | None
    postcode: str | None
    place_of_interest: str | None
    time_zone: str | None
    precision: str | None
    provider: str | None
    distance_m: float | None
    border_m: float | None
    border_country_code: str | None
    border_certain: bool | None
    claims: str | None
    geoname_id: int | None
    population: int | None
    place_latitude: float | None
    place_longitude: float | None
    confidence: float | None
    interpolated: bool | None
    attribution: str | None

    def __init__(self, **values: Any) -> None:
        unknown = values.keys() - _FIELDS
        if unknown:
            raise ArgumentTypeError(f"a Place has no {', '.join(sorted(unknown))}")
        self.__dict__.update({**dict.fromkeys(_FIELDS), **values})

    @classmethod
    def _of(cls, record: _native.PlaceRecord) -> Place:
        place = cls.__new__(cls)
        values = place.__dict__
        values["latitude"] = record.latitude
        values["longitude"] = record.longitude
        for name in _TEXTS:
            text = getattr(record, name)
            values[name] = None if text is None else text.decode("utf-8", "replace")
        for name in _DOUBLES:
            number = getattr(record, name)
            values[name] = number if number == number else None
        for name in _INTEGERS:
            number = getattr(record, name)
            values[name] = None if number < 0 else number
        for name in _BOOLEANS:
            number = getattr(record, name)
            values[name] = None if number < 0 else bool(number)
        return place

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as a dictionary."""
        return {name: self.__dict__[name] for name in _FIELDS}

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a Place cannot be changed")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("a Place cannot be changed")

    def __str__(self) -> str:
        parts = (self.sub_locality, self.city, self.state, self.country)
        return self.address or ", ".join(part for part in parts if part)

    def __repr__(self) -> str:
        known = ", ".join(f"{name}={value!r}" for name, value in self.to_dict().items() if value is not None)
        return f"Place({known})"

    def __eq__(self, other: object) -> bool:
        return self.to_dict() == other.to_dict() if isinstance(other, Place) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self.to_dict().values()))


_FIELDS = tuple(Place.__annotations__)


# Schemas of pyarrow by columns and whether texts are in dictionaries: making one takes longer than a hundred look-ups.
_schemas: dict[tuple[int, bool], Any] = {}


class Places:
    """The answers for many points: a table with one row for each, in their order.

    It has Arrow's PyCapsule protocol, so ``pyarrow.table(places)``, ``polars.DataFrame(places)`` and other libraries take it
    without a copy. ``places["city"]`` is one column as a list, ``len(places)`` the number of rows; neither needs another package.
    """

    def __init__(self, owner: Any, kind: tuple[int, bool], index: Any = None) -> None:
        self._owner: Any = owner
        self._kind = kind
        self._lock = allocate_lock()
        self._index = index
        self._length = int(owner.array.length)
        self._names = _native.names_of(kind[0])

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns."""
        return self._names

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, column: str) -> list[Any]:
        if not isinstance(column, str):
            raise ArgumentTypeError(f"places[{column!r}]: expected the name of a column, such as places['city']")
        if column not in self._names:
            raise ColumnError(f"there is no column {column!r}; the columns are {', '.join(self._names)}")
        position = self._names.index(column)
        with self._lock:
            keeper = self._owner.keeper
            if keeper is None:
                from ._columns import Column

                schema, array = self._owner.schema, self._owner.array
                return Column(schema.children[position].contents, array.children[position].contents).to_list()
        values: list[Any] = keeper.column(position).to_pylist()
        return values

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.to_dicts())

    def __contains__(self, column: object) -> bool:
        return column in self._names

    def __repr__(self) -> str:
        return f"<Places: {self._length} rows of {', '.join(self._names)}>"

    def __reduce_ex__(self, protocol: Any) -> Any:
        # Its memory is that of this process; copies would need all of it anyway.
        raise TypeError("a Places cannot be copied or pickled; send places.to_arrow() or places.to_pandas()")

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return one dictionary for each row; nulls are ``None``."""
        names = self.columns
        return [dict(zip(names, row)) for row in zip(*[self[name] for name in names])]

    def _record_batch(self) -> Any:
        """Return the table as a RecordBatch of pyarrow, which then owns the memory."""
        owner = self._owner
        if owner.keeper is None:
            try:
                import pyarrow
            except ModuleNotFoundError as problem:
                raise missing_package("arrow", problem) from None

            from . import _arrow

            with self._lock:
                if owner.keeper is None:
                    schema = _schemas.get(self._kind)
                    if schema is None:
                        schema = _schemas[self._kind] = pyarrow.Schema._import_from_c(_arrow.shared_schema(owner))
                    # The buffers stay where they are.
                    owner.keeper = pyarrow.RecordBatch._import_from_c(owner.array_address, schema)
        return owner.keeper

    def __arrow_c_schema__(self) -> object:
        """Return the schema as a PyCapsule."""
        if sys.modules.get("pyarrow"):
            return self._record_batch().schema.__arrow_c_schema__()
        from . import _arrow

        return _arrow.schema_capsule(self._owner)

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        """Return schema and array as PyCapsules; a requested schema is ignored, as the protocol allows."""
        if sys.modules.get("pyarrow"):
            schema, array = self._record_batch().__arrow_c_array__()
            return schema, array
        from . import _arrow

        with self._lock:
            return _arrow.array_capsules(self._owner)

    def to_arrow(self) -> pyarrow.Table:
        """Return a table of pyarrow.

        Raises
        ------
        MissingPackageError
            pyarrow is not installed.
        """
        batch = self._record_batch()
        import pyarrow

        return pyarrow.Table.from_batches([batch])

    def to_pandas(self, *, index: bool = True) -> pandas.DataFrame:
        """Return a DataFrame of pandas.

        :meth:`World.with_places` puts the answers beside their points.

        Parameters
        ----------
        index : bool, optional
            Whether its index is that of the latitudes if they were a Series; otherwise rows are numbered from 0.

        Raises
        ------
        ArgumentError
            The index of the latitudes has repeated values, so that ``join`` would put answers beside other points.
        MissingPackageError
            pandas is not installed.
        """
        if index and self._index is not None and not self._index.is_unique:
            raise ArgumentError(
                "the index of the points has repeated values, so that join would put answers beside other points; use "
                "world.with_places(frame), or to_pandas(index=False)"
            )
        try:
            import pandas
        except ModuleNotFoundError as problem:
            raise missing_package("pandas", problem) from None

        try:
            frame: pandas.DataFrame = self.to_arrow().to_pandas()
        except MissingPackageError:
            frame = pandas.DataFrame({name: self[name] for name in self.columns})
        if index and self._index is not None:
            frame.index = self._index
        return frame

    def to_polars(self) -> polars.DataFrame:
        """Return a DataFrame of polars.

        Raises
        ------
        MissingPackageError
            polars is not installed.
        """
        try:
            import polars
        except ModuleNotFoundError as problem:
            raise missing_package("polars", problem) from None

        return polars.DataFrame(self)


class World:
    """Names of places for points, offline.

    Parameters
    ----------
    path : str or path-like, optional
        A ``.gazetteer`` file; without one, the world inside the package.
    streets : str, path-like or a sequence of them, optional
        Street indexes that ``locate data import-osm`` made. Where one covers a point, the answer has street and house number.
    streets_only : bool, optional
        Whether only street indexes answer.
    regions : bool, optional
        Whether the regions answer, too, that ``locate data import-osm`` has installed for this user or for all users, as they
        do in ``locate reverse``. One that cannot be used is passed over with a :class:`UserWarning`.

    Raises
    ------
    DataFileError
        A file is missing, damaged, or for another version.
    ArgumentError
        ``streets_only`` without street indexes or regions.

    Notes
    -----
    Opening takes microseconds. One world may be used by any number of threads and after ``fork``, can be pickled (it is
    opened again from the same files, also where another folder is the current one), and is closed by :meth:`close`, by ``with``, or with its last reference.

    Examples
    --------
    >>> from locationkit import World
    >>> world = World()
    >>> world.reverse(48.8584, 2.2945, languages="en").city
    'Paris'
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | None = None,
        streets: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] = (),
        *,
        streets_only: bool = False,
        regions: bool = False,
    ) -> None:
        self._files: tuple[_native.DataFile, ...] | None = None
        self._geocoders: dict[str, _native.Geocoder] = {}
        listed: Sequence[Any] = [streets] if isinstance(streets, (str, bytes, os.PathLike)) else _listed_paths(streets)
        self._path = None if path is None else _absolute(path)
        self._streets = tuple(map(_absolute, listed))
        self._streets_only = bool(streets_only)
        world = _native.DataFile(self._path, streets=False)
        files = [_native.DataFile(file, streets=True) for file in self._streets]
        for name, file in _installed_regions() if regions else ():
            self._streets += (name,)
            files.append(file)
        if self._streets_only and not self._streets:
            raise _native.argument_error("streets_only=True needs street indexes; pass them as streets=['berlin.streets']")
        self._files = (world, *files)

    def __reduce__(self) -> tuple[Any, ...]:
        if self._files is None:
            raise _native.closed_error()
        return _reopened, (self._path, self._streets, self._streets_only)

    def __enter__(self) -> World:
        if self._files is None:
            raise _native.closed_error()
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None) -> None:
        self.close()

    def __repr__(self) -> str:
        if self._files is None:
            return "<World: closed>"
        return f"<World: {', '.join(self.origins)}>"

    def close(self) -> None:
        """Close the world; calls that run on other threads finish. Closing twice does nothing."""
        self._files = None
        self._geocoders = {}

    @property
    def closed(self) -> bool:
        """Whether the world is closed."""
        return self._files is None

    def _open_files(self) -> tuple[_native.DataFile, ...]:
        files = self._files
        if files is None:
            raise _native.closed_error()
        return files

    def _geocoder(self, languages: Sequence[str] | str | None) -> _native.Geocoder:
        key = languages if isinstance(languages, str) else _native.language_list(languages)
        geocoders = self._geocoders
        geocoder = geocoders.get(key)
        if geocoder is None:
            world, *streets = self._open_files()
            made = _native.Geocoder(world, key, streets, self._streets_only)
            # Without a lock, which a fork on another thread could leave locked for ever.
            geocoder = geocoders.setdefault(key, made)
            while len(geocoders) > _GEOCODERS:
                try:
                    geocoders.pop(next(iter(geocoders)), None)
                except (StopIteration, RuntimeError):
                    break
        return geocoder

    def reverse(
        self,
        lat: float,
        lon: float,
        *,
        languages: Sequence[str] | str | None = None,
        columns: Sequence[str] | str | None = None,
    ) -> Place:
        """Name one point.

        Parameters
        ----------
        lat, lon : float
            Latitude and longitude in degrees, WGS 84, latitude first.
        languages : str or sequence of str, optional
            Tags of the wanted languages, most wanted first: ``"ja,en"`` or ``["ja", "en"]``. Without any, each place has its
            own language.
        columns : sequence of str, optional
            The fields that are wanted, to save time; without it, all.

        Returns
        -------
        Place
            On the open sea its ``precision`` is ``"none"``.

        Raises
        ------
        PointError
            The point is not on the Earth.
        LanguageError
            A language is not a tag.
        ArgumentTypeError
            The latitude or longitude is not a number: a text, a truth value, None, or a column.
        """
        geocoder = self._geocoder(languages)
        record = _native.PlaceRecord()
        bits = _ALL if columns is None else _native.mask(columns)
        if type(lat) is not float or type(lon) is not float:
            lat, lon = _point(lat, lon)
        geocoder.reverse(lat, lon, bits, record)
        try:
            return Place._of(record)
        finally:
            geocoder.release(record)

    def reverse_many(
        self,
        lat: Any,
        lon: Any,
        *,
        columns: Sequence[str] | str | None = None,
        languages: Sequence[str] | str | None = None,
        threads: int | None = None,
        dictionary: bool = False,
    ) -> Places:
        """Name many points.

        Parameters
        ----------
        lat, lon : column of numbers
            Latitudes and longitudes in degrees, WGS 84, latitudes first. Lists, tuples, arrays of NumPy (any type of number,
            also strided), Series of pandas and polars, arrays and chunked arrays of pyarrow, and whatever else has Arrow's
            PyCapsule protocol.
        columns : sequence of str, optional
            The columns that are wanted: any of ``locationkit.COLUMNS``. Without it, ``locationkit.DEFAULT_COLUMNS``. Fewer
            are faster.
        languages : str or sequence of str, optional
            As for :meth:`reverse`.
        threads : int, optional
            How many threads work on it; without it, one for each processor that the process may use.
        dictionary : bool, optional
            Whether texts are dictionary-encoded in Arrow, which takes a third of the memory.

        Returns
        -------
        Places
            One row for each point. Nulls, NaN and points that are not on the Earth have a row of nulls; the column
            ``problem``, if it is asked for, says why.

        Raises
        ------
        ArgumentError
            The columns differ in length, or a column of the answer does not exist.
        ArgumentTypeError
            A column does not hold numbers, but texts (also those of digits), truth values or something else.
        TooLargeError
            A column would have more than 2 GiB of text.

        Notes
        -----
        The GIL is released. Batches of 100,000 points and more are the fastest.
        """
        from . import _arrow
        from ._columns import doubles

        bits = _native.mask(columns)
        geocoder = self._geocoder(languages)
        if threads is None:
            threads = 0
        elif isinstance(threads, bool) or not isinstance(threads, int):
            raise ArgumentTypeError(f"threads is {threads!r}; expected a number, or None for all processors")
        elif not 1 <= threads <= 4096:
            raise ArgumentError(f"threads is {threads}; expected 1 or more, or None for all processors")
        latitudes, longitudes = doubles(lat, "lat"), doubles(lon, "lon")
        if latitudes.count != longitudes.count:
            raise ArgumentError(f"lat has {latitudes.count} values and lon {longitudes.count}; each point needs one of both")
        index = _shared_index(lat, lon)
        schema, array = geocoder.reverse_batch(
            latitudes.address, longitudes.address, latitudes.count, bits, threads, _native.DICTIONARY if dictionary else 0
        )
        return Places(_arrow.Owner(schema, array), (bits, bool(dictionary)), index)

    def _distinct(
        self, latitudes: Doubles, longitudes: Doubles, columns: int, languages: str, threads: int
    ) -> tuple[list[int], dict[str, list[Any]]]:
        """Return the number of each point's answer, and the columns of the different answers in the order of first use."""
        from . import _arrow
        from ._columns import distinct

        flags = _native.DICTIONARY | _native.DISTINCT
        schema, array = self._geocoder(languages).reverse_batch(
            latitudes.address, longitudes.address, latitudes.count, columns, threads, flags
        )
        return distinct(_arrow.Owner(schema, array))

    def with_places(
        self,
        frame: Any,
        lat: str = "lat",
        lon: str = "lon",
        *,
        columns: Sequence[str] | str | None = None,
        languages: Sequence[str] | str | None = None,
        prefix: str = "",
        threads: int | None = None,
    ) -> Any:
        """Return a table with the names of each row's point as further columns.

        Parameters
        ----------
        frame : pandas.DataFrame, polars.DataFrame or pyarrow.Table
            The points and whatever else belongs to them.
        lat, lon : str
            The columns with latitude and longitude in degrees.
        columns, languages, threads : optional
            As for :meth:`reverse_many`.
        prefix : str, optional
            What the names of the new columns begin with.

        Returns
        -------
        pandas.DataFrame, polars.DataFrame or pyarrow.Table
            A new table of the same kind, with the same rows in the same order. pandas' index stays as it is, also if its
            values are repeated.

        Raises
        ------
        ArgumentError
            A column is missing, or one of the new columns exists.
        ArgumentTypeError
            The frame is something else, or a column does not hold numbers.
        """
        from ._frames import with_places

        return with_places(self, frame, lat, lon, _native.names(columns), languages, prefix, threads)

    def search(
        self,
        text: str,
        *,
        near: tuple[float, float] | None = None,
        limit: int = 10,
        languages: Sequence[str] | str | None = None,
    ) -> list[Place]:
        """Find places by name or address, as ``locate search`` does.

        Parameters
        ----------
        text : str
            The beginning of a name, in any language; with street indexes also an address. A country or state may follow a
            comma: ``"Paris, Texas"``.
        near : (float, float), optional
            Latitude and longitude of the point from which the nearest come first; without it, the largest do.
        limit : int, optional
            The largest number of places.
        languages : str or sequence of str, optional
            As for :meth:`reverse`.

        Returns
        -------
        list of Place
            The best first: whole names, then first words, then streets without the wanted house number (``house_number`` is
            ``None``), then first letters. Empty if nothing has that name. ``latitude`` and ``longitude`` say where each place
            is.
        """
        if not isinstance(text, str):
            raise ArgumentTypeError(f"the text is {type(text).__name__}; expected str")
        if isinstance(limit, bool) or not isinstance(limit, int):
            raise ArgumentTypeError(f"limit is {limit!r}; expected a number")
        if not 1 <= limit <= 10_000:
            raise ArgumentError(f"limit is {limit}; expected 1 to 10000")
        latitude, longitude = _NAN, _NAN
        if near is not None:
            try:
                latitude, longitude = _point(*near)
            except TypeError:
                raise ArgumentTypeError(f"near is {near!r}; expected two numbers, (lat, lon), latitude first") from None
            if not (-90 <= latitude <= 90 and -180 <= longitude <= 180):
                raise _native.point_error(latitude, longitude)
        geocoder = self._geocoder(languages)
        records, count = geocoder.search(text, latitude, longitude, limit)
        try:
            return [Place._of(records[index]) for index in range(count)]
        finally:
            for index in range(count):
                geocoder.release(records, index)

    def _texts(self, key: int) -> list[str]:
        return [text for text in (file.text(key) for file in self._open_files()) if text]

    @property
    def attribution(self) -> str:
        """The attribution that the licences of the data require where results are shown."""
        return "\n".join(dict.fromkeys(self._texts(_native.TEXT_ATTRIBUTION)))

    @property
    def licence(self) -> str:
        """The names of the licences of the data."""
        return "\n".join(dict.fromkeys(self._texts(_native.TEXT_LICENCE)))

    @property
    def sources(self) -> list[list[str]]:
        """What the data was made of: name, version, licence and so on of each input."""
        return [line.split("\t") for text in self._texts(_native.TEXT_SOURCES) for line in text.splitlines()]

    @property
    def origins(self) -> list[str]:
        """The paths of the files, or the words "the embedded gazetteer"."""
        return self._texts(_native.TEXT_ORIGIN)

    @property
    def languages(self) -> list[str]:
        """The tags of the languages in which the world has names."""
        return self._open_files()[0].text(_native.TEXT_LANGUAGES).split(",")

    def verify(self) -> None:
        """Read all files and compare them with their checksums; use it once for a file from elsewhere.

        Raises
        ------
        DamagedFileError
            A file is damaged.
        """
        for file in self._open_files():
            file.verify()


def _installed_regions() -> Iterator[tuple[str, _native.DataFile]]:
    """Open the installed regions; those that cannot be used are passed over with a warning."""
    paths, problem = _native.region_paths()
    if problem is not None:
        warnings.warn(problem, stacklevel=3)
    for path in paths:
        try:
            yield path, _native.DataFile(path, streets=True)
        except DataFileError as damage:
            warnings.warn(f"{damage}; the region is passed over", stacklevel=3)


def _listed_paths(paths: Any) -> list[Any]:
    try:
        return list(paths)
    except TypeError:
        raise ArgumentTypeError(f"streets is {paths!r} ({type(paths).__name__}); expected a path or a list of paths") from None


def _absolute(path: Any) -> str:
    """Return a path that is the same file for a process with another current folder."""
    if not isinstance(path, (str, os.PathLike)):
        raise ArgumentTypeError(f"the path {path!r} is {type(path).__name__}; expected str or pathlib.Path")
    text = os.fspath(path)
    if not isinstance(text, str):
        raise ArgumentTypeError(f"the path {text!r} is {type(text).__name__}; expected str or pathlib.Path")
    # Not normalized: what is above a symbolic link is not above the folder that it points to.
    return text if os.path.isabs(text) else os.path.join(os.getcwd(), text)


def _reopened(path: str | None, streets: tuple[str, ...], streets_only: bool) -> World:
    return World(path, streets, streets_only=streets_only)


def _shared_index(lat: Any, lon: Any) -> Any:
    """Return the index of two Series of pandas."""
    pandas = sys.modules.get("pandas")
    if pandas is None or not isinstance(lat, pandas.Series):
        return None
    if isinstance(lon, pandas.Series) and not lat.index.equals(lon.index):
        raise ArgumentError("lat and lon are Series with different indexes; align them first")
    return lat.index


def _point(lat: Any, lon: Any) -> tuple[float, float]:
    from ._columns import degrees

    try:
        return degrees(lat, "lat"), degrees(lon, "lon")
    except TypeError as problem:
        raise ArgumentTypeError(f"{problem}; a point is two numbers, (lat, lon), latitude first (World.reverse_many takes columns)") from None


_default: World | None = None


def default_world() -> World:
    """Return the world inside the package, which the first call opens for the whole process."""
    global _default
    if _default is None or _default.closed:
        _default = World()
    return _default


def checked_languages(languages: Sequence[str] | str | None, world: World | None = None) -> str:
    """Return tags separated by commas, for a call that comes later.

    Modules whose functions answer later, in a query or on another machine, refuse wrong tags by this where they are written.

    Raises
    ------
    LanguageError
        A language is not a tag.
    ClosedError
        The world is closed.
    """
    tags = _native.language_list(languages)
    (default_world() if world is None else world)._geocoder(tags)
    return tags
