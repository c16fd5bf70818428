"""Names the points of a file with a Python package, and prints how long that took.

usage: python3 places.py scipy POINTS PLACES
       python3 places.py reverse_geocoder|reverse_geocode POINTS [ANSWERS]
       python3 places.py batches POINTS SIZE
       python3 places.py call POINTS

POINTS and PLACES are latitudes and longitudes as native doubles in turn. Printed are seconds of processor time for all
points, with reverse_geocoder in calls of SIZE points for `batches`; for `call` seconds by the clock for one point a call,
in the package's default mode (2), the median of nine.
ANSWERS gets a line for each point: country code, latitude, longitude and name of the place that was named.
"""

import array
import statistics
import sys
import time


def read(path):
    numbers = array.array("d")
    with open(path, "rb") as file:
        numbers.frombytes(file.read())
    return list(zip(numbers[0::2], numbers[1::2]))


def vectors(points):
    import numpy

    latitude, longitude = numpy.radians(numpy.array(points)).T
    ring = numpy.cos(latitude)
    return numpy.column_stack((ring * numpy.cos(longitude), ring * numpy.sin(longitude), numpy.sin(latitude)))


def scipy(points, places):
    from scipy.spatial import cKDTree

    tree = cKDTree(vectors(read(places)))
    targets = vectors(points)
    start = time.process_time()
    tree.query(targets, workers=1)
    return time.process_time() - start


def reverse_geocoder(points, answers):
    import reverse_geocoder as package

    package.search(points[:1], mode=1, verbose=False)
    start = time.process_time()
    found = package.search(points, mode=1, verbose=False)
    seconds = time.process_time() - start
    write(answers, ((place["cc"], place["lat"], place["lon"], place["name"]) for place in found))
    return seconds


def batches(points, size):
    import reverse_geocoder as package

    package.search(points[:1], mode=1, verbose=False)
    size = int(size)
    parts = [points[first : first + size] for first in range(0, len(points), size)]
    start = time.process_time()
    for part in parts:
        package.search(part, mode=1, verbose=False)
    return time.process_time() - start


def reverse_geocode(points, answers):
    import reverse_geocode as package

    package.search(points[:1])
    start = time.process_time()
    found = package.search(points)
    seconds = time.process_time() - start
    keys = ("country_code", "latitude", "longitude", "city")
    write(answers, (tuple(place[key] for key in keys) for place in found))
    return seconds


def call(points):
    import reverse_geocoder as package

    # The first call reads the places.
    package.search(points[0], verbose=False)
    times = []
    for point in points[1:10]:
        start = time.monotonic()
        package.search(point, verbose=False)
        times.append(time.monotonic() - start)
    return statistics.median(times)


def write(path, rows):
    if path:
        with open(path, "w", encoding="utf-8") as file:
            file.writelines("\t".join(map(str, row)) + "\n" for row in rows)


def main(engine, points, other=None):
    points = read(points)
    if engine == "call":
        print(call(points))
    else:
        engines = {f.__name__: f for f in (scipy, reverse_geocoder, reverse_geocode, batches)}
        print(engines[engine](points, other))


if __name__ == "__main__":
    main(*sys.argv[1:])
