"""The functions of reverse-geocode 1.6: dictionaries with ``country_code``, ``city``, ``latitude``, ``longitude``,
``population``, ``state`` and ``county`` where they are known, and ``country``."""

from __future__ import annotations

from .._errors import UnsupportedError
from .._world import default_world
from ._points import LANGUAGES, split_points

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["get", "search"]

_COLUMNS = ("country_code", "country", "state", "county", "city", "population", "place_latitude", "place_longitude")


def search(coordinates: Any, min_population: int = 0) -> list[dict[str, Any]]:
    """Return the places of a list of points (lat, lon).

    ``min_population`` is not supported: a point is in the city that contains it, however small.
    """
    if min_population > 0:
        raise UnsupportedError("min_population is not supported; filter by the population of the answers")
    latitudes, longitudes = split_points(coordinates)
    answers = default_world().reverse_many(latitudes, longitudes, columns=_COLUMNS, languages=LANGUAGES, threads=1)
    found = []
    for latitude, longitude, code, country, state, county, city, population, at_latitude, at_longitude in zip(
        latitudes, longitudes, *[answers[name] for name in _COLUMNS]
    ):
        place = {
            "country_code": code or "",
            "city": city or "",
            "latitude": latitude if at_latitude is None else at_latitude,
            "longitude": longitude if at_longitude is None else at_longitude,
            "population": population or 0,
        }
        if state:
            place["state"] = state
        if county and county != city:
            place["county"] = county
        place["country"] = country or ""
        found.append(place)
    return found


def get(coordinate: Any, min_population: int = 0) -> dict[str, Any]:
    """Return the place of one point (lat, lon)."""
    return search([coordinate], min_population)[0]
