"""World.reverse_many: what goes in, and what comes out."""

from __future__ import annotations

import array
import math
import os
import random

import pytest

import locationkit

LAT = [48.8584, 35.68, 40.71, 52.52]
LON = [2.2945, 139.76, -74.0, 13.4]
CITIES = ["Paris", "Tokyo", "New York", "Berlin"]
CODES = ["FR", "JP", "US", "DE"]


def codes(world, lat, lon, **options):
    return world.reverse_many(lat, lon, columns="country_code", **options)["country_code"]


def test_the_default_columns(world):
    places = world.reverse_many(LAT, LON, languages="en")
    assert places.columns == locationkit.DEFAULT_COLUMNS and len(places) == 4
    assert places["country_code"] == CODES
    assert places["city"][0] == "Paris" and "city" in places and "town" not in places
    assert repr(places).startswith("<Places: 4 rows of country_code")
    rows = places.to_dicts()
    assert rows == list(places) and rows[0]["country"] == "France" and set(rows[0]) == set(places.columns)


def test_every_column_has_its_type(world):
    places = world.reverse_many([*LAT, -48.9, 91], [*LON, -123.4, 0], columns=locationkit.COLUMNS, languages="en")
    assert places.columns == locationkit.COLUMNS
    types = {"text": str, "double": float, "integer": int, "boolean": bool}
    for name, kind in locationkit._native.COLUMNS.items():
        values = places[name]
        assert len(values) == 6
        assert all(value is None or type(value) is types[kind] for value in values), name
        assert values[5] is None or name == "problem"


def test_one_point_says_the_same_as_many(world, points):
    lat, lon = (values[:500] for values in points)
    columns = [name for name in locationkit.COLUMNS if name != "problem"]
    places = world.reverse_many(lat, lon, columns=columns, languages="ja,en")
    for row, latitude, longitude in zip(places.to_dicts(), lat, lon):
        place = world.reverse(latitude, longitude, languages="ja,en")
        assert {name: getattr(place, name) for name in columns} == row


def test_columns_come_in_their_own_order(world):
    assert world.reverse_many(LAT, LON, columns=["distance_m", "city", "country_code", "city"]).columns == (
        "country_code",
        "city",
        "distance_m",
    )
    assert world.reverse_many(LAT, LON, columns="city").columns == ("city",)


def test_points_that_are_not_on_the_earth(world):
    lat = [48.8, None, math.nan, math.inf, -math.inf, 91, -90.001, 0, 0, 0, 1e308]
    lon = [2.3, 2.3, 2.3, 2.3, 2.3, 2.3, 2.3, 181, -400, None, 2.3]
    places = world.reverse_many(lat, lon, columns=["country_code", "precision", "distance_m", "problem"])
    assert places["country_code"] == ["FR"] + [None] * 10
    assert places["precision"][1:] == [None] * 10 and places["distance_m"][1:] == [None] * 10
    problems = places["problem"]
    assert problems[0] is None and all(problems[1:])
    assert "latitude" in problems[1] and "latitude" in problems[5] and "longitude" in problems[7]
    assert "problem" not in world.reverse_many(lat, lon).columns


def test_the_ends_of_the_earth(world):
    places = world.reverse_many([90, -90, 0, 0, 90.0, -0.0], [0, 0, 180, -180, -180.0, -0.0], columns=["precision", "problem"])
    assert places["problem"] == [None] * 6 and None not in places["precision"]


@pytest.mark.parametrize(
    "make", [list, tuple, lambda values: array.array("d", values), lambda values: memoryview(array.array("d", values)), iter]
)
def test_plain_columns(world, make):
    assert codes(world, make(LAT), make(LON)) == CODES


def test_other_plain_columns(world):
    assert codes(world, range(48, 50), range(2, 4)) == ["FR", "FR"]
    assert codes(world, array.array("f", LAT), array.array("f", LON)) == CODES
    assert codes(world, array.array("i", [48]), array.array("b", [2])) == ["FR"]
    assert codes(world, (value for value in LAT), LON) == CODES
    assert codes(world, [48, 10**400], [2, 2]) == ["FR", None]


@pytest.mark.parametrize(
    "lat",
    ["48.8", b"48.8", 48.8, None, True, {48.8: 1}, {48.8}, ["48.8"], [b"1"], [True], (False,), [[48.8]], [object()], [1j], object()],
)
def test_what_is_not_a_column_of_numbers(world, lat):
    with pytest.raises(TypeError, match="degrees"):
        world.reverse_many(lat, [2.3])
    with pytest.raises(TypeError, match="lon"):
        world.reverse_many([2.3], lat)


