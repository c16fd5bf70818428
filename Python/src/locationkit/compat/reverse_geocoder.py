"""The functions of reverse_geocoder 1.5: dictionaries of texts with ``lat``, ``lon``, ``name``, ``admin1``, ``admin2``, ``cc``."""

from __future__ import annotations

import math
from itertools import repeat

from .. import _native
from .._errors import ArgumentTypeError, UnsupportedError
from .._world import default_world
from ._points import LANGUAGES, answers, split_points

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["RGeocoder", "get", "search"]

_TEXTS = ("country_code", "state", "county", "city")
_COLUMNS = (*_TEXTS, "place_latitude", "place_longitude")
_BITS = _native.mask(_COLUMNS)


class RGeocoder:
    """The geocoder of reverse_geocoder.

    Parameters
    ----------
    mode : int, optional
        1 for one thread; otherwise one for each processor. No mode starts processes.
    verbose : bool, optional
        Ignored: nothing is printed.
    stream : optional
        Places of one's own are not supported here; ``locate data build-world`` makes a file for ``locationkit.World``.
    """

    def __init__(self, mode: int = 2, verbose: bool = True, stream: Any = None) -> None:
        if stream is not None:
            raise UnsupportedError(
                "a stream of places is not supported; make a file with 'locate data build-world' and open it with locationkit.World"
            )
        self.mode = mode
        self.verbose = verbose

    def query(self, coordinates: Any) -> list[dict[str, str]]:
        """Return the places of a list of points."""
        latitudes, longitudes = split_points(coordinates)
        if len(latitudes) == 1:
            return [_one(latitudes[0], longitudes[0])]
        return answers(latitudes, longitudes, _BITS, 1 if self.mode == 1 else 0, _places, _move)


def _places(columns: dict[str, list[Any]]) -> list[dict[str, str]]:
    texts = [columns[name] for name in _TEXTS]
    latitudes, longitudes = _all_degrees(columns["place_latitude"]), _all_degrees(columns["place_longitude"])
    return [
        {"lat": latitude, "lon": longitude, "name": city or "", "admin1": state or "", "admin2": county or "", "cc": code or ""}
        for latitude, longitude, code, state, county, city in zip(latitudes, longitudes, *texts)
    ]


def _move(places: list[dict[str, str]], latitudes: list[float], longitudes: list[float]) -> None:
    for place, latitude, longitude in zip(places, _all_degrees(latitudes), _all_degrees(longitudes)):
        place["lat"], place["lon"] = latitude, longitude


def _one(latitude: float, longitude: float) -> dict[str, str]:
    if not (-90 <= latitude <= 90 and -180 <= longitude <= 180):
        return _place(latitude, longitude, "", "", "", "")
    geocoder = default_world()._geocoder(LANGUAGES)
    record = _native.PlaceRecord()
    geocoder.reverse(latitude, longitude, _BITS, record)
    try:
        texts = [(getattr(record, name) or b"").decode("utf-8", "replace") for name in _TEXTS]
        at = record.place_latitude, record.place_longitude
        if math.isnan(at[0]) or math.isnan(at[1]):
            at = latitude, longitude
        return _place(*at, *texts)
    finally:
        geocoder.release(record)


def _place(latitude: float, longitude: float, code: str, state: str, county: str, city: str) -> dict[str, str]:
    return {"lat": _degrees(latitude), "lon": _degrees(longitude), "name": city, "admin1": state, "admin2": county, "cc": code}


def _degrees(number: float) -> str:
    return _all_degrees([number])[0]


def _all_degrees(numbers: list[Any]) -> list[str]:
    """Return numbers with at most five decimals, and at least one; 0.0 for ``None``."""
    # Formatting all of them at once takes a third of the time of str(round(number, 5)) for each.
    rounded = "%.5f " * len(numbers) % tuple([number or 0.0 for number in numbers])
    texts = map(str.rstrip, rounded.split(), repeat("0"))
    return [text + "0" if text[-1] == "." else text for text in texts]


def get(geo_coord: tuple[float, float], mode: int = 2, verbose: bool = True) -> dict[str, str]:
    """Return the place of one point, a tuple (lat, lon)."""
    if not isinstance(geo_coord, tuple) or not geo_coord or not isinstance(geo_coord[0], float):
        raise ArgumentTypeError("Expecting a tuple")
    return RGeocoder(mode=mode, verbose=verbose).query([geo_coord])[0]


def search(geo_coords: Any, mode: int = 2, verbose: bool = True) -> list[dict[str, str]]:
    """Return the places of points: a list or tuple of tuples (lat, lon), or one such tuple."""
    if not isinstance(geo_coords, (tuple, list)):
        raise ArgumentTypeError("Expecting a tuple or a tuple/list of tuples")
    if geo_coords and not isinstance(geo_coords[0], (tuple, list)):
        geo_coords = [geo_coords]
    return RGeocoder(mode=mode, verbose=verbose).query(geo_coords)
