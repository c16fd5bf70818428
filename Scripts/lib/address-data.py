"""Writes Data/addresses/world.addresses (Docs/Formats/Addresses.md) from the unpacked packages and this project's tables.

Usage: address-data.py TEMPLATES.yml POSTAL-FOLDER TABLES-FOLDER OUTPUT
"""

import json
import pathlib
import re
import struct
import sys

import yaml

TEMPLATE_KEYS = {"address_template": "d", "fallback_template": "f"}
# The package has these as plain text in the rules of the country; here they are names of countries.
COUNTRY_NAMES = {
    "US": {"US": "United States of America", "USA": "United States of America",
           "United States": "United States of America"},
    "NL": {"Koninkrijk der Nederlanden": "Nederland"},
    "FO": {"Territorial waters of Faroe Islands": "Faroe Islands"},
}
COUNTRY_RULES = {f"\n{name}$" for names in COUNTRY_NAMES.values() for name in names} | set(COUNTRY_NAMES["FO"])
# Whose divisions are printed by a code, and at which level.
STATE_CODES = ["AU", "BR", "CA", "CO", "MX", "US", "VE"]
COUNTY_CODES = ["IT"]


def compact(template):
    """Mustache to the file's own form: {key}, [one|other], <printed only when what is inside is known>."""
    assert not set("[]<>|") & set(re.sub(r"\|\|", "", template)), template
    text = re.sub(r"\{\{#first\}\}(.*?)\{\{/first\}\}", alternatives, template, flags=re.S)
    text = re.sub(r"\{\{#(\w+)\}\}(.*?)\{\{/\1\}\}", r"<\2>", text, flags=re.S)
    text = re.sub(r"\{\{\{\s*(\w+)\s*\}\}\}", r"{\1}", text)
    lines = [re.sub(r"[ \t]+", " ", line).strip() for line in text.split("\n")]
    return "\n".join(line for line in lines if line)


def alternatives(match):
    parts = [part.strip() for part in match.group(1).split("||") if part.strip()]
    # A hamlet is the smallest settlement: named where nothing greater is known.
    if "{{{village}}}" in parts and "{{{hamlet}}}" not in parts:
        after = max(parts.index(name) for name in ("{{{village}}}", "{{{municipality}}}") if name in parts)
        parts.insert(after + 1, "{{{hamlet}}}")
    # A borough is a district of a city; neighbourhoods take its name by themselves.
    if "{{{city_district}}}" in parts and not {"{{{borough}}}", "{{{neighbourhood}}}"} & set(parts):
        parts.insert(parts.index("{{{city_district}}}") + 1, "{{{borough}}}")
    return "[" + "|".join(parts) + "]"


def varint(number):
    data = bytearray()
    while number > 0x7F:
        data.append(number & 0x7F | 0x80)
        number >>= 7
    data.append(number)
    return bytes(data)


def field(tag, *texts):
    data = "\0".join(texts).encode()
    return tag.encode() + varint(len(data)) + data


class Records:
    def __init__(self):
        self.fields = {}
        self.templates = {}

    def add(self, key, tag, *texts):
        self.fields.setdefault(key, []).append(field(tag, *texts))

    def add_template(self, key, tag, template):
        text = compact(template)
        name = self.templates.setdefault(text, f"%{len(self.templates) + 1:03}")
        self.add(key, tag, name)

    def bytes(self):
        for text, name in self.templates.items():
            self.add(name, "t", text)
        keys = sorted(self.fields)
        offset = 16 + 16 * len(keys)
        index, body = b"", b""
        for key in keys:
            record = b"".join(self.fields[key])
            assert len(key.encode()) <= 8
            index += struct.pack("<8sII", key.encode(), offset + len(body), len(record))
            body += record
        return struct.pack("<8sII", b"LKADDR\1\0", len(keys), offset + len(body)) + index + body


def display(records, templates, amendments):
    countries = {key: dict(value) for key, value in templates.items() if isinstance(value, dict)}
    for key, changes in amendments.items():
        country = countries.setdefault(key, {})
        if "use_country" in changes:
            country.clear()
        elif "address_template" in changes:
            country.pop("use_country", None)
        country.update(changes)
    for key, country in countries.items():
        key = {"default": "*"}.get(key, key)
        for name, tag in TEMPLATE_KEYS.items():
            if name in country:
                records.add_template(key, tag, country[name])
        for name, tag in (("use_country", "u"), ("change_country", "c"), ("add_component", "a")):
            if name in country:
                records.add(key, tag, country[name])
        for pattern, text in country.get("replace", []):
            whole = re.match(r"(\w+)=(.*)", pattern)
            part = re.match(r"(\w+)~(.*)", pattern)
            if whole:
                records.add(key, "e", whole.group(1), whole.group(2), text)
            elif part:
                records.add(key, "m", part.group(1), part.group(2), text)
            else:
                records.add(key, "r", pattern, text)
        for pattern, text in country.get("postformat_replace", []):
            if pattern not in COUNTRY_RULES:
                records.add(key, "p", pattern, text)
        for name, text in COUNTRY_NAMES.get(key, {}).items():
            records.add(key, "n", name, text)


def postal(records, folder, amendments):
    territories = {path.stem.upper() for path in folder.glob("*.json")} - {"ALL"}
    for code in sorted(territories):
        data = json.loads((folder / f"{code.lower()}.json").read_text())[code]
        key = "*" if code == "ZZ" else code
        changes = amendments.get(code, {})
        data["zipex"] = changes.get("postcode_examples", data.get("zipex"))
        data["fmt"] = changes.get("postal_order", data.get("fmt"))
        for name, tag in (("fmt", "F"), ("lfmt", "L"), ("require", "R"), ("upper", "U"), ("zip", "Z"), ("zipex", "X")):
            if data.get(name):
                records.add(key, tag, data[name])


def subdivisions(records, folder, others):
    for level, codes in (("state", STATE_CODES), ("county", COUNTY_CODES)):
        for code in codes:
            data = json.loads((folder / f"{code.lower()}.json").read_text())[code]
            lists = {name: data.get(f"sub_{name}", "").split("~") for name in ("keys", "names", "lnames", "isoids")}
            names = {}
            for index, own in enumerate(lists["keys"]):
                entry = {name: (values[index] if index < len(values) else "") for name, values in lists.items()}
                printed = entry["isoids"] or own
                names.setdefault(printed, [own])
                for name in (entry["names"], entry["lnames"]):
                    if name and name not in names[printed]:
                        names[printed].append(name)
            for printed, more in others.get(level, {}).get(code, {}).items():
                names.setdefault(printed, [printed]).extend(more)
            for printed, known in names.items():
                records.add(code, "s" if level == "state" else "k", printed, *known)


def abbreviations(records, table):
    for language, territories in table["languages"].items():
        for territory in territories:
            records.add(territory, "l", language)
    for language, words in table["roads"].items():
        for word, short in words.items():
            records.add(f"~{language}", "b", word, short)


def main():
    templates, folder, tables, output = map(pathlib.Path, sys.argv[1:])
    load = lambda path: yaml.safe_load(path.read_text())
    records = Records()
    amendments = load(tables / "amendments.yml")
    display(records, load(templates), amendments)
    postal(records, folder, amendments)
    subdivisions(records, folder, load(tables / "subdivisions.yml"))
    abbreviations(records, load(tables / "abbreviations.yml"))
    output.write_bytes(records.bytes())


main()
