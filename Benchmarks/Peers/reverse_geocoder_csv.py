"""Names the points of a CSV file with reverse_geocoder, as `locate reverse --input` does: CSV in, CSV out.

usage: python3 reverse_geocoder_csv.py IN.csv OUT.csv

One batch in mode 1 (one process), which is the package's faster mode for a file. The columns that it has no value for
are left out; there is no distance.
"""

import csv
import sys

import reverse_geocoder


def main(source, target):
    with open(source, newline="", encoding="utf-8") as file:
        reader = csv.reader(file)
        header = next(reader)
        rows = list(reader)
    latitude, longitude = header.index("latitude"), header.index("longitude")
    points = [(float(row[latitude]), float(row[longitude])) for row in rows]
    # Without verbose=False it prints its progress.
    places = reverse_geocoder.search(points, mode=1, verbose=False)
    with open(target, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header + ["country_code", "state", "city"])
        writer.writerows(
            row + [place["cc"], place["admin1"], place["name"]] for row, place in zip(rows, places)
        )


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
