"""Prints the notices of what is linked into the C library, as a section of Markdown: linked-notices.py COPYRIGHT

COPYRIGHT is the file of the Debian packages, in Debian's machine-readable format: what is linked in is listed there, and nowhere else.
"""

import re
import sys
from pathlib import Path

#: How the comment of an entry begins that is about the library.
IN_THE_LIBRARY = ("In the library", "In the program and the library")


def fields(paragraph: str) -> dict[str, str]:
    """Return the fields of a paragraph; further lines keep their breaks."""
    found = re.findall(r"(?m)^(\S+):(.*(?:\n .*)*)", paragraph)
    return {name: re.sub(r"(?m)^ \.?", "", value).strip("\n") for name, value in found}


def main(path: str) -> None:
    """Print one heading for each part, and one for each licence that they have."""
    paragraphs = [fields(text) for text in Path(path).read_text(encoding="utf-8").split("\n\n")]
    linked = [part for part in paragraphs if part.get("Files", "").startswith("linked-in/")]
    parts = [part for part in linked if part.get("Comment", "").startswith(IN_THE_LIBRARY)]
    texts = dict(part["License"].split("\n", 1) for part in paragraphs if "Files" not in part and "\n" in part.get("License", ""))
    if not parts:
        sys.exit(f"linked-notices: {path} lists nothing that is in the library")
    print("## The library\n\nliblocationkit contains, besides the program itself:")
    for part in parts:
        holders = ", ".join(line.strip() for line in part["Copyright"].splitlines())
        name, comment = part["Files"].removeprefix("linked-in/"), " ".join(part["Comment"].split())
        print(f"\n### {name}\n\n{comment} Copyright {holders.rstrip('.')}. Licence: {part['License']}.")
    for licence in dict.fromkeys(part["License"] for part in parts):
        if licence not in texts:
            sys.exit(f"linked-notices: {path} has no text of the licence {licence}")
        print(f"\n### The licence {licence}\n\n```text\n{texts[licence]}\n```")


main(*sys.argv[1:])
