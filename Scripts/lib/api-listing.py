#!/usr/bin/env python3
"""Lists the public declarations of products from their symbol graphs, one text file a product.

    api-listing.py GRAPHS FOLDER [--update]

GRAPHS has a folder of symbol graphs for each product, as Scripts/docs makes them. A line has the declaration, the value that a
property has at first, and after two slashes the first sentence of the documentation, so that a search for a word finds the
declaration, and a changed default shows in a review. Without --update the listings in FOLDER are compared: each difference is
printed, and the status is 1. With it they are written.
"""

import collections
import difflib
import functools
import json
import pathlib
import re
import sys
import urllib.parse

# Conformances that the compiler derives by itself, or that follow from another one.
IMPLIED = {"Copyable", "Escapable", "SendableMetatype", "BitwiseCopyable"}
TYPES = {"swift.struct", "swift.class", "swift.enum", "swift.protocol", "swift.actor", "swift.typealias"}
STORED = {"swift.property", "swift.type.property"}
LITERAL = re.compile(r'-?[\d._]+|"[^"]*"|true|false|nil')
INDENT = "    "


def declaration(symbol):
    """The declaration on one line, without the access that all have."""
    text = " ".join("".join(part["spelling"] for part in symbol["declarationFragments"]).split())
    return text.replace("public ", "", 1) if text.startswith("public ") else text.replace(" public ", " ", 1)


@functools.cache
def source(uri):
    """The lines of a source file."""
    return pathlib.Path(urllib.parse.unquote(uri.removeprefix("file://"))).read_text().split("\n")


def initial_value(symbol):
    """What a stored property is at first, as its source has it; None if it has no value there.

    Symbol graphs have the defaults of parameters, but not these. Of constants of a type only literals are shown: others, such
    as the members of an option set, say no more than their name.
    """
    place = symbol.get("location")
    if symbol["kind"]["identifier"] not in STORED or not place or "{ get" in declaration(symbol):
        return None
    line, column = place["position"]["line"], place["position"]["character"]
    lines = source(place["uri"])
    if not lines[line][column:].lstrip("`").startswith(symbol["names"]["title"]):
        sys.exit(f"api-listing: {place['uri']}:{line + 1} has no {symbol['names']['title']}; the symbol graphs are older")
    text, depth, value = "\n".join([lines[line][column:]] + lines[line + 1:line + 40]), 0, None
    in_string = False
    for index, character in enumerate(text):
        if character == '"' and text[index - 1] != "\\":
            in_string = not in_string
        if in_string:
            continue
        if depth == 0 and text.startswith(" = ", index) and value is None:
            value = index + 3
        ends = character == "\n" and (value is None or text[value:index].strip())
        if depth == 0 and (ends or text.startswith((" {", " //"), index)):
            break
        depth += (character in "([{") - (character in ")]}")
    if value is None:
        return None
    found = " ".join(text[value:index].split())
    is_static = symbol["kind"]["identifier"] == "swift.type.property"
    return None if is_static and not LITERAL.fullmatch(found) else found


def sentence(symbol):
    """The first sentence of the documentation; None if there is none of this package, as for what the compiler makes."""
    comment = symbol.get("docComment", {})
    if "/Sources/" not in comment.get("uri", ""):
        return None
    words = []
    for line in comment["lines"]:
        text = line["text"].strip()
        if not text or text.startswith("- "):
            break
        words += text.split()
    text = " ".join(words).replace("``", "`")
    end = re.search(r"[.!?](?= [A-Z`\"])", text)
    return text[:end.end()] if end else text or None


def conformances(graph):
    """The protocols that each type conforms to, by the type's identifier."""
    found = collections.defaultdict(set)
    names = {symbol["identifier"]["precise"]: ".".join(symbol["pathComponents"]) for symbol in graph["symbols"]}
    for relation in graph["relationships"]:
        if relation["kind"] in ("conformsTo", "inheritsFrom"):
            fallback = relation.get("targetFallback", "").split(".", 1)[-1]
            name = names.get(relation["target"]) or fallback
            if name and name not in IMPLIED:
                found[relation["source"]].add(name)
    return found


def listing(folder):
    """The lines of one product, and the number of its top-level types."""
    lines, count = [], 0
    for path in sorted(folder.glob("*.symbols.json"), key=lambda path: ("@" in path.name, path.name)):
        graph = json.loads(path.read_text())
        conforms = conformances(graph)
        extended = path.name.split(".")[0].partition("@")[2]
        if extended and graph["symbols"]:
            lines += ["", f"# Extensions of {extended}"]
        own = {tuple(s["pathComponents"]) for s in graph["symbols"]}
        for symbol in sorted(graph["symbols"], key=lambda s: (s["pathComponents"], declaration(s))):
            path_of = symbol["pathComponents"]
            text = declaration(symbol)
            protocols = sorted(conforms.get(symbol["identifier"]["precise"], ()))
            if protocols and symbol["kind"]["identifier"] in TYPES:
                text = f"{text.split(' : ')[0]}: {', '.join(protocols)}"
            value, words = initial_value(symbol), sentence(symbol)
            text += (f" = {value}" if value else "") + (f"  // {words}" if words else "")
            depth = len(path_of) - 1
            if depth > 0 and tuple(path_of[:-1]) not in own:
                # A member of a type of another module.
                text, depth = f"extension {'.'.join(path_of[:-1])}: {text}", 0
            if depth == 0 and not extended and symbol["kind"]["identifier"] in TYPES:
                count += 1
                lines.append("")
            lines.append(INDENT * depth + text)
    return lines, count


def main():
    graphs, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    update = "--update" in sys.argv[3:]
    texts = {}
    for module in sorted(path for path in graphs.iterdir() if path.is_dir()):
        lines, count = listing(module)
        if not lines:
            sys.exit(f"api-listing: {module} has no public declaration; has its symbol graph been made?")
        types = "1 top-level type" if count == 1 else f"{count} top-level types"
        texts[f"{module.name}.txt"] = "\n".join([f"# Public declarations of {module.name}: {types}"] + lines) + "\n"
    if update:
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("*.txt"):
            if old.name not in texts:
                old.unlink()
        for name, text in texts.items():
            (folder / name).write_text(text)
        return
    former = {path.name: path.read_text() for path in folder.glob("*.txt")}
    differs = False
    for name in sorted(texts.keys() | former.keys()):
        before, after = former.get(name, "").splitlines(), texts.get(name, "").splitlines()
        for line in difflib.unified_diff(before, after, f"{folder}/{name}", "the sources", n=0, lineterm=""):
            differs = True
            print(line)
    if differs:
        sys.exit("api-listing: the public declarations have changed; if that is meant, run Scripts/docs --update-listing")


main()
