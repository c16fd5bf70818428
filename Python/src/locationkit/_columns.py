"""Columns of numbers in, whatever library they come from; columns of answers out."""

from __future__ import annotations

import ctypes
import sys
from array import array

from . import _arrow
from ._errors import ArgumentError, ArgumentTypeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_NAN = float("nan")
#: Formats of the Arrow C Data Interface, with the codes of module array and NumPy's names.
_FORMATS = {
    "c": ("b", "i1"),
    "C": ("B", "u1"),
    "s": ("h", "i2"),
    "S": ("H", "u2"),
    "i": ("i", "i4"),
    "I": ("I", "u4"),
    "l": ("q", "i8"),
    "L": ("Q", "u8"),
    "f": ("f", "f4"),
    "g": ("d", "f8"),
    "e": ("", "f2"),
}


class Doubles:
    """Numbers as the C library takes them: a count of doubles at an address."""

    __slots__ = ("address", "count", "_owner")

    def __init__(self, address: int, count: int, owner: object) -> None:
        self.address = address if count else 0
        self.count = count
        self._owner = owner

    @classmethod
    def of_array(cls, values: array[float]) -> Doubles:
        """Take over an array of doubles."""
        # While there is a view of it, another thread cannot resize it.
        view = memoryview(values)
        return cls(values.buffer_info()[0], len(values), view)


def doubles(values: Any, name: str) -> Doubles:
    """Return a column as doubles, without a copy where possible; nulls become NaN.

    Parameters
    ----------
    values
        A list, a tuple, an array of NumPy or of module array, a Series of pandas or polars, or any column with Arrow's
        PyCapsule protocol.
    name
        What errors call it.
    """
    if isinstance(values, (list, tuple)):
        return Doubles.of_array(_listed(values, name))
    if isinstance(values, (str, bytes, bytearray, dict, set, frozenset)):
        raise ArgumentTypeError(f"{name} is a {type(values).__name__}; expected a column of numbers in degrees")
    if isinstance(values, array):
        if values.typecode == "d":
            return Doubles.of_array(values)
        if values.typecode in "uw":
            raise ArgumentTypeError(f"{name} is an array of characters; expected numbers in degrees")
        return Doubles.of_array(array("d", values))
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(values, numpy.ndarray):
        return _from_numpy(values, name, numpy)
    pandas = sys.modules.get("pandas")
    if pandas is not None and isinstance(values, (pandas.Series, pandas.Index)):
        if values.dtype.kind not in "fiu":
            # A column of texts is refused even if all are null.
            texts = isinstance(values.dtype, pandas.StringDtype)
            if values.dtype.kind == "O" and not texts and not hasattr(values.dtype, "pyarrow_dtype"):
                return Doubles.of_array(_listed(values.tolist(), name))
            raise ArgumentTypeError(f"{name} has the type {values.dtype}; expected numbers in degrees")
        return _from_numpy(values.to_numpy(dtype="float64", na_value=_NAN), name, sys.modules["numpy"])
    if hasattr(values, "__arrow_c_array__") or hasattr(values, "__arrow_c_stream__"):
        return _from_arrow(values, name)
    if isinstance(values, memoryview):
        if values.ndim != 1:
            raise ArgumentError(f"{name} has {values.ndim} dimensions; expected one")
        return Doubles.of_array(_listed(values.tolist(), name))
    if numpy is not None and hasattr(values, "__array__") and getattr(values, "ndim", 1) != 0:
        return _from_numpy(numpy.asarray(values), name, numpy)
    try:
        items = list(values)
    except TypeError:
        raise ArgumentTypeError(
            f"{name} is {type(values).__name__}; expected a column of numbers in degrees (World.reverse takes one point)"
        ) from None
    return Doubles.of_array(_listed(items, name))


def _listed(values: list[Any] | tuple[Any, ...], name: str) -> array[float]:
    if set(map(type, values)) <= _PLAIN:
        try:
            return array("d", values)
        except OverflowError:
            pass
    return array("d", [_NAN if is_missing(value) else degrees(value, name, index) for index, value in enumerate(values)])


#: Types whose every value is a number of degrees.
_PLAIN = {float, int}


def is_missing(value: object) -> bool:
    """Whether a value of a list says that there is no number."""
    # pandas.NA has no value that can be compared.
    return value is None or type(value).__name__ in ("NAType", "NaTType")


def degrees(value: Any, name: str, index: int | None = None) -> float:
    """Return one number, wherever it comes from.

    Texts are refused, also those of digits, and so are truth values: either is a mistake in the data, and would become a point.

    Parameters
    ----------
    value
        A float, an int, or whatever else has ``__float__`` or ``__index__``, such as numbers of NumPy, decimals and fractions.
    name, index
        What errors call it.

    Raises
    ------
    TypeError
        It is not a number.
    """
    if type(value) is float:
        return value
    what = name if index is None else f"{name}[{index}]"
    if isinstance(value, (str, bytes, bytearray)):
        raise ArgumentTypeError(f"{what} is the text {value!r}; expected a number in degrees")
    # NumPy's truth values and arrays of one element would become numbers by themselves, some even from a text.
    kind = getattr(getattr(value, "dtype", None), "kind", "f")
    if isinstance(value, bool) or kind not in "fiu" or getattr(value, "ndim", 0) != 0:
        raise ArgumentTypeError(f"{what} is {value!r} ({type(value).__name__}); expected a number in degrees")
    try:
        return float(value)
    except OverflowError:
        return float("-inf") if value < 0 else float("inf")
    except (TypeError, ValueError):
        raise ArgumentTypeError(f"{what} is {type(value).__name__}; expected a number in degrees") from None


