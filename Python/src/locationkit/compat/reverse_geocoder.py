"""The functions of reverse_geocoder 1.5: dictionaries of texts with ``lat``, ``lon``, ``name``, ``admin1``, ``admin2``, ``cc``."""

from __future__ import annotations

from ._points import places

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["RGeocoder", "get", "search"]

_COLUMNS = ("country_code", "state", "county", "city", "place_latitude", "place_longitude")


class RGeocoder:
    """The geocoder of reverse_geocoder.

    Parameters
    ----------
    mode : int, optional
        Ignored: no mode starts processes.
    verbose : bool, optional
        Ignored: nothing is printed.
    stream : optional
        Places of one's own are not supported here; ``locate data build-world`` makes a file for ``locationkit.World``.
    """

    def __init__(self, mode: int = 2, verbose: bool = True, stream: Any = None) -> None:
        if stream is not None:
            raise NotImplementedError(
                "a stream of places is not supported; make a file with 'locate data build-world' and open it with locationkit.World"
            )
        self.mode = mode
        self.verbose = verbose

    def query(self, coordinates: Any) -> list[dict[str, str]]:
        """Return the places of a list of points."""
        latitudes, longitudes, answers = places(coordinates, _COLUMNS)
        columns = [answers[name] for name in _COLUMNS]
        return [
            {
                "lat": _degrees(latitude if at_latitude is None else at_latitude),
                "lon": _degrees(longitude if at_longitude is None else at_longitude),
                "name": city or "",
                "admin1": state or "",
                "admin2": county or "",
                "cc": code or "",
            }
            for latitude, longitude, code, state, county, city, at_latitude, at_longitude in zip(latitudes, longitudes, *columns)
        ]


def _degrees(number: float) -> str:
    return str(round(number, 5))


def get(geo_coord: tuple[float, float], mode: int = 2, verbose: bool = True) -> dict[str, str]:
    """Return the place of one point, a tuple (lat, lon)."""
    if not isinstance(geo_coord, tuple) or not isinstance(geo_coord[0], float):
        raise TypeError("Expecting a tuple")
    return RGeocoder(mode=mode, verbose=verbose).query([geo_coord])[0]


def search(geo_coords: Any, mode: int = 2, verbose: bool = True) -> list[dict[str, str]]:
    """Return the places of points: a list or tuple of tuples (lat, lon), or one such tuple."""
    if not isinstance(geo_coords, (tuple, list)):
        raise TypeError("Expecting a tuple or a tuple/list of tuples")
    if not isinstance(geo_coords[0], tuple):
        geo_coords = [geo_coords]
    return RGeocoder(mode=mode, verbose=verbose).query(geo_coords)
