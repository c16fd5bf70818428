"""polars, DuckDB, Dask, geopy and geopandas, with the real packages."""

from __future__ import annotations

import pytest

import locationkit

def check_arguments(call):
    """Check that a function whose work comes later refuses at once what will be wrong then."""
    closed = locationkit.World()
    closed.close()
    for options, error, words in (
        ({"languages": "!"}, locationkit.LanguageError, None),
        ({"languages": ["en", "not a tag"]}, locationkit.LanguageError, None),
        ({"languages": 5}, TypeError, "^languages is 5"),
        ({"columns": ["town"]}, ValueError, "the columns are"),
        ({"columns": []}, ValueError, "empty"),
        ({"columns": 5}, TypeError, "^columns is 5"),
        ({"world": closed}, locationkit.ClosedError, "closed"),
    ):
        with pytest.raises(error, match=words):
            call(**options)


LAT, LON = [48.8584, None, 40.71, 99.0], [2.2945, 2.0, -74.0, 1.0]
CODES = ["FR", None, "US", None]


class TestPolars:
    """The expression."""

    def test_columns_are_added(self):
        pl = pytest.importorskip("polars")
        import locationkit.polars as lk

        frame = pl.DataFrame({"lat": LAT, "lon": LON, "id": [1, 2, 3, 4]})
        named = frame.with_columns(lk.reverse("lat", "lon", columns=["country_code", "problem"])).unnest("place")
        assert named.columns == ["lat", "lon", "id", "country_code", "problem"]
        assert named["country_code"].to_list() == CODES and "latitude" in named["problem"][1]
        one = frame.select(lk.reverse(pl.col("lat"), pl.col("lon"), languages="en").struct.field("country"))
        assert one["country"].to_list() == ["France", None, "United States", None]

    @pytest.mark.parametrize("engine", ["in-memory", "streaming"])
    def test_lazy_queries(self, engine, points):
        pl = pytest.importorskip("polars")
        import locationkit.polars as lk

        query = pl.LazyFrame({"lat": points[0], "lon": points[1]}).with_columns(lk.reverse("lat", "lon").alias("p"))
        assert query.collect_schema()["p"].fields[0].name == "country_code"
        frame = query.select(pl.col("p").struct.field("country_code")).collect(engine=engine)
        assert frame.height == len(points[0]) and frame["country_code"].null_count() < frame.height / 2
        assert query.filter(pl.col("lat") > 1000).collect(engine=engine).height == 0

    def test_wrong_types(self):
        pl = pytest.importorskip("polars")
        import locationkit.polars as lk

        # Before polars 2, its own error has that of the function in its text.
        for values in (["north"], ["48.8"], [True], [[48.8]], [b"1"]):
            frame = pl.DataFrame({"lat": values, "lon": [1.0]})
            with pytest.raises((TypeError, pl.exceptions.PolarsError), match="lat has the type .*expected numbers in degrees"):
                frame.select(lk.reverse("lat", "lon"))
        decimals = pl.DataFrame({"lat": ["48.8", None], "lon": ["2.3", "2.3"]}).cast(pl.Decimal(9, 6))
        named = decimals.select(lk.reverse("lat", "lon", columns="country_code")).unnest("place")
        assert named["country_code"].to_list() == ["FR", None]
        nulls = pl.DataFrame({"lat": [None], "lon": [2]})
        assert nulls.select(lk.reverse("lat", "lon", columns="country_code")).unnest("place")["country_code"].to_list() == [None]

    def test_wrong_arguments_are_errors_of_the_call(self):
        pytest.importorskip("polars")
        import locationkit.polars as lk

        check_arguments(lambda **options: lk.reverse("lat", "lon", **options))


