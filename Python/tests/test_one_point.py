"""World.reverse, World.search, and what is known about the data."""

from __future__ import annotations

import copy
import math
import pickle
import subprocess
import sys

import pytest

import locationkit
from locationkit import World


def test_the_place_of_a_point(world):
    place = world.reverse(48.8584, 2.2945, languages="en")
    assert (place.country_code, place.country, place.city, place.time_zone) == ("FR", "France", "Paris", "Europe/Paris")
    assert place.latitude == 48.8584 and place.longitude == 2.2945
    assert place.precision == "locality" and place.provider == "world"
    assert 0 < place.distance_m < 10_000 and place.population > 1_000_000
    assert place.street is None and place.house_number is None
    assert str(place) == place.address and "Paris" in str(place)


def test_languages_are_a_text_or_a_list(world):
    assert world.reverse(35.68, 139.76, languages="ja").country == "日本"
    assert world.reverse(35.68, 139.76, languages=["de", "en"]).country == "Japan"
    assert world.reverse(35.68, 139.76).country == "日本"
    assert world.reverse(35.68, 139.76, languages=[]).country == "日本"


def test_only_some_columns(world):
    place = world.reverse(48.8584, 2.2945, columns=["country_code"])
    assert place.country_code == "FR"
    assert world.reverse(48.8584, 2.2945, columns="city", languages="en").city == "Paris"
    assert "France" in str(world.reverse(48.8584, 2.2945, columns="city", languages="en"))


def test_the_open_sea(world):
    place = world.reverse(-48.9, -123.4)
    assert place.precision == "none"
    assert place.country_code is None and place.city is None and place.distance_m is None and place.population is None
    assert place.time_zone.startswith("Etc/GMT")


@pytest.mark.parametrize("lat, lon", [(90, 0), (-90, 0), (0, 180), (0, -180), (90, 180), (-90, -180), (0, 0), (-0.0, -0.0)])
def test_the_ends_of_the_earth(world, lat, lon):
    assert world.reverse(lat, lon).precision is not None


@pytest.mark.parametrize(
    "lat, lon",
    [(math.nan, 0), (0, math.nan), (math.inf, 0), (0, -math.inf), (91, 0), (-90.0001, 0), (0, 181), (0, -400), (1e308, 0)],
)
def test_points_that_are_not_on_the_earth(world, lat, lon):
    with pytest.raises(locationkit.PointError, match="latitude first"):
        world.reverse(lat, lon)
    with pytest.raises(ValueError):
        world.reverse(lat, lon)


def test_swapped_numbers_are_recognised(world):
    with pytest.raises(locationkit.PointError, match="swapped"):
        world.reverse(139.7, 35.6)


@pytest.mark.parametrize("wrong", ["48.8", b"48.8", "", True, False, None, [48.8], (48.8,), object(), 1j])
def test_what_is_not_a_number(world, wrong):
    with pytest.raises(TypeError, match=r"^lat .*\(lat, lon\), latitude first"):
        world.reverse(wrong, 2.3)
    with pytest.raises(TypeError, match=r"^lon .*\(lat, lon\), latitude first"):
        world.reverse(48.8, wrong)
    with pytest.raises(TypeError, match=r"\(lat, lon\), latitude first"):
        world.search("Paris", near=(48.8, wrong))


def test_what_is_not_a_number_of_numpy(world):
    numpy = pytest.importorskip("numpy")
    # Each of them can be converted by float(), and some of the texts too.
    for wrong in (
        numpy.True_,
        numpy.str_("48.8"),
        numpy.bytes_(b"48.8"),
        numpy.array("48.8"),
        numpy.array("48.8", object),
        numpy.array([48.8]),
        numpy.datetime64(1, "s"),
    ):
        with pytest.raises(TypeError, match="^lat"):
            world.reverse(wrong, 2.3)
    assert world.reverse(numpy.array(48.8), 2.3).country_code == "FR"


def test_numbers_that_no_double_holds(world):
    for huge in (10**400, -(10**400)):
        with pytest.raises(locationkit.PointError, match="inf"):
            world.reverse(huge, 2.3)


def test_numbers_of_other_types(world):
    numpy = pytest.importorskip("numpy")
    from decimal import Decimal
    from fractions import Fraction

    for kind in (float, int, numpy.float32, numpy.float64, numpy.int16, Fraction):
        assert world.reverse(kind(48), kind(2)).country_code == "FR"
    assert world.reverse(Decimal("48"), Decimal("2")).country_code == "FR"


@pytest.mark.parametrize("languages", ["not a tag", "e", ["en", "!"], "!"])
def test_what_is_not_a_language(world, languages):
    with pytest.raises(locationkit.LanguageError):
        world.reverse(48.8, 2.3, languages=languages)


