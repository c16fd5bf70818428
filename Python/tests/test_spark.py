"""DataFrames of a real Spark."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sys

import pytest

import locationkit

pytestmark = pytest.mark.spark

LAT, LON = [48.8584, None, 40.71, 99.0, float("nan"), 0.0, -48.9], [2.2945, 2.0, -74.0, 1.0, 2.0, float("inf"), -123.4]
CODES = ["FR", None, "US", None, None, None, None]


@pytest.fixture(scope="module")
def spark():
    session_of = pytest.importorskip("pyspark.sql")
    if not shutil.which("java"):
        pytest.skip("Java is missing")
    # Workers run in the environment of the tests.
    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = (
        session_of.SparkSession.builder.master("local[2,4]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.driver.memory", "2g")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


@pytest.fixture(scope="module")
def few(spark):
    rows = [(index, lat, lon, "kept") for index, (lat, lon) in enumerate(zip(LAT, LON))]
    return spark.createDataFrame(rows, "id long, lat double, lon double, `odd.name` string")


def test_columns_are_added(few):
    from locationkit.spark import with_places

    columns = ["country_code", "problem", "population", "distance_m", "border_certain"]
    named = with_places(few, "lat", "lon", columns, "en", prefix="p_")
    assert named.columns == ["id", "lat", "lon", "odd.name", *["p_" + n for n in locationkit.COLUMNS if n in columns]]
    rows = sorted(named.collect(), key=lambda row: row.id)
    assert [row.p_country_code for row in rows] == CODES
    assert rows[0]["odd.name"] == "kept" and rows[0].p_problem is None and rows[0].p_population > 1_000_000
    assert [row.p_problem is None for row in rows] == [True, False, True, False, False, False, True]
    assert named.where("p_country_code = 'FR'").count() == 1
    assert with_places(few.where("id < 0")).collect() == []
    # Two columns of one name are not ours to choose from.
    twice = few.select("lat", "lon", "id", "id")
    assert with_places(twice, columns="city").columns == ["lat", "lon", "id", "id", "city"]


def test_every_point_goes_to_python_once(few):
    from locationkit.spark import with_places

    named = with_places(few, prefix="p_").where("p_country_code IS NOT NULL").select("id", "p_city", "p_state")
    plan = named._jdf.queryExecution().executedPlan().toString()
    assert plan.count("EvalPython") == 1, plan


def test_wrong_use_fails_before_the_job(few):
    from locationkit.spark import places_mapper, places_schema, with_places

    with pytest.raises(ValueError, match="the columns are"):
        with_places(few, columns=["town"])
    with pytest.raises(locationkit.LanguageError):
        with_places(few, languages="!")
    with pytest.raises(locationkit.LanguageError):
        places_mapper(languages="!")
    with pytest.raises(ValueError, match="prefix"):
        with_places(few.withColumnRenamed("odd.name", "City"))
    with pytest.raises(ValueError, match="prefix"):
        places_schema(few.withColumnRenamed("odd.name", "city"))
    with pytest.raises(Exception, match="(?i)latitude"):
        with_places(few, "latitude").collect()


def test_other_types_of_numbers(spark):
    from locationkit.spark import with_places

    rows = spark.createDataFrame([("48.8584", 2, 1), ("north", 2, 2), (None, 2, 3), ("1e999", 2, 4)], "lat string, lon int, id int")
    found = with_places(rows, columns="country_code").orderBy("id").collect()
    assert [row.country_code for row in found] == ["FR", None, None, None] and found[1].lat == "north"
    decimals = spark.sql("SELECT CAST('48.8584' AS DECIMAL(9, 6)) AS y, CAST(2.2945 AS FLOAT) AS x")
    assert with_places(decimals, "y", "x", "country_code").collect()[0].country_code == "FR"
    nested = spark.sql("SELECT named_struct('lat', 48.8584D, 'lon', 2.2945D) AS at")
    assert with_places(nested, "at.lat", "at.lon", "country_code").collect()[0].country_code == "FR"
    assert with_places(nested, nested.at.lat, nested.at.lon, "country_code").collect()[0].country_code == "FR"


def test_the_mapper(few):
    from locationkit.spark import places_mapper, places_schema

    columns = ["country_code", "problem"]
    # PySpark's own mapInArrow does not find columns with a dot.
    frame = few.withColumnRenamed("odd.name", "other")
    named = frame.mapInArrow(places_mapper("lat", "lon", columns, "en", "p_"), places_schema(frame, columns, "p_"))
    rows = sorted(named.collect(), key=lambda row: row.id)
    assert [row.p_country_code for row in rows] == CODES and rows[0].other == "kept"


@pytest.fixture(scope="module")
def many(spark, tmp_path_factory):
    """200,000 points in a file, and the answers without Spark."""
    import pyarrow
    import pyarrow.parquet

    picked = random.Random(21)
    lat, lon = [], []
    for index in range(200_000):
        lat.append(None if index % 1000 == 7 else picked.uniform(-60, 70))
        lon.append(picked.uniform(-180, 180))
    path = tmp_path_factory.mktemp("spark") / "points.parquet"
    pyarrow.parquet.write_table(pyarrow.table({"id": range(len(lat)), "lat": lat, "lon": lon}), path, row_group_size=50_000)
    places = locationkit.World().reverse_many(lat, lon, columns=[*locationkit.DEFAULT_COLUMNS, "problem"], languages="en")
    return spark.read.parquet(str(path)).repartition(3), places


@pytest.mark.parametrize("way", ["with_places", "pandas", "mapper"])
def test_the_answers_are_the_library_s(many, way, monkeypatch):
    from pyspark.sql import functions

    from locationkit.spark import places_mapper, places_schema, with_places

    frame, places = many
    columns = places.columns
    if way == "pandas":
        monkeypatch.delattr(functions, "arrow_udf", raising=False)
    if way == "mapper":
        named = frame.mapInArrow(places_mapper("lat", "lon", columns, "en"), places_schema(frame, columns))
    else:
        named = with_places(frame, columns=columns, languages="en")
    found = named.toPandas().sort_values("id")
    assert len(found) == len(places)
    for name in columns:
        ours = found[name].astype(object).where(found[name].notna(), None).tolist()
        assert ours == places[name], name


def test_streams(spark, tmp_path):
    from locationkit.spark import with_places

    schema = "lat double, lon double"
    spark.createDataFrame([(48.8584, 2.2945), (None, 1.0), (99.0, 1.0)], schema).write.parquet(str(tmp_path / "in"))
    points = spark.readStream.schema(schema).parquet(str(tmp_path / "in"))
    named = with_places(points, columns=["country_code", "problem"], languages="en")
    query = named.writeStream.format("memory").queryName("named").trigger(availableNow=True).start()
    try:
        assert query.awaitTermination(60)
    finally:
        query.stop()
    rows = spark.sql("SELECT * FROM named").collect()
    assert sorted(row.country_code or "" for row in rows) == ["", "", "FR"] and sum(row.problem is None for row in rows) == 1


def test_a_worker_that_is_killed(spark, many, tmp_path):
    from locationkit.spark import places_mapper, places_schema

    frame, places = many
    flag = str(tmp_path / "killed")
    named = places_mapper("lat", "lon", "country_code")

    def kill_once(batches):
        try:
            os.close(os.open(flag, os.O_CREAT | os.O_EXCL))
            first = True
        except FileExistsError:
            first = False
        for batch in named(batches):
            if first:
                os.kill(os.getpid(), signal.SIGKILL)
            yield batch

    found = frame.mapInArrow(kill_once, places_schema(frame, "country_code")).where("country_code IS NOT NULL").count()
    assert os.path.exists(flag)
    assert found == sum(code is not None for code in places["country_code"])


def test_a_worker_opens_the_world_once(many):
    from locationkit import spark as module
    from locationkit.spark import places_mapper

    frame, _ = many
    named = places_mapper("lat", "lon", "country_code")

    def observed(batches):
        import pyarrow

        for _ in named(batches):
            pass
        world = module._worlds[None, ()]
        yield pyarrow.RecordBatch.from_pydict({"pid": [os.getpid()], "world": [id(world)], "worlds": [len(module._worlds)]})

    rows = frame.repartition(6).mapInArrow(observed, "pid long, world long, worlds long").collect()
    assert len({(row.pid, row.world) for row in rows}) == len({row.pid for row in rows}) and {row.worlds for row in rows} == {1}
