"""Writes the tables of names that `locate data build-world` reads beside GeoNames' own files.

Usage: world-names.py INPUT BABEL CLDR UNIHAN
  INPUT   the builder's folder; cities500.json and locale are there, the tables are written there
  BABEL   folder with the package babel (names of countries)
  CLDR    folder `common` of the Unicode CLDR (names of ISO 3166-2 subdivisions)
  UNIHAN  Unihan_Variants.txt.bz2, Unihan_Readings.txt.bz2 beside it
"""
import bz2
import collections
import gettext
import json
import os
import re
import sys
import unicodedata
import xml.etree.ElementTree as xml

folder, babel, cldr, unihan = sys.argv[1:5]
sys.path.insert(0, babel)
from babel import Locale, localedata  # noqa: E402


def write(name, rows):
    with open(f"{folder}/{name}", "w", encoding="utf-8") as out:
        for row in rows:
            out.write("\t".join(row) + "\n")


# Languages with a region or a second script whose names of countries differ in more than spelling.
VARIANTS = set(
    "ar_SA az_Cyrl bs_Cyrl de_AT de_CH es_419 es_MX fa_AF fr_CA ko_KP ps_PK pt_PT sr_Latn sr_Latn_ME sw_KE ur_IN "
    "uz_Cyrl yue_Hans zh_Hant zh_Hant_HK".split()
)


def country_names():
    """CLDR has one canonical name a language, where GeoNames says フランス共和国 and United States of America.

    The short forms stand for Hong Kong and Macau: the last line of an address, not a statement. Taiwan, Kosovo and
    Palestine have the names that CLDR gives them. A regional language is written where it differs from the general one.
    """
    short = {}
    for name in os.listdir(f"{cldr}/main"):
        for territory in xml.parse(f"{cldr}/main/{name}").getroot().iter("territory"):
            if territory.get("type") in ("HK", "MO") and territory.get("alt") == "short":
                short[name[:-4], territory.get("type")] = territory.text
    names = {}
    for name in sorted(localedata.locale_identifiers()):
        # Eight letters are what a table's tag may have: zh-HK stands for zh-Hant-HK.
        tag = {"zh_Hant_HK": "zh-HK", "sr_Latn_ME": "sr-ME"}.get(name, name.replace("_", "-"))
        if "_" in name and name not in VARIANTS:
            continue
        try:
            territories = dict(Locale.parse(name).territories)
        except Exception:
            continue
        base = name
        while base:
            for code in ("HK", "MO"):
                if (base, code) in short and (name, code) not in short:
                    short[name, code] = short[base, code]
            base = base.rpartition("_")[0]
        own = {}
        for code, text in territories.items():
            # Hong Kong's own Chinese says 中國香港.
            if len(code) == 2 and code.isalpha() and not (tag == "zh-HK" and code in ("HK", "MO")):
                own[code] = short.get((name, code), text)
        # A language without names of cities would only give addresses in two languages.
        if "-" in tag or os.path.isdir(f"{folder}/locale/{name}"):
            names[tag] = own
    for tag in sorted(names):
        parent = {"zh-HK": "zh-Hant", "sr-ME": "sr-Latn"}.get(tag, tag.split("-")[0])
        general = {} if parent == tag or len(tag.split("-")[-1]) == 4 else names.get(parent, {})
        for code in sorted(names[tag]):
            if general.get(code) != names[tag][code]:
                yield tag, code, names[tag][code]


# Divisions whose codes changed after the catalogues were made, and the message that has their names there: another
# division, or the city that the division is. Viet Nam joined its 63 provinces
# to 34 in July 2025, which GeoNames codes as the state does.
RENUMBERED = {
    "VN": "01=44 04=05 08=68 11=92 12=89 14=32 15=90 19=85 20=39 22=30 24=74 25=83 31=13 33=81 37=59 38=34 40=58 42=52 44=64 "
    "46=1580240 48=78 51=63 52=49 56=54 66=88 68=23 75=43 79=20 80=33 82=09 86=69 91=01 92=87 96=77",
    # Taipei is outside of the one that had its name, which is New Taipei.
    "TW": "02=1673820 03=12908892",
    "KP": "19=1876373",
}

