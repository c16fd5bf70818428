#!/usr/bin/env python3
"""Makes a Swift file of each page with Swift blocks, in which each block is a function.

    documented-code.py FOLDER PAGE...

A page's blocks may use what its context declares, an HTML comment that readers do not see:

    <!-- context
    let home = Coordinate(latitude: 35.68, longitude: 139.76)!
    -->

It holds for all blocks below it, until another one takes its place. A block below <!-- not compiled: REASON --> is left out, and
so is a tutorial, below <!-- program --> at its beginning, whose blocks are one program that Scripts/test-client builds and runs.
Errors of the compiler name the page and its line.
"""

import pathlib
import re
import sys

PIECE = re.compile(r"<!-- (context|not compiled:|program\b)(.*?)-->|^```swift\n(.*?)^```$", re.DOTALL | re.MULTILINE)
IMPORT = re.compile(r"^import \w+.*$", re.MULTILINE)
MODULES = ["Foundation", "LocationKit", "LocationKitPhotos", "LocationKitMaps", "LocationKitStreetImport"]


def located(text, page, line):
    """Code whose errors are reported at a line of a page. Its imports stand at the beginning of the file."""
    code = IMPORT.sub("", text).rstrip("\n")
    return f'#sourceLocation(file: "{page}", line: {line})\n{code}\n#sourceLocation()\n'


def functions(page, text):
    """A static function for each block of a page, and the number of blocks that are left out."""
    context, reason, made, left_out = "", None, [], 0

    def expect_no_mark():
        if reason:
            sys.exit(f"documented-code: {page}:{marked} marks a block as not compiled, and no block follows")

    for piece in PIECE.finditer(text):
        kind, words, code = piece.groups()
        line = text.count("\n", 0, piece.start()) + 2
        if kind == "program":
            return [], len(re.findall(r"^```swift$", text, re.MULTILINE))
        if kind == "context":
            context = located(words.lstrip("\n"), page, line)
        elif kind:
            expect_no_mark()
            reason, marked = words.strip(), line - 1
            if not reason:
                sys.exit(f"documented-code: {page}:{marked} does not say why the block is not compiled")
        elif reason:
            reason, left_out = None, left_out + 1
        else:
            # What the context declares may be declared again by the block, in a scope of its own.
            made.append(f"static func block{line}() async throws {{\n{context}do {{\n{located(code, page, line)}}}\n}}\n")
    expect_no_mark()
    return made, left_out


def main():
    folder, count, skipped = pathlib.Path(sys.argv[1]), 0, 0
    for name in sys.argv[2:]:
        made, left_out = functions(name, pathlib.Path(name).read_text())
        count, skipped = count + len(made), skipped + left_out
        if made:
            file = folder / (re.sub(r"\W", "_", name) + ".swift")
            imports = "".join(f"import {module}\n" for module in MODULES)
            # An enumeration for each page, so that functions of two pages may have the same name.
            file.write_text(f"{imports}enum {file.stem} {{\n{''.join(made)}}}\n")
    if not count:
        sys.exit("documented-code: no page has a Swift block")
    print(f"documented-code: {count} blocks, {skipped} left out")


main()