def test_characters_are_not_numbers(world):
    with pytest.raises(TypeError, match="degrees"):
        world.reverse_many(array.array("u", "a"), [1])


def test_an_error_names_the_row(world):
    with pytest.raises(TypeError, match=r"lat\[2\] is the text '48.8'"):
        world.reverse_many([1, None, "48.8"], [1, 2, 3])
    with pytest.raises(TypeError, match=r"lon\[1\] is True \(bool\)"):
        world.reverse_many([1, 2, 3], [1.5, True, 3])


@pytest.mark.parametrize("wrong", ["48.8", b"48.8", True, False])
def test_texts_and_truth_values_are_refused_in_every_column(world, wrong):
    numpy = pytest.importorskip("numpy")
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    for column in (
        [wrong, 2.0],
        (2, wrong),
        iter([2.0, wrong]),
        [None, wrong],
        [numpy.float64(2), wrong],
        [2.0, numpy.array(wrong)[()]],
        numpy.array([wrong, 2.0], object),
        numpy.array([wrong, wrong]),
        pandas.Series([wrong, 2.0], dtype=object),
        pandas.Series([wrong, wrong]),
        pandas.Series([wrong, None], dtype=object),
        pandas.Series([wrong, wrong]).astype("category"),
        polars.Series([wrong, wrong]),
    ):
        with pytest.raises(TypeError, match="degrees"):
            world.reverse_many(column, [1.0, 2.0])
    if isinstance(wrong, (str, bool)):
        kinds = ("string", "string[pyarrow]") if isinstance(wrong, str) else ("boolean", "bool[pyarrow]")
        for kind in kinds:
            # The type decides, not the values.
            for values in ([wrong, None], [None, None]):
                with pytest.raises(TypeError, match="degrees"):
                    world.reverse_many(pandas.Series(values, dtype=kind), [1.0, 2.0])
        with pytest.raises(TypeError, match="degrees"):
            world.reverse_many(polars.Series([None, None], dtype=polars.String), [1.0, 2.0])


def test_other_numbers_in_lists(world):
    numpy = pytest.importorskip("numpy")
    from decimal import Decimal
    from fractions import Fraction

    lat = [48, 48.0, numpy.float32(48), numpy.int8(48), Decimal("48.0"), Fraction(96, 2), None, float("nan"), numpy.array(48)]
    assert codes(world, lat, [2] * len(lat)) == ["FR"] * 6 + [None, None, "FR"]
    assert codes(world, [10**400, -(10**400), 48], [2, 2, 2]) == [None, None, "FR"]


@pytest.mark.parametrize("lat, lon", [(LAT, LON[:3]), ([], [1]), ([1], []), (LAT[:1], LON)])
def test_lengths_that_differ(world, lat, lon):
    with pytest.raises(ValueError, match=f"lat has {len(lat)} values and lon {len(lon)}"):
        world.reverse_many(lat, lon)


def test_threads_of_wrong_values(world):
    for threads in (0, -1, 5000):
        with pytest.raises(ValueError, match="threads"):
            world.reverse_many(LAT, LON, threads=threads)
    for threads in (1.0, "1", True):
        with pytest.raises(TypeError, match="threads"):
            world.reverse_many(LAT, LON, threads=threads)