class TestDuckDB:
    """The function in SQL."""

    def test_a_table(self, world, points):
        duckdb = pytest.importorskip("duckdb")
        import pyarrow

        import locationkit.duckdb

        connection = duckdb.connect()
        locationkit.duckdb.register(connection, columns=["country_code", "city", "population", "border_certain", "problem"])
        table = pyarrow.table({"id": range(len(points[0])), "lat": points[0], "lon": points[1]})
        connection.register("points", table)
        query = "SELECT p.city FROM (SELECT id, reverse_geocode(lat, lon) AS p FROM points) ORDER BY id"
        rows = connection.execute(query).fetchall()
        assert [row[0] for row in rows] == world.reverse_many(*points, columns="city")["city"]

    def test_nulls_and_problems(self):
        duckdb = pytest.importorskip("duckdb")
        import locationkit.duckdb

        connection = duckdb.connect()
        locationkit.duckdb.register(connection, "named", columns=["country_code", "problem"], languages="en")
        query = "SELECT named(lat, lon).country_code FROM (VALUES (48.8584, 2.2945), (NULL, 2), (40.71, -74), (99, 1)) t(lat, lon)"
        assert [row[0] for row in connection.execute(query).fetchall()] == CODES
        assert "latitude" in connection.execute("SELECT named(NULL, 2).problem").fetchall()[0][0]
        assert connection.execute("SELECT named(48, 2) FROM range(0)").fetchall() == []
        count = connection.execute("SELECT count(named(48 + i / 1e6, 2).country_code) FROM range(10000) t(i)").fetchall()
        assert count == [(10000,)]


    def test_wrong_arguments_are_errors_of_the_call(self):
        duckdb = pytest.importorskip("duckdb")
        import locationkit.duckdb

        connection = duckdb.connect()
        check_arguments(lambda **options: locationkit.duckdb.register(connection, **options))
        # None of those calls has left a function.
        with pytest.raises(duckdb.CatalogException):
            connection.execute("SELECT reverse_geocode(48.8584, 2.2945)")

    def test_registering_again_replaces(self):
        duckdb = pytest.importorskip("duckdb")
        import locationkit.duckdb

        connection = duckdb.connect()
        for name, languages, country in (
            ("reverse_geocode", "en", "Japan"),
            ("reverse_geocode", "ja", "日本"),
            ("REVERSE_geocode", "fr", "Japon"),
        ):
            locationkit.duckdb.register(connection, name, columns="country", languages=languages)
            assert connection.execute("SELECT reverse_geocode(35.68, 139.76).country").fetchall() == [(country,)]
        # Other columns make another type.
        locationkit.duckdb.register(connection, columns=["city", "population"], languages="en")
        assert connection.execute("SELECT reverse_geocode(48.8584, 2.2945).population > 1e6").fetchall() == [(True,)]

    def test_names_that_are_taken(self):
        duckdb = pytest.importorskip("duckdb")
        import locationkit.duckdb

        connection = duckdb.connect()
        locationkit.duckdb.register(connection, languages="en")
        for taken, name in ((connection.cursor(), "reverse_geocode"), (connection, "sum")):
            with pytest.raises(ValueError, match=f"'{name}' cannot be added.*pass another name"):
                locationkit.duckdb.register(taken, name)
        assert connection.cursor().execute("SELECT reverse_geocode(48.8584, 2.2945).city").fetchall() == [("Paris",)]

    def test_texts_and_truth_values_are_refused(self):
        duckdb = pytest.importorskip("duckdb")
        import locationkit.duckdb

        connection = duckdb.connect()
        locationkit.duckdb.register(connection)
        for value in ("'48.8'", "true"):
            with pytest.raises(duckdb.BinderException):
                connection.execute(f"SELECT reverse_geocode(v, v) FROM (VALUES ({value})) t(v)")


class TestDask:
    """Partitions."""

    def test_wrong_arguments_are_errors_of_the_call(self):
        pytest.importorskip("dask")
        import dask.dataframe
        import pandas

        import locationkit.dask

        parts = dask.dataframe.from_pandas(pandas.DataFrame({"lat": LAT, "lon": LON}), npartitions=2)
        check_arguments(lambda **options: locationkit.dask.with_places(parts, **options))
        # What can be read only once serves every partition.
        named = locationkit.dask.with_places(parts, columns=iter(["country"]), languages=iter(["en"]))
        assert list(named.compute().country.dropna()) == ["France", "United States"]

    def test_columns_are_added(self):
        pytest.importorskip("dask")
        import dask.dataframe
        import pandas

        import locationkit.dask

        frame = pandas.DataFrame({"lat": LAT, "lon": LON, "id": [1, 2, 3, 4]}, index=[9, 8, 7, 6])
        parts = dask.dataframe.from_pandas(frame, npartitions=3, sort=False)
        columns = ["country_code", "city", "population", "border_certain", "distance_m", "problem"]
        named = locationkit.dask.with_places(parts, columns=columns, languages="en", prefix="place_")
        assert set(named.columns) == {"lat", "lon", "id", *["place_" + name for name in columns]}
        done = named.compute()
        assert [None if pandas.isna(code) else code for code in done.place_country_code.loc[[9, 8, 7, 6]]] == CODES
        assert (done.dtypes == named.dtypes).all()
        assert done.place_population.loc[9] > 1_000_000
        with pytest.raises(ValueError, match="no column 'y'"):
            locationkit.dask.with_places(parts, "y", "x")
        with pytest.raises(ValueError, match="prefix"):
            locationkit.dask.with_places(parts.assign(city="x"))

    def test_processes(self, world):
        pytest.importorskip("dask")
        import dask.dataframe
        import pandas

        import locationkit.dask

        parts = dask.dataframe.from_pandas(pandas.DataFrame({"lat": LAT * 50, "lon": LON * 50}), npartitions=4)
        named = locationkit.dask.with_places(parts, columns="country_code", world=world)
        done = named.compute(scheduler="processes", num_workers=2)
        assert done.country_code.notna().sum() == 100


