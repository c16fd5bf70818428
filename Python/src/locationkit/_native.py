"""The functions of ``locationkit.h``, called through ctypes, which releases the GIL while they run."""

from __future__ import annotations

import ctypes
import os
from ctypes import POINTER, byref, c_char_p, c_double, c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_void_p

from ._arrow import ArrowArray, ArrowSchema
from ._errors import ArgumentError, ArgumentTypeError, ClosedError, LibraryError, error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

#: Columns in the order of their bits, with the kind of their values.
COLUMNS: dict[str, str] = {
    "country_code": "text",
    "country": "text",
    "state": "text",
    "county": "text",
    "city": "text",
    "sub_locality": "text",
    "address": "text",
    "street": "text",
    "house_number": "text",
    "postcode": "text",
    "place_of_interest": "text",
    "time_zone": "text",
    "precision": "text",
    "provider": "text",
    "distance_m": "double",
    "border_m": "double",
    "border_country_code": "text",
    "border_certain": "boolean",
    "claims": "text",
    "geoname_id": "integer",
    "population": "integer",
    "place_latitude": "double",
    "place_longitude": "double",
    "confidence": "double",
    "interpolated": "boolean",
    "attribution": "text",
    "problem": "text",
}

#: The columns that a batch has unless others are named.
DEFAULT_COLUMNS: tuple[str, ...] = (
    "country_code",
    "country",
    "state",
    "city",
    "sub_locality",
    "time_zone",
    "precision",
    "distance_m",
)

_BITS = {name: 1 << bit for bit, name in enumerate(COLUMNS)}
_names: dict[int, tuple[str, ...]] = {0: DEFAULT_COLUMNS}
_ABI_VERSION = 102
_ARGUMENT, _POINT, _FILE_UNREADABLE, _BUFFER = 1, 3, 5, 10
_MESSAGE_SIZE = 4096
#: Flags of batches: texts in dictionaries; each different answer once.
DICTIONARY, DISTINCT = 1, 2
_STREETS_ONLY = 1

TEXT_ATTRIBUTION, TEXT_LICENCE, TEXT_SOURCES, TEXT_ORIGIN, TEXT_LANGUAGES = 1, 2, 3, 4, 5


class PlaceRecord(ctypes.Structure):
    """``struct lk_place``."""

    _fields_ = [
        ("private_data", c_void_p),
        ("country_code", c_char_p),
        ("country", c_char_p),
        ("state", c_char_p),
        ("county", c_char_p),
        ("city", c_char_p),
        ("sub_locality", c_char_p),
        ("address", c_char_p),
        ("street", c_char_p),
        ("house_number", c_char_p),
        ("postcode", c_char_p),
        ("place_of_interest", c_char_p),
        ("time_zone", c_char_p),
        ("precision", c_char_p),
        ("provider", c_char_p),
        ("border_country_code", c_char_p),
        ("claims", c_char_p),
        ("attribution", c_char_p),
        ("name", c_char_p),
        ("latitude", c_double),
        ("longitude", c_double),
        ("distance_m", c_double),
        ("border_m", c_double),
        ("place_latitude", c_double),
        ("place_longitude", c_double),
        ("confidence", c_double),
        ("geoname_id", c_int64),
        ("population", c_int64),
        ("border_certain", c_int32),
        ("interpolated", c_int32),
    ]


PLACE_SIZE = ctypes.sizeof(PlaceRecord)


class _Options(ctypes.Structure):
    """``struct lk_options``."""

    _fields_ = [("size", c_size_t), ("columns", c_uint64), ("threads", c_int32), ("flags", c_uint32)]


