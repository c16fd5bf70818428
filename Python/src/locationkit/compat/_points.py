"""What both modules share."""

from __future__ import annotations

import math

from .._columns import degrees
from .._world import Places, default_world

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

#: The originals have English names.
_LANGUAGES = "en"


def places(coordinates: Any, columns: Sequence[str]) -> tuple[list[float], list[float], Places]:
    """Return latitudes, longitudes and answers; points that are infinite or not numbers are refused, as by the originals."""
    latitudes, longitudes = [], []
    try:
        listed = None if isinstance(coordinates, (str, bytes, bytearray)) else list(coordinates)
    except TypeError:
        listed = None
    if listed is None:
        raise TypeError(f"the points are {coordinates!r} ({type(coordinates).__name__}); expected a list of tuples (lat, lon)")
    for index, coordinate in enumerate(listed):
        try:
            first, second = coordinate
        except (TypeError, ValueError):
            raise TypeError(f"the point {coordinate!r} is not a tuple (lat, lon)") from None
        latitude, longitude = degrees(first, "lat", index), degrees(second, "lon", index)
        if not (math.isfinite(latitude) and math.isfinite(longitude)):
            raise ValueError(f"{coordinate!r} is not a point; the order is (lat, lon), latitude first")
        latitudes.append(latitude)
        longitudes.append(longitude)
    answers = default_world().reverse_many(latitudes, longitudes, columns=columns, languages=_LANGUAGES, threads=1)
    return latitudes, longitudes, answers
