"""The functions of reverse-geocode 1.6: dictionaries with ``country_code``, ``city``, ``latitude``, ``longitude``,
``population``, ``state`` and ``county`` where they are known, and ``country``."""

from __future__ import annotations

from .. import _native
from .._errors import UnsupportedError
from ._points import answers, split_points

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["get", "search"]

_COLUMNS = ("country_code", "country", "state", "county", "city", "population", "place_latitude", "place_longitude")
_BITS = _native.mask(_COLUMNS)


def search(coordinates: Any, min_population: int = 0) -> list[dict[str, Any]]:
    """Return the places of a list of points (lat, lon).

    ``min_population`` is not supported: a point is in the city that contains it, however small.
    """
    if min_population > 0:
        raise UnsupportedError("min_population is not supported; filter by the population of the answers")
    latitudes, longitudes = split_points(coordinates)
    return answers(latitudes, longitudes, _BITS, 1, _places, _move)


def _places(columns: dict[str, list[Any]]) -> list[dict[str, Any]]:
    found = []
    for code, country, state, county, city, population, latitude, longitude in zip(*[columns[name] for name in _COLUMNS]):
        place = {
            "country_code": code or "",
            "city": city or "",
            "latitude": latitude,
            "longitude": longitude,
            "population": population or 0,
        }
        if state:
            place["state"] = state
        if county and county != city:
            place["county"] = county
        place["country"] = country or ""
        found.append(place)
    return found


def _move(places: list[dict[str, Any]], latitudes: list[float], longitudes: list[float]) -> None:
    for place, latitude, longitude in zip(places, latitudes, longitudes):
        place["latitude"], place["longitude"] = latitude, longitude


def get(coordinate: Any, min_population: int = 0) -> dict[str, Any]:
    """Return the place of one point (lat, lon)."""
    return search([coordinate], min_population)[0]