@pytest.mark.parametrize("wrong", [5, 1.5, True, b"en", bytearray(b"en"), object(), [1], ["en", None], [b"en"], [["en"]]])
def test_languages_and_columns_of_wrong_types(world, wrong):
    came = type(wrong[0] if wrong == [1] else wrong[-1] if isinstance(wrong, list) else wrong).__name__
    for name, example in (("languages", "'ja'"), ("columns", "'city'")):
        options = {name: wrong}
        for call in (
            lambda: world.reverse(48.8, 2.3, **options),  # noqa: B023
            lambda: world.reverse_many([48.8], [2.3], **options),  # noqa: B023
        ):
            with pytest.raises(TypeError, match=rf"^{name} (is|has) .*\({came}\); expected .*{example}"):
                call()
    with pytest.raises(TypeError, match="^languages .* expected"):
        world.search("Paris", languages=wrong)


def test_languages_with_a_nul(world):
    with pytest.raises(ValueError, match="NUL"):
        world.reverse(48.8, 2.3, languages="en\0")


@pytest.mark.parametrize("columns", [["town"], "town", ["city", "City"], [""]])
def test_columns_that_do_not_exist(world, columns):
    with pytest.raises(ValueError, match="the columns are country_code, country"):
        world.reverse(48.8, 2.3, columns=columns)
    with pytest.raises(ValueError, match="the columns are"):
        world.reverse_many([48.8], [2.3], columns=columns)
    with pytest.raises(ValueError, match="empty"):
        world.reverse_many([48.8], [2.3], columns=[])


def test_a_place_is_a_value(world):
    place = world.reverse(48.8584, 2.2945)
    same = world.reverse(48.8584, 2.2945)
    assert place == same and hash(place) == hash(same) and place != world.reverse(48.9, 2.2945) and place != 1
    assert pickle.loads(pickle.dumps(place)) == place and copy.deepcopy(place) == place
    assert eval(repr(place), {"Place": locationkit.Place}) == place
    with pytest.raises(AttributeError):
        place.city = "Lyon"
    with pytest.raises(AttributeError):
        del place.city
    with pytest.raises(TypeError):
        locationkit.Place(town="Lyon")


def test_search(world):
    best = world.search("Paris", languages="en")[0]
    assert (best.name, best.country_code) == ("Paris", "FR") and abs(best.latitude - 48.85) < 0.1
    assert world.search("Paris, Texas", languages="en")[0].state == "Texas"
    near = world.search("Paris", near=(33.6, -95.5), languages="en")[0]
    assert near.state == "Texas" and near.distance_m < 50_000
    assert len(world.search("San", limit=3)) == 3
    assert world.search("Qwxyzzy") == []
    assert world.search("") == [] or True


def test_search_refuses_what_is_wrong(world):
    with pytest.raises(TypeError):
        world.search(1)
    with pytest.raises(ValueError, match="limit"):
        world.search("Paris", limit=0)
    with pytest.raises(TypeError, match="limit"):
        world.search("Paris", limit=1.5)
    with pytest.raises(locationkit.PointError, match="latitude first"):
        world.search("Paris", near=(139.7, 35.6))
    for near in [(1,), (1, 2, 3), 5, "Paris", (None, None)]:
        with pytest.raises(TypeError, match="latitude first"):
            world.search("Paris", near=near)
    with pytest.raises(ValueError, match="NUL"):
        world.search("Pa\0ris")
    assert isinstance(world.search("\udcff\ud800"), list)
    assert isinstance(world.search("x" * 1_000_000), list)


def test_whose_data_it_is(world):
    assert "GeoNames" in world.attribution and "OpenStreetMap" in world.attribution
    assert "CC BY 4.0" in world.licence
    assert any("geonames" in row[0].lower() for row in world.sources)
    assert world.origins == ["the embedded gazetteer"]
    assert {"en", "ja", "zh-Hant"} <= set(world.languages)
    world.verify()


def test_a_closed_world():
    world = World()
    assert not world.closed and "embedded" in repr(world)
    world.reverse(48.8, 2.3)
    with world as same:
        assert same is world
    world.close()
    assert world.closed and "closed" in repr(world)
    for use in (
        lambda: world.reverse(48.8, 2.3),
        lambda: world.reverse(48.8, 2.3, languages="ja"),
        lambda: world.reverse_many([48.8], [2.3]),
        lambda: world.search("Paris"),
        lambda: world.attribution,
        lambda: world.verify(),
        lambda: world.__enter__(),
        lambda: pickle.dumps(world),
    ):
        with pytest.raises(locationkit.ClosedError, match="closed"):
            use()


def test_answers_outlive_their_world():
    world = World()
    places = world.reverse_many([48.8], [2.3], languages="en")
    world.close()
    del world
    assert places["country"] == ["France"]


