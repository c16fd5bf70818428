"""Names of places for points, offline: country, state, city, quarter, time zone.

>>> import locationkit
>>> world = locationkit.World()
>>> place = world.reverse(48.8584, 2.2945, languages="en")
>>> place.city, place.country_code
('Paris', 'FR')

Latitude comes before longitude everywhere. ``World.reverse`` takes one point, ``World.reverse_many`` columns of points,
``World.search`` a name. The modules ``polars``, ``duckdb``, ``dask``, ``spark`` and ``geopy`` connect other packages, and
``compat`` has the functions of reverse_geocoder and reverse_geocode.
"""

from __future__ import annotations

from ._errors import (
    ArgumentError,
    ArgumentTypeError,
    ClosedError,
    ColumnError,
    DamagedFileError,
    DataFileError,
    LanguageError,
    LibraryError,
    LocationKitError,
    MissingPackageError,
    OutOfMemoryError,
    PointError,
    TooLargeError,
    UnsupportedError,
    UnsupportedFileError,
)
from ._native import COLUMNS as _KINDS
from ._native import DEFAULT_COLUMNS
from ._world import Place, Places, World

#: The names of all columns, in the order in which a batch has them.
COLUMNS: tuple[str, ...] = tuple(_KINDS)

__version__ = "0.2.0"

__all__ = [
    "COLUMNS",
    "DEFAULT_COLUMNS",
    "ArgumentError",
    "ArgumentTypeError",
    "ClosedError",
    "ColumnError",
    "DamagedFileError",
    "DataFileError",
    "LanguageError",
    "LibraryError",
    "LocationKitError",
    "MissingPackageError",
    "OutOfMemoryError",
    "Place",
    "Places",
    "PointError",
    "TooLargeError",
    "UnsupportedError",
    "UnsupportedFileError",
    "World",
]
