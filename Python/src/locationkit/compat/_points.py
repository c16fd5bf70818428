"""What both modules share."""

from __future__ import annotations

import math

from .._columns import degrees
from .._errors import ArgumentTypeError, PointError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

#: The originals have English names.
LANGUAGES = "en"
_NUMBERS = {float, int}


def split_points(points: Any) -> tuple[list[float], list[float]]:
    """Return latitudes and longitudes of a list of points.

    Texts of digits are numbers, as for the originals.

    Raises
    ------
    PointError
        A number is infinite or not a number.
    ArgumentTypeError
        It is not a list of pairs of numbers.
    """
    try:
        listed = None if isinstance(points, (str, bytes, bytearray)) else list(points)
    except TypeError:
        listed = None
    if listed is None:
        raise ArgumentTypeError(f"the points are {points!r} ({type(points).__name__}); expected a list of tuples (lat, lon)")
    try:
        latitudes = [first for first, _ in listed]
        longitudes = [second for _, second in listed]
        if set(map(type, latitudes)) | set(map(type, longitudes)) <= _NUMBERS and math.isfinite(sum(latitudes) + sum(longitudes)):
            return latitudes, longitudes
    except (TypeError, ValueError, OverflowError):
        pass
    pairs = [_pair(point, index) for index, point in enumerate(listed)]
    return [first for first, _ in pairs], [second for _, second in pairs]


def _pair(point: Any, index: int) -> tuple[float, float]:
    try:
        # Two letters are not two numbers.
        pair: Any = None if isinstance(point, (str, bytes, bytearray)) else point
        first, second = pair
    except (TypeError, ValueError):
        raise ArgumentTypeError(f"the point {point!r} is not a tuple (lat, lon)") from None
    latitude, longitude = _number(first, "lat", index), _number(second, "lon", index)
    if not (math.isfinite(latitude) and math.isfinite(longitude)):
        raise PointError(f"{point!r} is not a point; the order is (lat, lon), latitude first")
    return latitude, longitude


def _number(value: Any, name: str, index: int) -> float:
    if isinstance(value, (str, bytes)):
        try:
            return float(value)
        except ValueError:
            pass
    return degrees(value, name, index)