def _from_numpy(values: Any, name: str, numpy: Any) -> Doubles:
    if values.ndim != 1:
        raise ArgumentError(f"{name} has the shape {values.shape}; expected one dimension")
    if values.dtype.kind == "O":
        return Doubles.of_array(_listed(values.tolist(), name))
    if values.dtype.kind not in "fiu":
        raise ArgumentTypeError(f"{name} has the type {values.dtype}; expected numbers in degrees")
    if isinstance(values, numpy.ma.MaskedArray):
        values = values.astype("float64").filled(_NAN)
    # In the byte order of this machine, aligned and in one piece; the same array if it is so already.
    plain = numpy.require(values, dtype="=f8", requirements=["C", "A"])
    return Doubles(int(plain.ctypes.data), len(plain), plain)


def _from_arrow(values: Any, name: str) -> Doubles:
    parts = list(_arrow.chunks(values))
    for part in parts:
        if part.format != "n" and part.format not in _FORMATS:
            raise ArgumentTypeError(
                f"{name} has Arrow's format {part.format!r}; expected numbers in degrees (cast decimals and dictionaries to double)"
            )
    if len(parts) == 1 and parts[0].format == "g" and not parts[0].validity:
        return Doubles(parts[0].values + 8 * parts[0].offset, parts[0].length, parts[0].owner)
    total = array("d")
    for part in parts:
        total.extend(_converted(part, name))
    return Doubles.of_array(total)


def _converted(part: _arrow.Chunk, name: str) -> array[float]:
    if part.format == "n":
        return array("d", [_NAN]) * part.length
    code, numpy_code = _FORMATS[part.format]
    width = int(numpy_code[1:])
    data = ctypes.string_at(part.values + width * part.offset, width * part.length) if part.length else b""
    if code:
        numbers: Any = array(code)
        numbers.frombytes(data)
        converted: array[float] = numbers if code == "d" else array("d", numbers)
    else:
        import struct

        converted = array("d", struct.unpack(f"={part.length}e", data))
    if part.validity:
        for index, flag in enumerate(_bits(part.validity, part.offset, part.length)):
            if flag == "0":
                converted[index] = _NAN
    return converted


def _bits(address: int, offset: int, length: int) -> str:
    """Return the bits of a bitmap as characters 0 and 1."""
    if not length:
        return ""
    data = ctypes.string_at(address + offset // 8, (offset % 8 + length + 7) // 8)
    text = format(int.from_bytes(data, "little"), f"0{8 * len(data)}b")[::-1]
    return text[offset % 8 : offset % 8 + length]


class Column:
    """A column of answers, read from its buffers when it is asked for."""

    __slots__ = ("name", "format", "length", "_offset", "_null_count", "_validity", "_buffers", "_dictionary")

    def __init__(self, schema: _arrow.ArrowSchema, values: _arrow.ArrowArray) -> None:
        self.name = (schema.name or b"").decode()
        self.format = (schema.format or b"").decode()
        self.length = int(values.length)
        self._offset = int(values.offset)
        self._buffers = [int(values.buffers[index] or 0) for index in range(values.n_buffers)]
        self._null_count = int(values.null_count)
        self._validity = self._buffers[0] if values.null_count != 0 else 0
        self._dictionary = Column(schema.dictionary.contents, values.dictionary.contents) if schema.dictionary else None

    def to_list(self) -> list[Any]:
        """Return the values; nulls are ``None``."""
        if self._null_count == self.length:
            return [None] * self.length
        values = self._values()
        if self._validity:
            flags = _bits(self._validity, self._offset, self.length)
            row = flags.find("0")
            while row >= 0:
                values[row] = None
                row = flags.find("0", row + 1)
        return values

    def indices(self) -> array[int]:
        """Return the indices of a column in a dictionary; those of nulls have no meaning."""
        return array("i", ctypes.string_at(self._buffers[1] + 4 * self._offset, 4 * self.length) if self.length else b"")

    def _texts(self, *, unique: bool = False) -> list[str]:
        offsets = array("i", ctypes.string_at(self._buffers[1] + 4 * self._offset, 4 * (self.length + 1))).tolist()
        data = ctypes.string_at(self._buffers[2], offsets[-1]) if offsets[-1] else b""
        pieces = list(map(data.__getitem__, map(slice, offsets, offsets[1:])))
        if unique:
            return [piece.decode("utf-8", "replace") for piece in pieces]
        # Equal texts are one object: a table has few different ones.
        known = {piece: piece.decode("utf-8", "replace") for piece in set(pieces)}
        return list(map(known.__getitem__, pieces))

    def _values(self) -> list[Any]:
        count, offset = self.length, self._offset
        if not count:
            return []
        if self._dictionary is not None:
            words = self._dictionary._texts(unique=True)
            # Indices of nulls are 0: there are words, since not all are nulls.
            return list(map(words.__getitem__, self.indices()))
        if self.format == "u":
            return self._texts()
        if self.format == "b":
            return [bit == "1" for bit in _bits(self._buffers[1], offset, count)]
        code = _FORMATS[self.format][0]
        return array(code, ctypes.string_at(self._buffers[1] + 8 * offset, 8 * count)).tolist()


def distinct(owner: _arrow.Owner) -> tuple[list[int], dict[str, list[Any]]]:
    """Return the indices of an array whose dictionary is a table, and the columns of that table by their names."""
    schema, values = owner.schema, owner.array
    table, rows = schema.dictionary.contents, values.dictionary.contents
    columns = [Column(table.children[at].contents, rows.children[at].contents) for at in range(int(rows.n_children))]
    return Column(schema, values).indices().tolist(), {column.name: column.to_list() for column in columns}