class Library:
    """The loaded C library."""

    def __init__(self, path: str) -> None:
        try:
            library = ctypes.CDLL(path)
        except OSError as problem:
            raise LibraryError(
                f"the library of locationkit cannot be loaded: {problem}; install the wheel for this platform, or set "
                "LOCATIONKIT_LIBRARY to the path of liblocationkit.so.1"
            ) from None
        self.path = path
        message: list[Any] = [c_char_p, c_size_t]

        def function(name: str, *arguments: Any, result: Any = c_int32) -> Any:
            try:
                found = getattr(library, name)
            except AttributeError:
                raise LibraryError(f"{path} has no function {name}; it is not liblocationkit.so.1") from None
            found.argtypes = list(arguments)
            found.restype = result
            return found

        version = function("lk_abi_version")()
        if version // 100 != _ABI_VERSION // 100 or version < _ABI_VERSION:
            raise LibraryError(
                f"{path} has version {version} of the interface, and this package needs {_ABI_VERSION}; install both from one wheel"
            )
        handle, texts = POINTER(c_void_p), [c_void_p, c_int32, c_char_p, c_size_t, POINTER(c_size_t), *message]
        self.world_open: Callable[..., int] = function("lk_world_open", c_char_p, handle, *message)
        self.world_close: Callable[..., None] = function("lk_world_close", c_void_p, result=None)
        self.world_text: Callable[..., int] = function("lk_world_text", *texts)
        self.world_verify: Callable[..., int] = function("lk_world_verify", c_void_p, *message)
        self.streets_open: Callable[..., int] = function("lk_streets_open", c_char_p, handle, *message)
        self.streets_close: Callable[..., None] = function("lk_streets_close", c_void_p, result=None)
        self.streets_text: Callable[..., int] = function("lk_streets_text", *texts)
        self.streets_verify: Callable[..., int] = function("lk_streets_verify", c_void_p, *message)
        self.region_paths: Callable[..., int] = function("lk_region_paths", c_char_p, c_size_t, POINTER(c_size_t), *message)
        self.geocoder_open: Callable[..., int] = function(
            "lk_geocoder_open", c_void_p, c_char_p, handle, c_size_t, c_uint32, handle, *message
        )
        self.geocoder_close: Callable[..., None] = function("lk_geocoder_close", c_void_p, result=None)
        # Structures are passed by address: a pointer object for each call costs a microsecond.
        self.reverse: Callable[..., int] = function(
            "lk_reverse", c_void_p, c_double, c_double, c_uint64, c_void_p, c_size_t, c_void_p, c_size_t
        )
        self.place_release: Callable[..., None] = function("lk_place_release", c_void_p, result=None)
        self.reverse_batch: Callable[..., int] = function(
            "lk_reverse_batch", c_void_p, c_void_p, c_void_p, c_int64, POINTER(_Options), c_void_p, c_void_p, *message
        )
        self.search: Callable[..., int] = function(
            "lk_search", c_void_p, c_char_p, c_double, c_double, c_void_p, c_size_t, c_size_t, POINTER(c_size_t), *message
        )
        column_name = function("lk_column_name", c_int32, result=c_char_p)
        for bit, name in enumerate(COLUMNS):
            if column_name(bit) != name.encode():
                raise LibraryError(f"{path} has other columns than this package; install both from one wheel")


_library: Library | None = None


def library() -> Library:
    """Return the C library, which the first call loads."""
    global _library
    if _library is None:
        bundled = os.path.join(os.path.dirname(os.path.abspath(__file__)), "liblocationkit.so.1")
        _library = Library(os.environ.get("LOCATIONKIT_LIBRARY") or bundled)
    return _library


def mask(columns: Sequence[str] | str | None) -> int:
    """Return the bits of columns; 0 for ``None``."""
    if columns is None:
        return 0
    bits = 0
    for name in _texts(columns, "columns", "names such as 'city' or ['country_code', 'city']"):
        bit = _BITS.get(name)
        if bit is None:
            raise ArgumentError(f"{name!r} is not a column; the columns are {', '.join(COLUMNS)}")
        bits |= bit
    if not bits:
        raise ArgumentError("columns is empty; leave it out for the default ones")
    return bits


