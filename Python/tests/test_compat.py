"""The functions of other packages: keys and types as theirs, where they are installed."""

from __future__ import annotations

import gc
import inspect

import pytest

import locationkit
from locationkit.compat import reverse_geocode, reverse_geocoder

POINTS = [(48.8584, 2.2945), (35.68, 139.76), (40.71, -74.0), (52.52, 13.4)]


def shape(answers):
    return [{key: type(value) for key, value in answer.items()} for answer in answers]


def test_reverse_geocoder():
    found = reverse_geocoder.search(POINTS)
    assert [place["cc"] for place in found] == ["FR", "JP", "US", "DE"]
    assert list(found[0]) == ["lat", "lon", "name", "admin1", "admin2", "cc"]
    assert found[0]["name"] == "Paris" and abs(float(found[0]["lat"]) - 48.85) < 0.1
    assert all(type(value) is str for place in found for value in place.values())
    assert reverse_geocoder.search(POINTS[0]) == [reverse_geocoder.get(POINTS[0])] == reverse_geocoder.search((POINTS[0],))
    assert reverse_geocoder.RGeocoder(mode=1, verbose=False).query(POINTS) == found


def test_reverse_geocoder_with_wrong_arguments(capsys):
    for wrong in ([48.8, 2.3], "48.8, 2.3", (48, 2)):
        with pytest.raises(TypeError):
            reverse_geocoder.get(wrong)
    for wrong in ("48.8, 2.3", 48.8, None):
        with pytest.raises(TypeError):
            reverse_geocoder.search(wrong)
    with pytest.raises(ValueError):
        reverse_geocoder.search([(float("nan"), 2.0)])
    with pytest.raises(NotImplementedError):
        reverse_geocoder.RGeocoder(stream=object())
    assert reverse_geocoder.search([(-48.9, -123.4)])[0]["cc"] == ""
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("make", [str, lambda number: str(number).encode(), float])
def test_texts_of_digits_are_numbers_as_in_the_originals(make):
    texts = [tuple(map(make, point)) for point in POINTS]
    for module in (reverse_geocoder, reverse_geocode):
        assert module.search(texts) == module.search(POINTS)
    assert reverse_geocoder.search(texts[0]) == reverse_geocoder.search(POINTS[0])


def test_one_point_and_many_have_the_same_answers(points):
    listed = list(zip(*(values[:2000] for values in points)))
    # On the open sea and beyond the Earth too.
    listed += [(-48.9, -123.4), (91.0, 0.0), (0.0, 200.0), POINTS[0], POINTS[0]]
    for mode in (1, 2):
        found = reverse_geocoder.search(listed, mode=mode)
        assert found == [reverse_geocoder.search(point, mode=mode)[0] for point in listed]
    # Each is its own, so that a change of one changes no other.
    assert found[-1] is not found[-2]


def test_each_point_has_a_dictionary_of_its_own(points):
    few, many = [POINTS[row % 4] for row in range(100)], list(zip(*(values[:500] for values in points))) + POINTS + POINTS
    for listed in (few, many):
        for module in (reverse_geocoder, reverse_geocode):
            found = module.search(listed)
            assert len({id(place) for place in found}) == len(listed)
            assert found == [module.search([point])[0] for point in listed]


def test_points_in_no_place_keep_their_positions():
    # Two points of one country and division without a settlement near, one of the open sea, and one in a city.
    listed = [(27.0, 22.0), (-48.9, -123.4), (27.1, 22.25), POINTS[0], (27.0, 22.0)]
    found = reverse_geocoder.search(listed)
    assert [(place["lat"], place["lon"]) for place in found[:3]] == [("27.0", "22.0"), ("-48.9", "-123.4"), ("27.1", "22.25")]
    assert found[0]["cc"] == found[2]["cc"] != "" and found[0] == found[4] and found[3]["name"] == "Paris"
    found = reverse_geocode.search(listed)
    assert [(place["latitude"], place["longitude"]) for place in found[:3]] == listed[:3]


@pytest.mark.parametrize(
    "number, text",
    [(48.0, "48.0"), (-0.25, "-0.25"), (100.1234567, "100.12346"), (0.00001, "0.00001"), (-180.0, "-180.0")],
)
def test_degrees_have_five_decimals_at_most(number, text):
    assert reverse_geocoder._degrees(number) == text


