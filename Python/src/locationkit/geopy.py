"""A geocoder with the methods of geopy's, for programs that use these.

>>> from locationkit.geopy import World
>>> World().reverse((48.8584, 2.2945), language="en").raw["city"]
'Paris'

``geopandas.tools.reverse_geocode(points, provider=World)`` takes it too.
"""

from __future__ import annotations

import math

from . import _world
from ._columns import degrees
from ._errors import ArgumentError, ArgumentTypeError, PointError, missing_package
from ._world import Place

try:
    from geopy.location import Location
    from geopy.point import Point
except ModuleNotFoundError as problem:
    raise missing_package("geopy", problem) from None

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Sequence
    from typing import Any

__all__ = ["World"]


class World:
    """Answers like a geocoder of geopy, offline and without limits of rate.

    Parameters
    ----------
    path, streets
        As for :class:`locationkit.World`.
    **ignored
        What services need and this does not: ``user_agent``, ``timeout``, ``proxies`` and so on.
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | None = None,
        streets: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] = (),
        **ignored: Any,
    ) -> None:
        self.world = _world.World(path, streets)

    def reverse(
        self, query: Any, exactly_one: bool = True, timeout: Any = None, language: str | None = None, **ignored: Any
    ) -> Any:
        """Return the address of a point.

        Parameters
        ----------
        query : geopy.Point, (lat, lon) or str
            The point, latitude first; a text in any notation that geopy reads.
        exactly_one : bool, optional
            Whether to return one location, or a list of one.
        language : str, optional
            Tags of the wanted languages, separated by commas.

        Returns
        -------
        geopy.location.Location, list of it, or None
            ``raw`` has the fields of :class:`locationkit.Place`, except that ``address`` is a dictionary as of Nominatim and
            ``display_name`` the address on one line. The position is that of the place, as with geopy's services. ``None`` where there is no place, as at sea.

        Raises
        ------
        PointError
            The text is not a point, or the point is not on the Earth.
        ArgumentTypeError
            The query is something else.
        """
        point = _point(query)
        place = self.world.reverse(point.latitude, point.longitude, languages=language)
        if place.precision == "none":
            return None
        at = (place.place_latitude, place.place_longitude)
        location = _location(place, (point.latitude, point.longitude) if None in at else at)
        return location if exactly_one else [location]

    def geocode(
        self,
        query: str | dict[str, str],
        exactly_one: bool = True,
        timeout: Any = None,
        *,
        limit: int | None = None,
        language: str | None = None,
        **ignored: Any,
    ) -> Any:
        """Return the settlement, state or country with a name.

        Parameters
        ----------
        query : str or dict
            The name; a country or state may follow a comma. A dictionary has any of ``street``, ``city``, ``county``, ``state``,
            ``country`` and ``postalcode``.
        exactly_one : bool, optional
            Whether to return the best location, or a list.
        limit : int, optional
            The largest number of locations in a list.
        language : str, optional
            Tags of the wanted languages, separated by commas.

        Returns
        -------
        geopy.location.Location, list of it, or None
            ``None`` if nothing has that name.

        Raises
        ------
        ArgumentError
            The limit is out of range, or a dictionary has other keys.
        ArgumentTypeError
            The query or the limit has the wrong type.
        """
        if limit is not None and (isinstance(limit, bool) or not isinstance(limit, int)):
            raise ArgumentTypeError(f"limit is {limit!r}; expected a number")
        if limit is not None and not 1 <= limit <= 10_000:
            raise ArgumentError(f"limit is {limit}; expected 1 to 10000")
        wanted = 1 if exactly_one else limit or 10
        for text in _texts(query):
            # More than wanted, since some are left out.
            places = _distinct(self.world.search(text, limit=min(2 * wanted + 10, 10_000), languages=language))[:wanted]
            if places:
                found = [_location(place, (place.latitude, place.longitude)) for place in places]
                return found[0] if exactly_one else found
        return None


def _point(query: Any) -> Point:
    if not isinstance(query, (str, Point)):
        try:
            numbers = list(query)
        except TypeError:
            raise ArgumentTypeError(f"the point is {query!r} ({type(query).__name__}); expected (lat, lon), or a text") from None
        query = [degrees(number, f"the point's {name}") for number, name in zip(numbers, ("latitude", "longitude", "altitude"))]
    try:
        return Point(query)
    except (TypeError, ValueError) as problem:
        raise PointError(f"{query!r} is not a point: {problem}") from None


#: Keys of structured queries in the order of an address.
_KEYS = ("street", "city", "county", "state", "postalcode", "country")


def _texts(query: Any) -> list[str]:
    """Return what to search for: without a county or postcode if nothing has all parts."""
    if not isinstance(query, dict):
        return [query]
    unknown = query.keys() - set(_KEYS)
    if unknown:
        raise ArgumentError(f"the query has {', '.join(map(repr, sorted(unknown, key=str)))}; expected any of {', '.join(_KEYS)}")
    texts = [", ".join(str(query[key]) for key in keys if query.get(key)) for keys in (_KEYS, ("street", "city", "state", "country"))]
    return list(dict.fromkeys(text for text in texts if text))


def _distinct(places: list[Place]) -> list[Place]:
    """Return places without those that another one before them already stands for: a state with the name of its city, a quarter."""
    found: list[Place] = []
    for place in places:
        if not any(str(place) == str(other) and _is_part(place, other) for other in found):
            found.append(place)
    return found


def _is_part(place: Place, other: Place) -> bool:
    # 30 km, in degrees of latitude; a degree of longitude is shorter.
    width = math.cos(math.radians(place.latitude))
    near = math.hypot(place.latitude - other.latitude, (place.longitude - other.longitude) * width) < 0.27
    return near or place.precision != other.precision


def _location(place: Place, position: Any) -> Location:
    raw = place.to_dict()
    code = place.country_code
    parts = {
        "house_number": place.house_number,
        "road": place.street,
        "suburb": place.sub_locality,
        "city": place.city,
        "county": place.county,
        "state": place.state,
        "postcode": place.postcode,
        "country": place.country,
        "country_code": code.lower() if code else None,
    }
    raw["display_name"] = str(place)
    raw["address"] = {key: value for key, value in parts.items() if value}
    return Location(raw["display_name"], position, raw)