def names(columns: Sequence[str] | str | None) -> tuple[str, ...]:
    """Return the names of columns in the order in which a batch has them."""
    return names_of(mask(columns))


def names_of(bits: int) -> tuple[str, ...]:
    """Return the names of columns in a mask."""
    found = _names.get(bits)
    if found is None:
        found = tuple(name for name, bit in _BITS.items() if bits & bit)
        if len(_names) < 1000:
            _names[bits] = found
    return found


def language_list(languages: Sequence[str] | str | None) -> str:
    """Return tags separated by commas, as the C library takes them."""
    if languages is None:
        return ""
    if isinstance(languages, str):
        return languages
    return ",".join(_texts(languages, "languages", "tags such as 'ja' or ['zh-Hant', 'en']"))


def _texts(values: Sequence[str] | str, what: str, expected: str) -> list[str]:
    """Return one text or several as a list."""
    if isinstance(values, str):
        return [values]
    try:
        # Bytes would be a list of numbers.
        listed = None if isinstance(values, (bytes, bytearray)) else list(values)
    except TypeError:
        listed = None
    if listed is None:
        raise ArgumentTypeError(f"{what} is {values!r} ({type(values).__name__}); expected {expected}")
    for value in listed:
        if not isinstance(value, str):
            raise ArgumentTypeError(f"{what} has {value!r} ({type(value).__name__}); expected {expected}")
    return listed


def _text(value: str, what: str) -> bytes:
    # A half of a surrogate pair is no character, and becomes a question mark.
    return _terminated(value.encode("utf-8", "replace"), what)


def _terminated(data: bytes, what: str) -> bytes:
    if b"\0" in data:
        raise ArgumentError(f"{what} contains a NUL character")
    return data


def _message() -> Any:
    return ctypes.create_string_buffer(_MESSAGE_SIZE)


def _check(code: int, message: Any) -> None:
    if code:
        raise error(code, message.value.decode("utf-8", "replace"))


class _Handle:
    """A handle of the C library, closed with its last reference: calls that run on other threads keep it open."""

    __slots__ = ("value", "_close")

    def __init__(self, value: c_void_p, close: Callable[..., None]) -> None:
        self.value = value
        self._close = close

    def __del__(self) -> None:
        # Not there if the library could not be loaded.
        close = getattr(self, "_close", None)
        if close is not None:
            close(self.value)


class DataFile(_Handle):
    """A gazetteer or a street index."""

    __slots__ = ("_text", "_verify")

    def __init__(self, path: str | None, *, streets: bool) -> None:
        api = library()
        value, message = c_void_p(), _message()
        opening = api.streets_open if streets else api.world_open
        self._text = api.streets_text if streets else api.world_text
        self._verify = api.streets_verify if streets else api.world_verify
        # Before anything that can fail, so that __del__ finds both; closing NULL is allowed.
        super().__init__(value, api.streets_close if streets else api.world_close)
        encoded = None if path is None else _terminated(os.fsencode(path), "the path")
        _check(opening(encoded, byref(value), message, _MESSAGE_SIZE), message)

    def text(self, key: int) -> str:
        """Return a text about the file."""
        size, message = 4096, _message()
        while True:
            buffer, length = ctypes.create_string_buffer(size), c_size_t()
            code = self._text(self.value, key, buffer, size, byref(length), message, _MESSAGE_SIZE)
            if code != _BUFFER:
                _check(code, message)
                return buffer.value.decode("utf-8", "replace")
            size = length.value + 1

    def verify(self) -> None:
        """Compare the file with its checksums."""
        message = _message()
        _check(self._verify(self.value, message, _MESSAGE_SIZE), message)


def region_paths() -> tuple[list[str], str | None]:
    """Return the paths of the installed street indexes, and why some are missing."""
    api, size, message = library(), 4096, _message()
    while True:
        buffer, length = ctypes.create_string_buffer(size), c_size_t()
        code = api.region_paths(buffer, size, byref(length), message, _MESSAGE_SIZE)
        if code != _BUFFER:
            problem = None
            if code == _FILE_UNREADABLE:
                problem = message.value.decode("utf-8", "replace")
            else:
                _check(code, message)
            return [os.fsdecode(path) for path in buffer.value.split(b"\n") if path], problem
        size = length.value + 1


