#!/usr/bin/env python3
"""Joins the symbol graphs of a product's modules into one, as a program sees them that imports the product.

    product-graphs.py GRAPHS OUTPUT PRODUCT=MODULE[,MODULE...] ...

GRAPHS is the folder that swift package dump-symbol-graph leaves; OUTPUT gets a folder for each product. Extensions of a type
of the same product are ordinary members there; those of another one are in PRODUCT@OTHER.symbols.json.
"""

import collections
import json
import pathlib
import sys


def graphs_of(folder, module):
    """The symbol graphs of a module with the module that each extends."""
    paths = sorted(folder.glob(f"{module}.symbols.json")) + sorted(folder.glob(f"{module}@*.symbols.json"))
    if not paths:
        sys.exit(f"product-graphs: {folder} has no symbol graph of {module}; does the product still export it?")
    for path in paths:
        yield path.name.split(".")[0].partition("@")[2] or module, json.loads(path.read_text())


def main():
    folder, output = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    products = {name: modules.split(",") for name, _, modules in (word.partition("=") for word in sys.argv[3:])}
    product_of = {module: name for name, modules in products.items() for module in modules}
    for product, modules in products.items():
        joined = collections.defaultdict(lambda: {"symbols": [], "relationships": []})
        for module in modules:
            for extended, graph in graphs_of(folder, module):
                part = joined[product_of.get(extended, extended)]
                part.setdefault("metadata", graph["metadata"])
                part.setdefault("module", graph["module"] | {"name": product})
                for symbol in graph["symbols"]:
                    if product_of.get(extended) == product:
                        if "swiftExtension" in symbol:
                            symbol["swiftExtension"]["extendedModule"] = product
                    part["symbols"].append(symbol)
                part["relationships"] += graph["relationships"]
        (output / product).mkdir(parents=True)
        for extended, graph in joined.items():
            name = product if extended == product else f"{product}@{extended}"
            (output / product / f"{name}.symbols.json").write_text(json.dumps(graph))


main()
