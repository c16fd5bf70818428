"""Names points with a real Nominatim's Python library, and says how long that took.

usage: python3 nominatim.py PROJECT < POINTS > ANSWERS

PROJECT is the folder of the imported database. POINTS and ANSWERS have a JSON object a line, in the form of the answers that were
recorded for the extracts: lat, lon and kind of the point, category, type and address of what Nominatim names there. The last line
has the seconds by the clock for all points, one after the other on one thread, without printing.
"""

import json
import pathlib
import sys
import time

import nominatim_api


def main():
    project = pathlib.Path(sys.argv[1])
    points = [json.loads(line) for line in sys.stdin]
    output = nominatim_api.result_formatting.load_format_dispatcher("v1", project)
    locales = nominatim_api.Locales()
    options = {
        "address_details": True,
        "max_rank": 30,
        "layers": nominatim_api.DataLayer.ADDRESS | nominatim_api.DataLayer.POI,
    }
    results = []
    with nominatim_api.NominatimAPI(project) as api:
        api.reverse((9.52, 47.14), **options)
        start = time.monotonic()
        for point in points:
            result = api.reverse((float(point["lon"]), float(point["lat"])), **options)
            if result:
                locales.localize_results([result])
            results.append(result)
        seconds = time.monotonic() - start
    for point, result in zip(points, results):
        line = {key: point.get(key) for key in ("lat", "lon", "kind")}
        if result:
            found = nominatim_api.ReverseResults([result])
            answer = json.loads(output.format_result(found, "jsonv2", {"addressdetails": True}))
            line.update({key: answer.get(key) for key in ("category", "type", "address")})
        print(json.dumps(line, ensure_ascii=False))
    print(json.dumps({"count": len(points), "seconds": seconds}))


main()