class Geocoder(_Handle):
    """A gazetteer with street indexes and a list of languages."""

    __slots__ = ("_api", "_files")

    def __init__(self, world: DataFile, languages: str, streets: Sequence[DataFile], streets_only: bool) -> None:
        api = self._api = library()
        value, message = c_void_p(), _message()
        super().__init__(value, api.geocoder_close)
        self._files = (world, *streets)
        handles = (c_void_p * len(streets))(*[file.value for file in streets])
        code = api.geocoder_open(
            world.value,
            _text(languages, "languages"),
            handles if streets else None,
            len(streets),
            _STREETS_ONLY if streets_only else 0,
            byref(value),
            message,
            _MESSAGE_SIZE,
        )
        _check(code, message)

    def reverse(self, latitude: float, longitude: float, columns: int, record: PlaceRecord) -> None:
        """Fill a record, which the caller releases with :meth:`release`."""
        api, address = self._api, ctypes.addressof(record)
        # Without a buffer for the message, which takes longer to make than the answer.
        code = api.reverse(self.value, latitude, longitude, columns, address, PLACE_SIZE, None, 0)
        if code == _POINT:
            raise point_error(latitude, longitude)
        if code:
            message = _message()
            _check(
                api.reverse(
                    self.value, latitude, longitude, columns, address, PLACE_SIZE, ctypes.addressof(message), _MESSAGE_SIZE
                ),
                message,
            )

    def release(self, record: PlaceRecord, index: int = 0) -> None:
        """Release the texts of a record."""
        self._api.place_release(ctypes.addressof(record) + index * PLACE_SIZE)

    def reverse_batch(
        self, latitudes: int, longitudes: int, count: int, columns: int, threads: int, flags: int
    ) -> tuple[ArrowSchema, ArrowArray]:
        """Return the answers to the points at two addresses."""
        schema, array, message = ArrowSchema(), ArrowArray(), _message()
        options = _Options(ctypes.sizeof(_Options), columns, threads, flags)
        code = self._api.reverse_batch(
            self.value,
            latitudes or None,
            longitudes or None,
            count,
            byref(options),
            ctypes.addressof(schema),
            ctypes.addressof(array),
            message,
            _MESSAGE_SIZE,
        )
        _check(code, message)
        return schema, array

    def search(self, text: str, latitude: float, longitude: float, limit: int) -> tuple[Any, int]:
        """Return records and their number; the caller releases each."""
        records, count, message = (PlaceRecord * limit)(), c_size_t(), _message()
        code = self._api.search(
            self.value,
            _text(text, "the text"),
            latitude,
            longitude,
            ctypes.addressof(records),
            PLACE_SIZE,
            limit,
            byref(count),
            message,
            _MESSAGE_SIZE,
        )
        if code == _POINT:
            raise point_error(latitude, longitude)
        _check(code, message)
        return records, count.value


def point_error(latitude: float, longitude: float) -> Exception:
    """Return the error for a point that is not on the Earth; it says which number is first."""
    if not -90 <= latitude <= 90:
        text = f"the latitude {latitude!r} is not between -90 and 90"
        if -180 <= latitude <= 180 and -90 <= longitude <= 90:
            text += "; are the two swapped?"
    else:
        text = f"the longitude {longitude!r} is not between -180 and 180"
    return error(_POINT, f"{text}; the order is (lat, lon), latitude first")


def argument_error(text: str) -> Exception:
    """Return the error for an argument that the C library would refuse in words of its own."""
    return error(_ARGUMENT, text)


def closed_error() -> ClosedError:
    """Return the error for the use of a closed world."""
    return ClosedError("the world is closed; open another with World()")