@pytest.mark.parametrize("count", [0, 1, 7, 8, 9, 64, 65])
@pytest.mark.parametrize("dictionary", [False, True])
def test_numbers_of_rows(world, points, count, dictionary):
    pyarrow = pytest.importorskip("pyarrow")
    lat, lon = ([*values[: count // 2], None, *values[count // 2 : count]][:count] for values in points)
    places = world.reverse_many(lat, lon, columns=locationkit.COLUMNS, dictionary=dictionary)
    table = pyarrow.table(places)
    table.validate(full=True)
    assert len(places) == table.num_rows == count
    assert [field.nullable for field in table.schema] == [True] * len(locationkit.COLUMNS)
    for name in locationkit.COLUMNS:
        assert places[name] == table[name].to_pylist()
    assert len(places.to_pandas()) == len(places.to_dicts()) == count


def test_a_million_rows(world):
    numpy = pytest.importorskip("numpy")
    # A quarter of it unless the long versions are asked for: the parts of a batch are far smaller.
    count = 1 << 20 if os.environ.get("LOCATIONKIT_THOROUGH") else 1 << 18
    made = numpy.random.default_rng(19)
    lat, lon = made.uniform(45, 55, count), made.uniform(-2, 20, count)
    places = world.reverse_many(lat, lon, languages="en")
    assert len(places) == count
    table = places.to_arrow()
    table.validate(full=True)
    one = world.reverse_many(lat[-1000:], lon[-1000:], languages="en", threads=1).to_arrow()
    assert table.slice(count - 1000).combine_chunks().equals(one.combine_chunks())


def test_threads_do_not_change_the_answers(world, points):
    lat, lon = (values[:5000] for values in points)
    first = world.reverse_many(lat, lon, columns=locationkit.COLUMNS, threads=1).to_dicts()
    for threads in (2, 3, 8, None):
        assert world.reverse_many(lat, lon, columns=locationkit.COLUMNS, threads=threads).to_dicts() == first


class TestNumPy:
    """Arrays of NumPy."""

    def test_types(self, world):
        numpy = pytest.importorskip("numpy")
        for kind in ("f8", "f4", ">f8", ">f4", "<f8", "longdouble"):
            assert codes(world, numpy.array(LAT, kind), numpy.array(LON, kind)) == CODES
        for kind in ("i1", "i2", "i4", "i8", ">i4", "u8", "f2"):
            assert codes(world, numpy.array([48], kind), numpy.array([2], kind)) == ["FR"]

    def test_strides(self, world):
        numpy = pytest.importorskip("numpy")
        table = numpy.array([LAT, LON], order="F")
        assert codes(world, table[0], table[1]) == CODES
        assert codes(world, *numpy.array([LAT, LON]).T.copy().T) == CODES
        assert codes(world, numpy.array(LAT)[::-1], numpy.array(LON)[::-1]) == CODES[::-1]
        assert codes(world, numpy.array(LAT)[1:3], numpy.array(LON)[1:3]) == CODES[1:3]
        assert codes(world, numpy.array(LAT)[::2], numpy.array(LON)[::2]) == CODES[::2]
        packed = numpy.zeros(4, dtype=[("flag", "i1"), ("lat", "f8"), ("lon", "f8")])
        packed["lat"], packed["lon"] = LAT, LON
        assert codes(world, packed["lat"], packed["lon"]) == CODES
        fixed = numpy.array(LAT)
        fixed.flags.writeable = False
        assert codes(world, fixed, LON) == CODES
        assert codes(world, numpy.broadcast_to(numpy.float64(48.8), 3), numpy.full(3, 2.3)) == ["FR"] * 3

    def test_masked_and_objects(self, world):
        numpy = pytest.importorskip("numpy")
        masked = numpy.ma.array(LAT, mask=[False, True, False, False])
        assert codes(world, masked, LON) == ["FR", None, "US", "DE"]
        assert codes(world, numpy.array([48.8, None], object), numpy.array([2, 2], object)) == ["FR", None]

    @pytest.mark.parametrize("kind", ["bool", "complex128", "U5", "S5", "M8[s]"])
    def test_wrong_types(self, world, kind):
        numpy = pytest.importorskip("numpy")
        with pytest.raises(TypeError, match="degrees"):
            world.reverse_many(numpy.zeros(2, kind), [1, 2])

    def test_wrong_shapes(self, world):
        numpy = pytest.importorskip("numpy")
        for shape in ((), (1, 1), (2, 0)):
            with pytest.raises(ValueError, match="one dimension"):
                world.reverse_many(numpy.zeros(shape), [1])
        with pytest.raises(TypeError, match="text"):
            world.reverse_many(numpy.array(["48.8"], object), [1])


class TestPandas:
    """Series of pandas, in and out."""

    @pytest.mark.parametrize("kind", ["float64", "float32", "Float64", "Float32", "double[pyarrow]", "float[pyarrow]", "object"])
    def test_types_with_nulls(self, world, kind):
        pandas = pytest.importorskip("pandas")
        lat = pandas.Series([48.8584, None, 40.71, 52.52], dtype=kind)
        assert codes(world, lat, pandas.Series(LON, dtype=kind)) == ["FR", None, "US", "DE"]
        assert codes(world, lat[::-1], LON[::-1]) == ["DE", "US", None, "FR"]

    @pytest.mark.parametrize("kind", ["int64", "Int64", "int32[pyarrow]", "uint8", "Int8"])
    def test_whole_numbers(self, world, kind):
        pandas = pytest.importorskip("pandas")
        assert codes(world, pandas.Series([48], dtype=kind), pandas.Series([2], dtype=kind)) == ["FR"]

    def test_missing_values(self, world):
        pandas = pytest.importorskip("pandas")
        assert codes(world, [48.8, pandas.NA, pandas.NaT], [2.3, 2.3, 2.3]) == ["FR", None, None]

    @pytest.mark.parametrize("values", [["48.8"], [True], ["2020-01-01"]])
    def test_wrong_types(self, world, values):
        pandas = pytest.importorskip("pandas")
        for series in (pandas.Series(values), pandas.Series(values).astype("category"), pandas.Series(values, dtype=object)):
            with pytest.raises(TypeError, match="degrees"):
                world.reverse_many(series, [1])

    def test_answers_join_their_points(self, world):
        pandas = pytest.importorskip("pandas")
        frame = pandas.DataFrame({"lat": LAT, "lon": LON, "id": [1, 2, 3, 4]}, index=[40, 30, 20, 10])
        frame = frame[frame.id != 2]
        joined = frame.join(world.reverse_many(frame.lat, frame.lon, languages="en").to_pandas())
        assert list(joined.index) == [40, 20, 10] and list(joined.country_code) == ["FR", "US", "DE"]
        with pytest.raises(ValueError, match="indexes"):
            world.reverse_many(frame.lat, frame.lon.sort_index())

    def test_dictionaries_are_categories(self, world):
        pytest.importorskip("pandas")
        # San Antonio is in many countries.
        lat, lon = [29.42, 10.2, 9.9, 29.42], [-98.49, -67.0, -84.0, -98.49]
        frame = world.reverse_many(lat, lon, columns=["city", "country_code"], dictionary=True).to_pandas()
        assert frame.city.dtype == "category" and list(frame.country_code)[0] == "US"

    def test_what_is_missing_can_be_installed(self, python):
        out = python(
            "import sys\nfor name in ('pyarrow', 'pandas', 'polars'): sys.modules[name] = None\n"
            "import locationkit\nplaces = locationkit.World().reverse_many([48.8], [2.3], languages='en')\n"
            "for name in ('arrow', 'pandas', 'polars'):\n"
            "    try: getattr(places, 'to_' + name)()\n"
            "    except locationkit.MissingPackageError as problem: print(problem, isinstance(problem, ModuleNotFoundError), problem.name)\n"
            "print(places['country'], type(places.__arrow_c_array__()).__name__, type(places.__arrow_c_schema__()).__name__)"
        )
        assert out.splitlines() == [
            "pyarrow is not installed; install it with: pip install 'locationkit[arrow]' True pyarrow",
            "pandas is not installed; install it with: pip install 'locationkit[pandas]' True pandas",
            "polars is not installed; install it with: pip install 'locationkit[polars]' True polars",
            "['France'] tuple PyCapsule",
        ]

    def test_without_pyarrow(self, python):
        pytest.importorskip("pandas")
        out = python(
            "import sys; sys.modules['pyarrow'] = None\nimport locationkit, pandas\n"
            "world = locationkit.World(); lat = pandas.Series([48.8, None], index=[5, 6])\n"
            "frame = world.reverse_many(lat, [2.3, 2.3], languages='en').to_pandas()\n"
            "print(list(frame.index), frame.country[5], frame.distance_m.dtype)"
        )
        assert out.split("] ")[1].split() == ["France", "float64"]


class TestPolars:
    """Series of polars, in and out."""

    def test_types_with_nulls(self, world):
        polars = pytest.importorskip("polars")
        for kind in (polars.Float64, polars.Float32):
            lat = polars.Series("lat", [48.8584, None, 40.71, 52.52], dtype=kind)
            assert codes(world, lat, polars.Series(LON, dtype=kind)) == ["FR", None, "US", "DE"]
            assert codes(world, lat[1:], LON[1:]) == [None, "US", "DE"]
            assert codes(world, lat.gather_every(2), LON[::2]) == ["FR", "US"]
            assert codes(world, polars.concat([lat, lat], rechunk=False), LON * 2) == ["FR", None, "US", "DE"] * 2
        for kind in (polars.Int8, polars.UInt8, polars.Int64, polars.UInt32, polars.Int16):
            assert codes(world, polars.Series([48, None], dtype=kind), polars.Series([2, 2], dtype=kind)) == ["FR", None]
        assert codes(world, polars.Series([None, None]), polars.Series([], dtype=polars.Float64).extend_constant(1.0, 2)) == [
            None,
            None,
        ]
        assert codes(world, polars.Series([], dtype=polars.Float64), []) == []

    def test_wrong_types(self, world):
        polars = pytest.importorskip("polars")
        for values in (["48.8"], [True], [[48.8]], [{"a": 1}]):
            with pytest.raises(TypeError, match="degrees"):
                world.reverse_many(polars.Series(values), [1])

    def test_out(self, world, points):
        polars = pytest.importorskip("polars")
        places = world.reverse_many(*points, columns=locationkit.COLUMNS)
        frame = places.to_polars()
        assert frame.columns == list(locationkit.COLUMNS)
        assert all(frame[name].to_list() == places[name] for name in places.columns)
        assert polars.DataFrame(places).equals(frame)

    def test_without_pyarrow(self, python):
        pytest.importorskip("polars")
        out = python(
            "import sys; sys.modules['pyarrow'] = None; del sys.modules['pyarrow']\n"
            "import locationkit, polars\n"
            "world = locationkit.World(); lat = polars.Series([48.8, None])\n"
            "places = world.reverse_many(lat, [2.3, 2.3], languages='en')\n"
            "frames = [polars.DataFrame(places) for _ in range(50)]; del places\n"
            "print(frames[7]['country'].to_list(), 'pyarrow' in sys.modules, len(locationkit._arrow._exports) > 0)\n"
            "del frames; print(len(locationkit._arrow._exports), len(locationkit._arrow._capsules))"
        )
        assert out == "['France', None] False True\n0 0\n"


class TestPyArrow:
    """Arrays of pyarrow."""

    def test_types_with_nulls(self, world):
        pa = pytest.importorskip("pyarrow")
        for kind in (pa.float64(), pa.float32()):
            lat = pa.array([48.8584, None, 40.71, 52.52], kind)
            assert codes(world, lat, pa.array(LON, kind)) == ["FR", None, "US", "DE"]
            assert codes(world, lat[1:], pa.array(LON, kind)[1:]) == [None, "US", "DE"]
            assert codes(world, lat[3:], LON[3:]) == ["DE"]
        for kind in (
            pa.int8(),
            pa.uint8(),
            pa.int16(),
            pa.uint16(),
            pa.int32(),
            pa.uint32(),
            pa.int64(),
            pa.uint64(),
        ):
            assert codes(world, pa.array([48, None, 48], kind)[1:], pa.array([2, 2, 2], kind)[1:]) == [None, "FR"]
        numpy = pytest.importorskip("numpy")
        assert codes(world, pa.array(numpy.array([48, 48], "f2")), pa.array(numpy.array([2, 3], "f2"))) == ["FR", "FR"]
        assert codes(world, pa.nulls(2), [1, 2]) == [None, None]
        assert codes(world, pa.array([], pa.float64()), pa.array([], pa.float32())) == []

    def test_slices_of_every_offset(self, world):
        pa = pytest.importorskip("pyarrow")
        picked = random.Random(1)
        whole = [picked.choice([None, 48.8]) for _ in range(40)]
        lat = pa.array(whole)
        for start in range(20):
            for length in (1, 8, 17):
                expected = [None if value is None else "FR" for value in whole[start : start + length]]
                assert codes(world, lat.slice(start, length), [2.3] * len(expected)) == expected

    def test_chunks(self, world):
        pa = pytest.importorskip("pyarrow")
        lat = pa.chunked_array([LAT[:1], [], [None], LAT[2:]], pa.float64())
        assert codes(world, lat, pa.chunked_array([LON])) == ["FR", None, "US", "DE"]
        assert codes(world, lat.slice(1, 2), LON[1:3]) == [None, "US"]
        assert codes(world, pa.chunked_array([LAT]), pa.chunked_array([LON])) == CODES
        assert codes(world, pa.chunked_array([], pa.float64()), []) == []
        assert codes(world, pa.chunked_array([LAT, LAT], pa.float32()), LON * 2) == CODES * 2

    def test_wrong_types(self, world):
        pa = pytest.importorskip("pyarrow")
        for column in (
            pa.array(["48.8"]),
            pa.array([True]),
            pa.array([48], pa.decimal128(4, 1)),
            pa.array([[48.8]]),
            pa.array([{"lat": 1}]),
            pa.array([48.8]).dictionary_encode(),
            pa.array([1], pa.timestamp("s")),
            pa.array([1], pa.date32()),
            pa.table({"lat": [48.8]}),
        ):
            with pytest.raises(TypeError, match="degrees"):
                world.reverse_many(column, [1])

    def test_the_input_is_not_kept(self, world):
        pa = pytest.importorskip("pyarrow")
        before = pa.total_allocated_bytes()
        for _ in range(20):
            lat = pa.chunked_array([pa.array([48.8] * 1000), pa.array([None] * 1000, pa.float64())])
            codes(world, lat, pa.array([2.3] * 2000))
        del lat
        assert pa.total_allocated_bytes() == before


@pytest.mark.skipif(not os.environ.get("LOCATIONKIT_THOROUGH"), reason="needs 5 GB and a minute; set LOCATIONKIT_THOROUGH=1")
def test_more_text_than_an_offset_can_address(world):
    numpy = pytest.importorskip("numpy")
    count = 1 + 2**31 // len(world.reverse(48.8, 2.3).attribution.encode())
    lat, lon = numpy.full(count, 48.8), numpy.full(count, 2.3)
    with pytest.raises(locationkit.TooLargeError, match="split"):
        world.reverse_many(lat, lon, columns="attribution")
    assert world.reverse(48.8, 2.3).country_code == "FR"


class TestWithPlaces:
    """Tables with further columns."""

    def test_pandas_with_a_repeated_index(self, world):
        pandas = pytest.importorskip("pandas")
        frame = pandas.DataFrame({"lat": LAT, "lon": LON, "city": ["a", "b", "c", "d"]}, index=[0, 1, 0, 1])
        named = world.with_places(frame, columns=["city", "geoname_id"], languages="en", prefix="place_")
        assert list(named.columns) == ["lat", "lon", "city", "place_city", "place_geoname_id"]
        assert list(named["place_city"]) == world.reverse_many(LAT, LON, columns="city", languages="en")["city"]
        assert list(named.index) == [0, 1, 0, 1] and list(frame.columns) == ["lat", "lon", "city"]
        # What join would multiply is refused.
        with pytest.raises(locationkit.ArgumentError, match="with_places"):
            world.reverse_many(frame.lat, frame.lon).to_pandas()
        assert list(world.reverse_many(frame.lat, frame.lon).to_pandas(index=False).index) == [0, 1, 2, 3]

    def test_other_tables(self, world):
        polars = pytest.importorskip("polars")
        pyarrow = pytest.importorskip("pyarrow")
        columns = {"y": [*LAT, None], "x": [*LON, 2.0]}
        for frame in (polars.DataFrame(columns), pyarrow.table(columns)):
            named = world.with_places(frame, "y", "x", columns="country_code")
            assert type(named) is type(frame)
            assert pyarrow.table(named)["country_code"].to_pylist() == [*CODES, None]
            assert pyarrow.table(named).column_names == ["y", "x", "country_code"]

    def test_wrong_tables(self, world):
        pandas = pytest.importorskip("pandas")
        frame = pandas.DataFrame({"lat": LAT, "lon": LON, "city": 1})
        for arguments, words in ((("y",), "no column 'y'"), ((), "'city' exists")):
            with pytest.raises(locationkit.ArgumentError, match=words):
                world.with_places(frame, *arguments)
        twice = pandas.concat([frame.lat, frame.lat, frame.lon], axis=1)
        with pytest.raises(locationkit.ArgumentError, match="2 columns 'lat'"):
            world.with_places(twice)
        for wrong in ({"lat": LAT, "lon": LON}, None, frame.lat):
            with pytest.raises(locationkit.ArgumentTypeError, match="expected a DataFrame"):
                world.with_places(wrong)


def test_every_error_is_of_this_package(world):
    places = world.reverse_many(LAT, LON)
    for call in (
        lambda: world.reverse_many(LAT, LON[:2]),
        lambda: world.reverse_many(LAT, LON, columns="town"),
        lambda: world.reverse_many(LAT, LON, columns=[]),
        lambda: world.reverse_many(LAT, LON, threads=0),
        lambda: world.reverse_many(LAT, LON, threads="1"),
        lambda: world.reverse_many(["x"], [1.0]),
        lambda: world.reverse("48.8", 2.3),
        lambda: world.search("Paris", limit=0),
        lambda: world.search(5),
        lambda: world.search("Paris", near=(1,)),
        lambda: places["town"],
        lambda: places[0],
        lambda: locationkit.World(5),
    ):
        with pytest.raises(locationkit.LocationKitError):
            call()
    with pytest.raises(KeyError, match="^there is no column 'town'"):
        places["town"]
