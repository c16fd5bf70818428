"""Rows a second in Spark, from Parquet to nothing, against reverse_geocoder in a pandas UDF.

    python Python/benchmarks/spark_rates.py [ROWS [ROUNDS]]

Points are those of rates.py. Each round runs both in turns; figures are medians, by the clock. On one core means that neither
Java nor Python may use another: local[1] alone keeps two busy. Needs pyspark, Java 17, pandas and reverse_geocoder.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

import pandas
import pyarrow
import pyarrow.parquet
import pyspark
from pyspark.sql import SparkSession, functions

import locationkit.spark

ROWS = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000_000
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 3
PARTITIONS = 4


def write(folder: str) -> None:
    """Write the points, a file for each partition."""
    sys.argv[1:] = []
    import rates

    lat, lon = rates.points(ROWS)
    for part in range(PARTITIONS):
        rows = slice(part * ROWS // PARTITIONS, (part + 1) * ROWS // PARTITIONS)
        table = pyarrow.table({"lat": lat[rows], "lon": lon[rows]})
        pyarrow.parquet.write_table(table, os.path.join(folder, f"{part}.parquet"))


def peer(lat: pandas.Series, lon: pandas.Series) -> pandas.DataFrame:
    """Return what reverse_geocoder knows; its tree is made once in a worker."""
    import numpy
    import reverse_geocoder

    tree = reverse_geocoder.__dict__.setdefault("_tree", None) or reverse_geocoder.RGeocoder(mode=1, verbose=False)
    reverse_geocoder._tree = tree
    found = tree.query(numpy.column_stack([lat, lon]))
    rows = [(place["name"], place["admin1"], place["cc"]) for place in found]
    return pandas.DataFrame(rows, columns=["city", "state", "country"])


def measured(cores: int, folder: str) -> dict[str, float]:
    """Return the rows a second of each way on some cores."""
    spark = (
        SparkSession.builder.master(f"local[{cores}]")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.files.maxPartitionBytes", str(1 << 30))
        .config("spark.sql.files.minPartitionNum", str(PARTITIONS))
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "100000")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    frame = spark.read.parquet(folder)
    named = functions.pandas_udf(peer, "city string, state string, country string")
    ways = {
        "locationkit.spark.with_places, 8 columns": lambda: locationkit.spark.with_places(frame, "lat", "lon", languages="en"),
        "reverse_geocoder, pandas UDF, 3 columns": lambda: frame.select(named("lat", "lon").alias("place")).select("place.*"),
    }
    times: dict[str, list[float]] = {name: [] for name in ways}
    for number in range(ROUNDS + 1):
        for name, way in ways.items():
            begin = time.monotonic()
            way().write.format("noop").mode("overwrite").save()
            # The first round starts the workers.
            if number > 0:
                times[name].append(time.monotonic() - begin)
    spark.stop()
    return {name: ROWS / statistics.median(taken) for name, taken in times.items()}


def started(cores: int, folder: str) -> dict[str, float]:
    """Return what a process of its own measures, which may use that many cores."""
    environment = os.environ | {"OMP_NUM_THREADS": "1", "PYSPARK_PYTHON": sys.executable}
    command = [sys.executable, __file__, str(ROWS), str(ROUNDS), str(cores), folder]
    printed = subprocess.run(command, check=True, stdout=subprocess.PIPE, env=environment, text=True).stdout
    return json.loads(printed.splitlines()[-1])


def main() -> None:
    """Print the table."""
    if len(sys.argv) > 4:
        cores, folder = int(sys.argv[3]), sys.argv[4]
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])
        print(json.dumps(measured(cores, folder)))
        return
    with tempfile.TemporaryDirectory() as folder:
        write(folder)
        one, two = started(1, folder), started(2, folder)
    print(f"| million rows a second, PySpark {pyspark.__version__}, {ROWS:,} rows | one core | two | two to one |")
    print("| --- | --- | --- | --- |")
    for name in one:
        print(f"| {name} | {one[name] / 1e6:.3f} | {two[name] / 1e6:.3f} | {two[name] / one[name]:.2f} |")


if __name__ == "__main__":
    main()