# Divisions that the catalogues do not know, with ISO's code of the one that is or was called so.
NEWER = {
    "NO.01": "no02", "NO.04": "no06", "NO.05": "no20", "NO.13": "no01", "NO.17": "no08", "NO.18": "no19", "NO.20": "no07",
    "ET.SI": "etsi", "KP.14": "kp14", "TW.03": "twnwt", "TW.02": "twkhh",
}  # fmt: skip

# Divisions that neither has; as their governments write them in English.
NAMELESS = {
    "AO.CBG": "Cubango", "AO.CUB": "Cuando", "AO.ICB": "Icolo e Bengo", "CF.19": "Mambéré", "CF.20": "Ouham-Fafa",
    "CF.21": "Lim-Pendé", "EH.CE": "Dakhla-Oued Ed-Dahab", "ET.55": "Central Ethiopia", "ET.56": "South Ethiopia",
    "ET.SW": "South West Ethiopia", "ID.PD": "Southwest Papua", "ID.PE": "Highland Papua", "ID.PS": "South Papua",
    "ID.PT": "Central Papua", "KZ.12510143": "Abai Region", "KZ.12510144": "Jetisu Region", "KZ.12510145": "Ulytau Region",
    "MG.26": "Fitovinany", "MG.27": "Vatovavy", "ME.25": "Zeta",
}  # fmt: skip


def division_codes():
    """Lines of a division and the message that has its names in the catalogues."""
    for country, pairs in sorted(RENUMBERED.items()):
        for pair in pairs.split():
            code, _, other = pair.partition("=")
            yield f"{country}.{code}", f"{country}.{other}" if len(other) == 2 else other


GENERIC = set(
    "region province state of county district governorate oblast prefecture department canton the city municipality "
    "republic autonomous parish municipal community krai territory voivodeship capital metropolitan and federal special "
    "emirate division rayon".split()
)


def plain(text):
    """Without accents and the words for kinds of divisions."""
    text = unicodedata.normalize("NFD", text.lower().replace("ǝ", "ə"))
    text = "".join(c for c in text if not unicodedata.combining(c))
    words = [w for w in re.split(r"[^\w]+", text) if w]
    return " ".join([w for w in words if w not in GENERIC] or words)


def subdivisions():
    """ISO 3166-2 codes of the first and second level by country, and their names by language."""
    levels = collections.defaultdict(list)
    names = {}
    for group in xml.parse(f"{cldr}/supplemental/subdivisions.xml").getroot().iter("subgroup"):
        if len(group.get("type")) == 2:
            levels[group.get("type")] += group.get("contains").split()
    for name in sorted(os.listdir(f"{cldr}/subdivisions")):
        table = {}
        for entry in xml.parse(f"{cldr}/subdivisions/{name}").getroot().iter("subdivision"):
            table[entry.get("type")] = entry.text
        if table and name != "ccp.xml":
            names[name[:-4].replace("_", "-")] = table
    return levels, names


