"""What both modules share."""

from __future__ import annotations

import gc
import math
import sys
from array import array
from itertools import chain, compress

from .._columns import Doubles, degrees
from .._errors import ArgumentTypeError, PointError
from .._world import default_world

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

#: The originals have English names.
LANGUAGES = "en"
_NUMBERS = {float, int}
_PAIRS = {tuple, list}


def split_points(points: Any) -> tuple[array[float], array[float]]:
    """Return latitudes and longitudes of a list of points.

    Texts of digits are numbers, as for the originals.

    Raises
    ------
    PointError
        A number is infinite or not a number.
    ArgumentTypeError
        It is not a list of pairs of numbers.
    """
    numpy = sys.modules.get("numpy")
    if numpy is not None and type(points) is numpy.ndarray:
        if points.ndim == 2 and points.shape[1] == 2 and points.dtype.kind in "fiu" and numpy.isfinite(points).all():
            return array("d", points[:, 0].astype("d").tobytes()), array("d", points[:, 1].astype("d").tobytes())
        points = points.tolist()
    try:
        listed = None if isinstance(points, (str, bytes, bytearray)) else list(points)
    except TypeError:
        listed = None
    if listed is None:
        raise ArgumentTypeError(f"the points are {points!r} ({type(points).__name__}); expected a list of tuples (lat, lon)")
    try:
        if set(map(type, listed)) <= _PAIRS and set(map(len, listed)) <= {2}:
            numbers = list(chain.from_iterable(listed))
            if set(map(type, numbers)) <= _NUMBERS and math.isfinite(sum(numbers)):
                both = array("d", numbers)
                return both[::2], both[1::2]
    except OverflowError:
        pass
    both = array("d", chain.from_iterable(_pair(point, index) for index, point in enumerate(listed)))
    return both[::2], both[1::2]


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


def answers(
    latitudes: array[float],
    longitudes: array[float],
    columns: int,
    threads: int,
    places: Callable[[dict[str, list[Any]]], list[dict[str, Any]]],
    move: Callable[[list[dict[str, Any]], list[float], list[float]], None],
) -> list[dict[str, Any]]:
    """Return a dictionary for each point.

    Parameters
    ----------
    latitudes, longitudes
        The points.
    columns
        The bits of the columns, those of the place's position among them.
    threads
        How many threads work on it; 0 for one for each processor.
    places
        Makes the dictionaries of different answers from their columns.
    move
        Sets the latitudes and longitudes in the dictionaries of points that are in no place.
    """
    # Nothing that is made here is garbage, and collections would take a third of the time.
    collects = gc.isenabled()
    gc.disable()
    try:
        numbers, values = default_world()._distinct(
            Doubles.of_array(latitudes), Doubles.of_array(longitudes), columns, LANGUAGES, threads
        )
        found = _one_for_each(places(values), numbers)
        if None in values["place_latitude"]:
            nowhere = [latitude is None for latitude in values["place_latitude"]]
            rows = list(compress(range(len(numbers)), map(nowhere.__getitem__, numbers)))
            move([found[row] for row in rows], [latitudes[row] for row in rows], [longitudes[row] for row in rows])
        return found
    finally:
        if collects:
            gc.enable()


def _one_for_each(places: list[dict[str, Any]], numbers: list[int]) -> list[dict[str, Any]]:
    """Return a place for each number, none of them twice, so that a change of one changes no other.

    Parameters
    ----------
    places
        The places, in the order of first use.
    numbers
        The number of each point's place.
    """
    if 2 * len(places) < len(numbers):
        return list(map(dict.copy, map(places.__getitem__, numbers)))
    found = list(map(places.__getitem__, numbers))
    unused = 0
    for row, number in enumerate(numbers):
        if number < unused:
            found[row] = found[row].copy()
        else:
            unused = number + 1
    return found
