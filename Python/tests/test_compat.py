"""The functions of other packages: keys and types as theirs, where they are installed."""

from __future__ import annotations

import inspect

import pytest

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
