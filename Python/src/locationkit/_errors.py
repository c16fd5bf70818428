"""What can go wrong, one exception for each code of the C library."""

from __future__ import annotations


class LocationKitError(Exception):
    """Base class of all errors of this package.

    Attributes
    ----------
    code : int
        The code of the C library, one of ``LK_...`` in ``locationkit.h``; 0 for errors found before it is called.
    """

    code = 0


class LibraryError(LocationKitError, ImportError):
    """The C library cannot be loaded, or has another version than this package needs."""


class MissingPackageError(LocationKitError, ModuleNotFoundError):
    """A package that only some functions need is not installed; the message says how to install it."""


class ArgumentError(LocationKitError, ValueError):
    """An argument is wrong, such as the name of a column."""

    code = 1


class ArgumentTypeError(LocationKitError, TypeError):
    """An argument has the wrong type, such as a text instead of a number of degrees."""

    code = 1


class ColumnError(ArgumentError, KeyError):
    """The answers have no such column."""

    # That of KeyError shows the message in quotation marks.
    __str__ = Exception.__str__


class UnsupportedError(LocationKitError, NotImplementedError):
    """An argument of another package whose function is not supported here."""


class ClosedError(LocationKitError, ValueError):
    """The world has been closed."""

    code = 2


class PointError(LocationKitError, ValueError):
    """The point is not on the Earth: a latitude or longitude is out of range, infinite or not a number."""

    code = 3


class LanguageError(LocationKitError, ValueError):
    """A language is not a tag such as ``ja`` or ``zh-Hant-TW``."""

    code = 4


class DataFileError(LocationKitError, OSError):
    """A data file is missing or cannot be read."""

    code = 5


class DamagedFileError(DataFileError):
    """A data file is damaged or of another kind."""

    code = 6


class UnsupportedFileError(DataFileError):
    """A data file is for another version of the library."""

    code = 7


class TooLargeError(LocationKitError, OverflowError):
    """A column would have more than 2 GiB of text: split the batch, or ask for dictionaries."""

    code = 8


class OutOfMemoryError(LocationKitError, MemoryError):
    """There is not enough memory."""

    code = 9


_TYPES: tuple[type[LocationKitError], ...] = (
    ArgumentError,
    ClosedError,
    PointError,
    LanguageError,
    DataFileError,
    DamagedFileError,
    UnsupportedFileError,
    TooLargeError,
    OutOfMemoryError,
)


def missing_package(extra: str, problem: ModuleNotFoundError) -> MissingPackageError:
    """Return the error for a package that cannot be imported, which names the extra of this package that installs it."""
    name = (problem.name or extra).split(".")[0]
    return MissingPackageError(f"{name} is not installed; install it with: pip install 'locationkit[{extra}]'", name=name)


def error(code: int, message: str) -> LocationKitError:
    """Return the exception for a code of the C library."""
    for kind in _TYPES:
        if kind.code == code:
            return kind(message)
    return LocationKitError(f"{message or 'unknown error'} (code {code})")
