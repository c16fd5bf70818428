import Geocoding

extension CommandDescription {
    /// The options of `locate reverse`.
    static let reverseOptions: [OptionDescription] =
        [
            .option(
                "input", letter: "i", "FILE", "read points from FILE, or from standard input for -",
                completion: .files),
            .choice(
                "input-format", ReverseOptions.InputFormat.allCases.map(\.rawValue),
                "what the input is (default: by its name, else by its beginning); json is an array, ndjson one object a line"
            ),
            .provider,
            .option("language", "TAG[,TAG]", "languages of the names, best first (default: settings, then environment)")
                .settable(),
            .choice(
                "format", ReverseOptions.Format.allCases.map(\.rawValue),
                "form of the output (default: text for one point, for a file the form of the input, csv for gpx)"
            ).settable(),
            .flag("json", "the same as --format json"),
            .template,
            .csvSafe,
            .flag("quiet", "print neither hints nor progress nor a summary on standard error; errors still are")
                .settable(),
        ] + OptionDescription.corrections + OptionDescription.web + [.privacy]

    /// `locate reverse`: what is this place called.
    static let reverse = CommandDescription(
        path: ["reverse"],
        summary: "say what a place is called",
        usage: ["LAT LON [options]", "LAT,LON [options]", "--input FILE|- [options]", "[options] < FILE"],
        discussion: [
            "Latitude comes first, in degrees; south and west are negative. Degrees, minutes and seconds are read as well: "
                + "48°51'24\"N 2°21'08\"E, 48 51 24 N, 2 21 8 E, or N48 51.4 E002 21.1. With the letters N, S, E and W, or the "
                + "words for them in some languages, the longitude may come first; O is refused, because it is west in French and "
                + "Spanish, and east in German.",
            "With --input every point of a file gets its place, and without a point every point of what is piped or redirected "
                + "to standard input. The rows of CSV keep their order and their columns, and country_code, country, state, city, "
                + "sub_locality, address, precision, provider and distance_m are appended. A row that cannot be used is "
                + "kept with empty columns, named on standard error, and the exit status is 1.",
            "CSV has a header that names lat or latitude and lon, lng or longitude, or else just two columns, or one with both, "
                + "as in 48.86 2.35. Columns are separated by commas, semicolons or tabs, and what is appended is separated alike; "
                + "where it is semicolons or tabs, numbers may have a decimal comma. Columns such as "
                + "N/S and E/W, lat_ref and lon_ref name the hemispheres. Appended numbers have a decimal point.",
            "JSON is an array of points or one point a line: an object with members named like the columns, or "
                + "[latitude, longitude]. Columns, members, properties of GeoJSON, and kind, name, time and altitude of GPX are kept "
                + "in every form of output but text; one that has the name of one of the output's is called input.NAME there. In a "
                + "template each is %input.NAME, or %input.{NAME} where the name has other characters than letters, digits "
                + "and underscores. For CSV, JSON is read twice, because every member needs a "
                + "column; a pipe is read to its end first.",
            "Empty lines are passed over. Of what cannot be read JSON has the text in input, beside error. Files are UTF-8, or UTF-16 "
                + "with a byte order mark; what is not valid is replaced by U+FFFD, and standard error says so. GeoJSON is in WGS 84: "
                + "another crs is refused.",
            "In JSON, border tells how many metres it is to the nearest border between two countries within 100 km, which "
                + "country is across it, and whether the place is certainly on this side; claims tells who else claims or "
                + "holds the place, by the codes of ISO 3166-1, XX for an authority without one. The country is in doubt "
                + "where there are claims, or where the border is not certain. As text, a hint on standard error says so.",
            "With --corrections names of your own outrank those of the built-in world and of services: FILE is GeoJSON of areas, "
                + "or of points with a radius in metres (default: \(Int(PlaceCorrections.defaultRadius))), whose properties are "
                + PlaceCorrections.properties.joined(separator: ", ") + ". null takes a name away, and what the others "
                + "contradict is left out, such as the quarter of another city. Of several areas around a point the smallest counts. "
                + "Docs/Corrections.md has the rules. locate settings set corrections FILE keeps it for all commands.",
            "With --provider nominatim or photon points are sent to a service on the web, and answers reach down to streets "
                + "and houses. The public services take one question a second from all of a user's programs, and want to know "
                + "who asks: --user-agent. A point whose question fails is treated like a row that cannot be used, and the "
                + "built-in world does not stand in; where the service answers for none, the exit status is 69.",
            "What the web answered is kept for 90 days in locationkit/addresses.sqlite below $XDG_CACHE_HOME or ~/.cache, so that "
                + "nothing is asked twice; the file may be deleted at any time.",
            "With --privacy all points of a cell of the grid are asked for as its middle, and the answer says what holds for the "
                + "whole cell: above 20 m no house number, above 100 m no street, above 2 km no city, above 20 km the country.",
        ],
        arguments: [
            ArgumentDescription(name: "LAT", help: "degrees north, -90 to 90"),
            ArgumentDescription(name: "LON", help: "degrees east, -180 to 180"),
        ],
        options: reverseOptions,
        appendices: [.keywords(PlaceReport.keys)]
    )
}