def test_a_world_can_be_pickled(world, tmp_path, checkout):
    assert pickle.loads(pickle.dumps(world)).reverse(48.8, 2.3).country_code == "FR"
    by_path = World(checkout / "Data" / "world.gazetteer")
    assert by_path.reverse(48.8, 2.3).city == world.reverse(48.8, 2.3).city
    assert pickle.loads(pickle.dumps(by_path)).origins == by_path.origins == [str(checkout / "Data" / "world.gazetteer")]


def test_a_relative_path_is_the_same_file_in_another_folder(tmp_path, checkout, monkeypatch):
    (tmp_path / "data").mkdir()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "data" / "my.gazetteer").symlink_to(checkout / "Data" / "world.gazetteer")
    monkeypatch.chdir(tmp_path / "data")
    world = World("my.gazetteer")
    assert world.origins == [str(tmp_path / "data" / "my.gazetteer")]
    pickled = pickle.dumps(world)
    monkeypatch.chdir(tmp_path / "elsewhere")
    again = pickle.loads(pickled)
    assert again.origins == world.origins and again.reverse(48.8584, 2.2945, languages="en").city == "Paris"
    program = "import pickle, sys; print(pickle.load(sys.stdin.buffer).reverse(48.8584, 2.2945, languages='en').city)"
    ended = subprocess.run([sys.executable, "-c", program], input=pickled, capture_output=True, cwd=tmp_path / "elsewhere")
    assert ended.stdout == b"Paris\n", ended.stderr.decode()


def test_paths_above_a_symbolic_link(tmp_path, checkout, monkeypatch):
    # "link/.." is the folder above the one that the link points to.
    (tmp_path / "one" / "inside").mkdir(parents=True)
    (tmp_path / "one" / "my.gazetteer").symlink_to(checkout / "Data" / "world.gazetteer")
    (tmp_path / "link").symlink_to(tmp_path / "one" / "inside")
    monkeypatch.chdir(tmp_path)
    assert World("link/../my.gazetteer").reverse(48.8584, 2.2945, languages="en").city == "Paris"


def test_only_streets_without_streets():
    for streets in ((), []):
        with pytest.raises(ValueError, match=r"^streets_only=True needs street indexes; pass them as streets=\[") as caught:
            World(streets=streets, streets_only=True)
        assert isinstance(caught.value, locationkit.ArgumentError) and "LK_" not in str(caught.value)


@pytest.mark.parametrize("wrong", [5, None, b"paris.streets", [5], [None], [b"paris.streets"]])
def test_paths_of_wrong_types(wrong):
    with pytest.raises(TypeError, match="expected (a path or a list of paths|str or pathlib.Path)$"):
        World(streets=wrong)


def test_files_that_are_not_there_or_damaged(tmp_path, checkout):
    with pytest.raises(locationkit.DataFileError, match="missing.gazetteer"):
        World(tmp_path / "missing.gazetteer")
    with pytest.raises(OSError):
        World(streets=[tmp_path / "missing.streets"])
    original = (checkout / "Data" / "world.gazetteer").read_bytes()
    for name, content in [("empty", b""), ("text", b"hello\n" * 1000), ("cut", original[:100_000]), ("folder", None)]:
        file = tmp_path / name
        if content is None:
            file.mkdir()
        else:
            file.write_bytes(content)
        with pytest.raises(locationkit.DataFileError, match=str(file)):
            World(file)
        with pytest.raises(locationkit.DataFileError):
            World(streets=file)
    damaged = bytearray(original)
    damaged[len(damaged) // 2] ^= 0x55
    (tmp_path / "flipped").write_bytes(damaged)
    with pytest.raises(locationkit.DamagedFileError), World(tmp_path / "flipped") as world:
        world.verify()
    with pytest.raises(ValueError, match="NUL"):
        World("a\0b")
    with pytest.raises(TypeError):
        World(7)
    with pytest.raises(TypeError):
        World(b"world.gazetteer")


def test_a_replaced_file_stays_the_old_one(tmp_path, checkout):
    file = tmp_path / "world.gazetteer"
    file.write_bytes((checkout / "Data" / "world.gazetteer").read_bytes())
    world = World(file)
    (tmp_path / "new").write_bytes(b"something else")
    (tmp_path / "new").replace(file)
    assert world.reverse(48.8584, 2.2945, languages="en").city == "Paris"
    with pytest.raises(locationkit.DataFileError):
        World(file)


def test_many_languages_do_not_pile_up(world):
    tags = world.languages
    for first in tags[:40]:
        for second in tags[:5]:
            world.reverse(48.8, 2.3, languages=[first, second])
    assert len(world._geocoders) <= 64