def division_names():
    """CLDR's names for GeoNames' divisions, which are matched by their names in all languages both know.

    One English name in common counts three, one in another language one, a code of letters in common two. Codes of the
    first level come first; of the others only a match of three and more counts.
    """
    catalogs = {}
    for name in sorted(os.listdir(f"{folder}/locale")):
        path = f"{folder}/locale/{name}/LC_MESSAGES/geonames.mo"
        if os.path.exists(path):
            with open(path, "rb") as file:
                catalog = gettext.GNUTranslations(file)._catalog
            renumbered = {division: catalog.get(message) for division, message in division_codes()}
            catalogs[name.replace("_", "-")] = catalog | renumbered
    levels, names = subdivisions()
    every = sorted({code for table in names.values() for code in table})
    with open(f"{folder}/cities500.json", encoding="utf-8") as file:
        divisions = sorted({(c["countrycode"], c["admin1code"]) for c in json.load(file).values() if c["admin1code"]})
    matches = {tuple(division.split(".")): iso for division, iso in NEWER.items()}
    for country in sorted({country for country, _ in divisions}):
        codes = [code for other, code in divisions if other == country]
        first = set(levels[country])
        for candidates, least in ((first, 1), ({s for s in every if s.startswith(country.lower())} - first, 3)):
            scores = []
            for code in codes:
                for iso in sorted(candidates):
                    score = 2 if iso[2:].upper() == code.upper() and not code.isdigit() else 0
                    for language, table in names.items():
                        theirs = catalogs.get(language, {}).get(f"{country}.{code}")
                        if theirs and iso in table and plain(theirs) == plain(table[iso]):
                            score += 3 if language == "en" else 1
                    if score >= least:
                        scores.append((-score, code, iso))
            for _, code, iso in sorted(scores):
                if (country, code) not in matches and (country, iso) not in set(matches.items()):
                    if iso not in [i for (c, _), i in matches.items() if c == country]:
                        matches[country, code] = iso
    for language, table in sorted(names.items()):
        for (country, code), iso in sorted(matches.items()):
            if iso in table:
                yield language, f"{country}.{code}", table[iso]
    for division, name in sorted(NAMELESS.items()):
        yield "en", division, name


def chinese_variants():
    """Each character with its simplified and its traditional forms, the commonest first.

    Unihan counts forms of old texts (时, 罗 and 尔 as their own traditional form). What today's traditional Chinese does not
    use, that is the texts of CLDR's zh_Hant and yue, is left out, and how often those use a form orders the others.
    """
    used = collections.Counter()
    for part in ("main", "subdivisions"):
        for name in ("zh_Hant", "zh_Hant_HK", "yue"):
            path = f"{cldr}/{part}/{name}.xml"
            if os.path.exists(path):
                for element in xml.parse(path).getroot().iter():
                    used.update(element.text or "")
    forms = collections.defaultdict(lambda: ["", ""])
    for line in bz2.open(unihan, "rt", encoding="utf-8"):
        fields = line.rstrip("\n").split("\t")
        if len(fields) == 3 and fields[1] in ("kSimplifiedVariant", "kTraditionalVariant"):
            character = chr(int(fields[0][2:], 16))
            found = [chr(int(code.split("<")[0][2:], 16)) for code in fields[2].split()]
            if fields[1] == "kTraditionalVariant":
                found = [c for c in found if c != character or used[c]] or found
                found.sort(key=lambda c: -used[c])
            forms[character][fields[1] == "kTraditionalVariant"] = "".join(found)
    for character in sorted(forms):
        simplified, traditional = forms[character]
        # A simple form that is its own old variant is not a traditional character.
        if traditional and character not in traditional:
            simplified = ""
        yield character, simplified, traditional


def chinese_readings():
    """Each character that names of settlements have, with all its readings in pinyin, without tones."""
    with open(f"{folder}/cities500.json", encoding="utf-8") as file:
        used = {c for city in json.load(file).values() for name in city["alternatenames"] for c in name}
    readings = collections.defaultdict(set)
    fields = {"kMandarin", "kHanyuPinlu", "kHanyuPinyin", "kTGHZ2013"}
    for line in bz2.open(os.path.join(os.path.dirname(unihan), "Unihan_Readings.txt.bz2"), "rt", encoding="utf-8"):
        parts = line.rstrip("\n").split("\t")
        if len(parts) == 3 and parts[1] in fields and chr(int(parts[0][2:], 16)) in used:
            # xià; zhǎng(1879) cháng(1179); 63680.020:zhòng,chóng
            for text in re.sub(r"\([0-9]+\)|[0-9.,*]+:", " ", parts[2]).replace(",", " ").split():
                plain = unicodedata.normalize("NFD", text.replace("ü", "u"))
                readings[chr(int(parts[0][2:], 16))].add("".join(c for c in plain if c.isascii() and c.isalpha()))
    for character in sorted(readings):
        yield character, " ".join(sorted(readings[character] - {""}))


write("country-names.tsv", country_names())
write("division-codes.tsv", division_codes())
write("division-names.tsv", division_names())
write("chinese-variants.tsv", chinese_variants())
write("chinese-readings.tsv", chinese_readings())