class TestGeopy:
    """The geocoder."""

    def test_reverse(self):
        pytest.importorskip("geopy")
        from geopy.location import Location
        from geopy.point import Point

        from locationkit.geopy import World

        geolocator = World(user_agent="ignored", timeout=1)
        location = geolocator.reverse("48.8584, 2.2945", language="en", timeout=3, zoom=10)
        assert isinstance(location, Location) and "Paris" in location.address and location.raw["country_code"] == "FR"
        assert abs(location.latitude - 48.85) < 0.1 and abs(location.longitude - 2.35) < 0.1
        for query in ((48.8584, 2.2945), [48.8584, 2.2945], Point(48.8584, 2.2945), "48 51m 30s N, 2 17m 40s E"):
            assert geolocator.reverse(query, language="en").raw["city"] == "Paris"
        assert [type(found) for found in geolocator.reverse((48.8584, 2.2945), exactly_one=False)] == [Location]
        assert geolocator.reverse((-48.9, -123.4)) is None
        with pytest.raises(ValueError):
            geolocator.reverse((99, 2))
        with pytest.raises(locationkit.LanguageError):
            geolocator.reverse((48.8584, 2.2945), language="!")
        # A text is in geopy's notation; in a tuple it is a mistake.
        for query in (("48.8584", 2.2945), (48.8584, "2.2945"), (True, 2.2945), (None, 2.2945)):
            with pytest.raises(TypeError, match="degrees"):
                geolocator.reverse(query)

    def test_geocode(self):
        pytest.importorskip("geopy")
        from locationkit.geopy import World

        geolocator = World()
        assert geolocator.geocode("Paris, Texas", language="en").raw["state"] == "Texas"
        assert len(geolocator.geocode("San", exactly_one=False, limit=3)) == 3
        assert geolocator.geocode("Qwxyzzy") is None

    def test_raw_has_the_address_in_parts(self):
        pytest.importorskip("geopy")
        from locationkit.geopy import World

        raw = World().reverse((48.8584, 2.2945), language="en").raw
        assert raw["address"]["city"] == "Paris" and raw["address"]["country_code"] == "fr"
        assert raw["display_name"].startswith("Paris") and raw["city"] == "Paris"

    def test_geocode_by_parts(self):
        pytest.importorskip("geopy")
        from locationkit.geopy import World

        geolocator = World()
        for query in (
            {"city": "Paris", "country": "France"},
            {"city": "Paris", "country": "France", "postalcode": "75001"},
            {"city": "Paris", "county": "", "country": "France"},
        ):
            assert geolocator.geocode(query, language="en").raw["country_code"] == "FR"
        assert geolocator.geocode({"city": "Paris", "state": "Texas"}, language="en").raw["country_code"] == "US"
        assert geolocator.geocode({"city": ""}) is None
        with pytest.raises(locationkit.ArgumentError, match="town"):
            geolocator.geocode({"town": "Paris"})

    def test_errors_are_those_of_the_package(self):
        pytest.importorskip("geopy")
        from locationkit.geopy import World

        geolocator = World()
        for wrong in ("north", (99.0, 2.0), (float("nan"), 2.0)):
            with pytest.raises(locationkit.PointError):
                geolocator.reverse(wrong)
        for wrong in (None, 48.8, print):
            with pytest.raises(locationkit.ArgumentTypeError):
                geolocator.reverse(wrong)
        for wrong in (0, -1, 10_001):
            with pytest.raises(locationkit.ArgumentError):
                geolocator.geocode("Paris", exactly_one=False, limit=wrong)
        for wrong in ("3", 2.5, True):
            with pytest.raises(locationkit.ArgumentTypeError):
                geolocator.geocode("Paris", exactly_one=False, limit=wrong)

    @pytest.mark.parametrize("name", ["Berlin", "Vaduz", "Kyoto", "Singapore", "Paris"])
    def test_no_place_comes_twice(self, name):
        pytest.importorskip("geopy")
        from locationkit.geopy import World

        found = World().geocode(name, exactly_one=False, limit=5, language="en")
        assert len({location.address for location in found}) == len(found)

    def test_rate_limiters_and_frames(self):
        pytest.importorskip("geopy")
        pandas = pytest.importorskip("pandas")
        from geopy.extra.rate_limiter import RateLimiter

        from locationkit.geopy import World

        frame = pandas.DataFrame({"point": ["48.8584, 2.2945", "52.52, 13.4"]})
        places = frame.point.apply(RateLimiter(World().reverse, min_delay_seconds=0))
        assert [place.raw["country_code"] for place in places] == ["FR", "DE"]

    def test_geopandas(self):
        geopandas = pytest.importorskip("geopandas")
        from locationkit.geopy import World

        found = geopandas.tools.reverse_geocode(geopandas.points_from_xy([2.2945], [48.8584]), provider=World)
        assert "Paris" in found.address[0]
