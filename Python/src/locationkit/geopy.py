"""A geocoder with the methods of geopy's, for programs that use these.

>>> from locationkit.geopy import World
>>> World().reverse((48.8584, 2.2945), language="en").raw["city"]
'Paris'

``geopandas.tools.reverse_geocode(points, provider=World)`` takes it too.
"""

from __future__ import annotations

from . import _world
from ._columns import degrees
from ._errors import missing_package
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
            ``raw`` has the fields of :class:`locationkit.Place`, and the position is that of the place, as with geopy's
            services. ``None`` where there is no place, as at sea.
        """
        if not isinstance(query, (str, Point)):
            query = [degrees(number, f"the point's {name}") for number, name in zip(query, ("latitude", "longitude", "altitude"))]
        point = Point(query)
        place = self.world.reverse(point.latitude, point.longitude, languages=language)
        if place.precision == "none":
            return None
        at = (place.place_latitude, place.place_longitude)
        location = _location(place, (point.latitude, point.longitude) if None in at else at)
        return location if exactly_one else [location]

    def geocode(
        self,
        query: str,
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
        query : str
            The name; a country or state may follow a comma.
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
        """
        places = self.world.search(query, limit=1 if exactly_one else limit or 10, languages=language)
        found = [_location(place, (place.latitude, place.longitude)) for place in places]
        if not found:
            return None
        return found[0] if exactly_one else found


def _location(place: Place, position: Any) -> Location:
    return Location(str(place), position, place.to_dict())
