"""Compares the answers of locate, Geocoder.shared, the C library and the Python package: Scripts/compare-doors calls it."""

import argparse
import json
import random
import subprocess
import sys
import time

import locationkit

#: What is compared of a point and of a match.
POINT = (
    "address", "precision", "provider", "country_code", "country", "state", "city", "sub_locality", "street", "house_number",
    "postcode", "time_zone",
)  # fmt: skip
MATCH = ("name", "latitude", "longitude", *POINT[:-1])
LIMIT = 3
SHOWN = 20

#: Towns near which half of the world's points are.
TOWNS = (
    (48.85, 2.35), (35.68, 139.76), (40.71, -74.0), (52.52, 13.4), (-33.87, 151.2), (-23.55, -46.63), (19.43, -99.13),
    (28.61, 77.2), (30.04, 31.24), (-1.29, 36.82), (55.75, 37.62), (31.23, 121.47), (64.15, -21.94), (-54.8, -68.3),
    (46.2, 6.14), (47.37, 8.54), (43.73, 7.42), (25.2, 55.27), (1.35, 103.82), (14.6, 120.98), (41.0, 28.97), (50.85, 4.35),
)  # fmt: skip


def command_answers(programs, points):
    """Return the answers of `locate reverse`."""
    text = "lat,lon\n" + "".join(f"{lat},{lon}\n" for lat, lon in points)
    done = subprocess.run(
        [programs + "/locate", "reverse", "--input", "-", "--input-format", "csv", "--format", "ndjson", "--language", "en", "--quiet"],
        input=text, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return [of_command(json.loads(line)) for line in done.stdout.splitlines()]


def of_command(record):
    """Return what is compared of an object that the command printed."""
    parts = record["address"]["dictionary"]
    return {
        "address": record["address"]["string"], "precision": record["precision"], "provider": record["provider"],
        "country_code": parts.get("CountryCode"), "country": parts.get("Country"), "state": parts.get("State"),
        "city": parts.get("City"), "sub_locality": parts.get("SubLocality"), "street": parts.get("Thoroughfare"),
        "house_number": parts.get("SubThoroughfare"), "postcode": parts.get("ZIP"), "time_zone": record.get("timeZone"),
        "name": record.get("matchedName"), "latitude": record["latitude"], "longitude": record["longitude"],
    }  # fmt: skip


def command_matches(programs, texts):
    """Return the matches of `locate search` for each text."""
    command = [programs + "/locate", "search", "--input", "-", "--limit", str(LIMIT), "--format", "ndjson", "--language", "en", "--quiet"]
    done = subprocess.run(command, input="".join(text + "\n" for text in texts), capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"locate search failed with status {done.returncode}: {done.stderr}")
    matches = [[] for _ in texts]
    position = 0
    for line in done.stdout.splitlines():
        record = json.loads(line)
        while texts[position] != record["query"]:
            position += 1
        if "error" not in record:
            matches[position].append(of_command(record))
    return matches


def library_answers(programs, points, texts):
    """Return the answers and matches of a program that imports LocationKit."""
    questions = [f"p\t{lat}\t{lon}\n" for lat, lon in points] + [f"s\t{LIMIT}\t{text}\n" for text in texts]
    done = subprocess.run([programs + "/PlaceProgram"], input="".join(questions), capture_output=True, text=True, check=True)
    groups, group = [], []
    for line in done.stdout.splitlines():
        if line:
            group.append(json.loads(line))
        else:
            groups.append(group)
            group = []
    if len(groups) != len(questions):
        sys.exit(f"PlaceProgram answered {len(groups)} of {len(questions)} questions")
    return [group[0] for group in groups[: len(points)]], groups[len(points) :]


def plain(place, keys):
    """Return what is compared of an answer, with nothing for what is empty."""
    get = place.get if isinstance(place, dict) else lambda key: getattr(place, key)
    answer = {key: get(key) or None for key in keys}
    if keys is MATCH:
        # The command prints nine decimals.
        answer["latitude"], answer["longitude"] = (round(get(key) or 0.0, 9) for key in ("latitude", "longitude"))
    elif answer["precision"] in (None, "none"):
        # A place without a name is no placemark to a Geocoder, but it has a time zone.
        return {**dict.fromkeys(keys), "time_zone": answer["time_zone"]}
    return answer


class Comparison:
    """Counts the differences from the command, and prints the first."""

    def __init__(self):
        self.differences = 0

    def compare(self, door, question, expected, found, keys):
        expected, found = ([plain(place, keys) for place in places] for places in (expected, found))
        if expected == found:
            return
        self.differences += 1
        if self.differences <= SHOWN:
            print(f"{door}: {question}")
            print(f"    locate {expected}\n    {door} {found}")


def points_and_texts(world, regions, arguments):
    """Return points and names to ask for: half of them in the regions, where there are some."""
    picked = random.Random(arguments.seed)

    def near(lat, lon, spread):
        return (round(max(-90, min(90, picked.gauss(lat, spread))), 6), round(max(-180, min(180, picked.gauss(lon, spread))), 6))

    points = []
    for number in range(arguments.points):
        if regions and number % 2 == 0:
            points.append(near(*picked.choice(regions), 0.01))
        elif number % 4 == 1:
            points.append((round(picked.uniform(-90, 90), 6), round(picked.uniform(-180, 180), 6)))
        else:
            points.append(near(*picked.choice(TOWNS), 0.2))
    # Names are those of places that points are in: whole addresses, streets, cities with their country, and beginnings.
    texts, rows = [], [row for row in world.reverse_many(*zip(*points), columns=list(POINT), languages="en").to_dicts() if row["city"]]
    for _ in range(100 * arguments.searches if rows else 0):
        # Each once: by them the command's answers are assigned.
        texts = list(dict.fromkeys(texts))
        if len(texts) == arguments.searches:
            break
        row = picked.choice(rows)
        city = row["city"]
        texts.append(
            picked.choice(
                [
                    city, f"{city}, {row['country']}", f"{city}, {row['country_code']}", city[: max(3, len(city) - 2)], row["country"],
                    row["state"] or city, f"{row['street']} {row['house_number']}, {city}" if row["house_number"] else city,
                    f"{row['street']}, {city}" if row["street"] else city, row["street"] or city, row["address"],
                ]  # fmt: skip
            ).replace("\n", " ").strip()
        )  # fmt: skip
    return points, texts


def towns_of(index, world, seed):
    """Return positions of houses in a street index, which is named after a place in it."""
    only = locationkit.World(streets=index, streets_only=True)
    name = index.rsplit("/", 1)[-1].split(".")[0].split("-")[0].capitalize()
    picked, houses = random.Random(seed), []
    for place in world.search(name, limit=5, languages="en") + only.search(name, limit=5):
        for _ in range(400):
            point = (picked.gauss(place.latitude, 0.05), picked.gauss(place.longitude, 0.05))
            if only.reverse(*point).precision == "house":
                houses.append(point)
    if not houses:
        sys.exit(f"no house is near {name} in {index}; name the extract after a place in it")
    return houses[:200]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs")
    parser.add_argument("--points", type=int, default=2000)
    parser.add_argument("--searches", type=int, default=500)
    parser.add_argument("--seed", type=int, default=44)
    arguments = parser.parse_args()
    began = time.monotonic()
    world = locationkit.World(regions=True)
    names = [origin for origin in world.origins if origin.endswith(".streets")]
    regions = [town for name in names for town in towns_of(name, world, arguments.seed)]
    points, texts = points_and_texts(world, regions, arguments)
    expected, expected_matches = command_answers(arguments.programs, points), command_matches(arguments.programs, texts)
    if len(expected) != len(points):
        sys.exit(f"locate answered {len(expected)} of {len(points)} points")
    library, library_matches = library_answers(arguments.programs, points, texts)
    table = world.reverse_many(*zip(*points), columns=list(POINT), languages="en").to_dicts()
    comparison = Comparison()
    for index, point in enumerate(points):
        single = world.reverse(*point, languages="en")
        for door, answer in (("Geocoder.shared", library[index]), ("C library", single), ("Python", table[index])):
            comparison.compare(door, point, [expected[index]], [answer], POINT)
    for index, text in enumerate(texts):
        found = world.search(text, limit=LIMIT, languages="en")
        for door, answer in (("Geocoder.shared", library_matches[index]), ("C library", found)):
            comparison.compare(door, text, expected_matches[index], answer, MATCH)
    houses = sum(answer["precision"] == "house" for answer in expected)
    matches = sum(map(len, expected_matches))
    print(
        f"{len(names)} regions: {len(points)} points ({houses} with a house number), {len(texts)} searches ({matches} matches), "
        f"{comparison.differences} differences, {time.monotonic() - began:.0f} s"
    )
    sys.exit(comparison.differences > 0)


if __name__ == "__main__":
    main()
