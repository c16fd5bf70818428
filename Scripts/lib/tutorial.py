#!/usr/bin/env python3
"""Takes the program out of a tutorial: its Swift blocks in order, and what it says the program prints.

    tutorial.py PAGE program        the program
    tutorial.py PAGE output         the lines of the last console block below its command
"""

import pathlib
import re
import sys

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def main():
    page, wanted = pathlib.Path(sys.argv[1]), sys.argv[2]
    blocks = BLOCK.findall(page.read_text())
    if wanted == "program":
        # The manifest is shown too, and is not part of the program.
        parts = [text for language, text in blocks if language == "swift" and not text.startswith("// swift-tools")]
        if not parts:
            sys.exit(f"tutorial: {page} has no Swift block")
        print("\n".join(parts), end="")
    else:
        consoles = [text for language, text in blocks if language == "console"]
        if not consoles or not consoles[-1].startswith("$ "):
            sys.exit(f"tutorial: {page} has no console block that begins with a command")
        print(consoles[-1].split("\n", 1)[1], end="")


main()