def test_arrays_of_numpy_and_lists_of_lists():
    numpy = pytest.importorskip("numpy")
    expected = reverse_geocoder.search(POINTS)
    geocoder = reverse_geocoder.RGeocoder(mode=1)
    assert geocoder.query(numpy.array(POINTS)) == expected == reverse_geocoder.search([list(point) for point in POINTS])
    singles = numpy.array(POINTS, dtype="f4")
    assert geocoder.query(singles.astype("f8")[::-1][::-1]) == geocoder.query(singles)
    assert geocoder.query(numpy.array([[str(number) for number in point] for point in POINTS])) == expected
    for wrong in (numpy.zeros(4), numpy.zeros((4, 3)), numpy.zeros((2, 2), dtype=bool)):
        with pytest.raises(TypeError):
            geocoder.query(wrong)
    with pytest.raises(ValueError):
        geocoder.query(numpy.array([[48.8, float("nan")]]))


@pytest.mark.parametrize("is_enabled", [True, False])
def test_the_garbage_collector_is_as_before(is_enabled):
    before = gc.isenabled()
    try:
        (gc.enable if is_enabled else gc.disable)()
        reverse_geocoder.search(POINTS)
        assert gc.isenabled() is is_enabled
    finally:
        (gc.enable if before else gc.disable)()


def test_no_points_have_no_answers():
    for module in (reverse_geocoder, reverse_geocode):
        assert module.search([]) == []
    assert reverse_geocoder.search(()) == []


def test_errors_are_those_of_the_package():
    for call in (
        lambda: reverse_geocoder.get(()),
        lambda: reverse_geocoder.search(None),
        lambda: reverse_geocoder.search([(float("inf"), 2.0)]),
        lambda: reverse_geocoder.search([(1.0, 2.0, 3.0)]),
        lambda: reverse_geocode.search([b"48"]),
        lambda: reverse_geocode.search([{48.8, 2.3}, {1, 2, 3}]),
    ):
        with pytest.raises(locationkit.LocationKitError):
            call()


@pytest.mark.parametrize("wrong", ["north", b"x", True, None])
def test_texts_and_truth_values_are_refused(wrong):
    for module in (reverse_geocoder, reverse_geocode):
        with pytest.raises(TypeError, match=r"lat\[1\] is .*degrees"):
            module.search([(48.8, 2.3), (wrong, 2.3)])
        with pytest.raises(TypeError, match=r"lon\[0\] is .*degrees"):
            module.search([(48.8, wrong)])
    with pytest.raises(TypeError, match="degrees"):
        reverse_geocode.get((48.8, wrong))


def test_what_is_not_a_list_of_points():
    for wrong in (5, "48.8, 2.3", b"1", None):
        with pytest.raises(TypeError, match="list of tuples"):
            reverse_geocode.search(wrong)
    for wrong in ([48.8, 2.3], [(48.8,)], [(48.8, 2.3, 1)], [None], ["48"]):
        with pytest.raises(TypeError, match="is not a tuple"):
            reverse_geocode.search(wrong)


def test_reverse_geocode():
    found = reverse_geocode.search(POINTS)
    assert [place["country_code"] for place in found] == ["FR", "JP", "US", "DE"]
    assert found[0]["city"] == "Paris" and found[0]["population"] > 1_000_000 and found[0]["country"] == "France"
    assert reverse_geocode.get(POINTS[0]) == found[0]
    with pytest.raises(NotImplementedError):
        reverse_geocode.search(POINTS, min_population=1000)
    with pytest.raises(ValueError):
        reverse_geocode.get((float("inf"), 2.0))
    assert reverse_geocode.get((-48.9, -123.4))["city"] == ""


def test_reverse_geocoder_as_the_original():
    original = pytest.importorskip("reverse_geocoder")
    for name in ("get", "search"):
        theirs, ours = (inspect.signature(getattr(module, name)) for module in (original, reverse_geocoder))
        assert [(p.name, p.default) for p in theirs.parameters.values()] == [(p.name, p.default) for p in ours.parameters.values()]
    theirs, ours = original.search(POINTS, mode=1, verbose=False), reverse_geocoder.search(POINTS, mode=1, verbose=False)
    assert shape(theirs) == shape(ours) and [list(place) for place in theirs] == [list(place) for place in ours]
    assert [place["cc"] for place in theirs] == [place["cc"] for place in ours]


def test_reverse_geocode_as_the_original():
    original = pytest.importorskip("reverse_geocode")
    for name in ("get", "search"):
        theirs, ours = (inspect.signature(getattr(module, name)) for module in (original, reverse_geocode))
        assert [(p.name, p.default) for p in theirs.parameters.values()] == [(p.name, p.default) for p in ours.parameters.values()]
    theirs, ours = original.search(POINTS), reverse_geocode.search(POINTS)
    for their, our in zip(shape(theirs), shape(ours)):
        optional = {"state", "county"}
        assert {**dict.fromkeys(optional), **their}.keys() == {**dict.fromkeys(optional), **our}.keys()
        assert all(their[key] is our[key] for key in their.keys() & our.keys())
    assert [place["country"] for place in theirs] == [place["country"] for place in ours]
