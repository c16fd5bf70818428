package import LKCommandLine
import LKGeo
import LKGeocoding
import LKOfflineGeocoding
import LKSharedOptions
import LKStreets
import LKThreads

extension CommandDescription {
    /// `locate reverse`: what is this place called.
    package static let reverse = CommandDescription(
        path: ["reverse"],
        summary: "name the place at a position",
        usage: ["LAT LON [options]", "LAT,LON [options]", "--input FILE|- [options]", "[options] < FILE"],
        discussion: [
            "Latitude comes first, in degrees; south and west are negative. Degrees, minutes and seconds are read "
                + "too: 48°51'24\"N 2°21'08\"E, 48 51 24 N, 2 21 8 E, or N48 51.4 E002 21.1. With the letters N, S, E "
                + "and W, or the words for them in some languages, the longitude may come first; O is rejected, because "
                + "it means west in French and Spanish but east in German.",
            "With --input, every point of a file is named; without a point, those that are piped or redirected to "
                + "standard input. CSV rows keep their order and columns and get country_code, country, state, city, "
                + "sub_locality, address, precision, provider and distance_m. A row that cannot be used is kept with "
                + "empty columns (precision is empty for no other row; JSON says why in error) and named on standard "
                + "error, and the exit status is 1. With --bad-rows keep the status is 0, for pipelines in which one "
                + "status other than 0 discards everything: set -o pipefail, or rdd.pipe in Spark. Requests that a web "
                + "service fails to answer, values of GPX that are left out, and a file that cannot be read to its end "
                + "still count.",
            "CSV has a header that names lat or latitude and lon, lng or longitude, or else just two columns, or "
                + "one with both, such as 48.86 2.35. Commas, semicolons or tabs separate columns, in the output as in "
                + "the input; with semicolons or tabs, numbers may have a decimal comma. Columns such as N/S and E/W, "
                + "lat_ref and lon_ref give the hemispheres. Appended numbers have a decimal point. With --format tsv "
                + "tabs separate the columns of the output, and instead of quotes there are escapes: \\t for a tab, \\n "
                + "and \\r for line ends, \\\\ for a backslash. Rows of tab-separated input without quotes are kept as "
                + "they are.",
            "JSON is an array of points, or one point per line: an object with members named like the columns, or "
                + "[latitude, longitude]. Every output format except text keeps columns, members, properties of "
                + "GeoJSON, and kind, name, time and altitude of GPX; one with the name of an output field becomes "
                + "input.NAME. In a template each is %input.NAME, or %input.{NAME} if the name has characters other "
                + "than letters, digits and underscores. To convert JSON to CSV, the input is read twice, because every "
                + "member needs a column; a pipe is read to its end first.",
            "Empty lines are skipped. If an item cannot be read, JSON has its text in input, beside error. Files "
                + "are UTF-8, or UTF-16 with a byte order mark; U+FFFD replaces what is not valid, with a warning on "
                + "standard error. GeoJSON must be in WGS 84: another crs is rejected.",
            "In JSON, border has the distance in metres to the nearest border between two countries within 100 km, "
                + "the country across it, and whether the place is certainly on this side; claims lists who else claims "
                + "or holds the place, as ISO 3166-1 codes, XX for an authority without one. The country is in doubt if "
                + "there are claims, or if the border is not certain; with text output, a hint on standard error says "
                + "so.",
            "With --streets, or where a region is installed (locate data list), the answer reaches down to street, house "
                + "number and place of interest. precision says how far down it goes, place.distance how far away the "
                + "house or street is, 0 inside of it; isInterpolated marks a number that follows from those of its "
                + "neighbours. Elsewhere the built-in world answers, which also adds time zone and border.",
            "With --corners, an answer of such a file without a house number names the nearest corner within "
                + "\(Int(ReverseOptions.cornerReach)) m in place of the street: Main Street & 5th Avenue. The street that is "
                + "nearer comes first; in JSON, corner has both names and the distance in metres. Streets that cross on a "
                + "bridge have no corner.",
            "With --corrections, your own names take precedence over those of the built-in world and of web "
                + "services. FILE is GeoJSON with areas, or points with a radius in metres (default: "
                + "\(Int(PlaceCorrections.defaultRadius))); their properties are "
                + "\(PlaceCorrections.properties.joined(separator: ", ")). null removes a name, and parts that would "
                + "contradict the new names are left out, such as the quarter of another city. If several areas contain "
                + "a point, the smallest counts. Docs/Corrections.md has the rules. locate settings set corrections "
                + "FILE applies a file to all commands.",
            "With --provider \(WebService.alternatives), points are sent to a web service, whose answers include "
                + "streets and houses. The public services accept one request per second from all of a user's programs, "
                + "and require --user-agent. A point whose request fails is treated like a row that cannot be used, and "
                + "the built-in world does not replace it; if the service answers for no point, the exit status is 69.",
            "Web answers are cached for 90 days in locationkit/addresses.sqlite in $XDG_CACHE_HOME or ~/.cache, so "
                + "that nothing is asked twice; you can delete the file at any time.",
            "With --privacy, the centre of a grid cell is sent for all points in it, and the answer contains only "
                + "what holds for the whole cell: above 20 m no house number, above 100 m no street, above 2 km no "
                + "city, above 20 km only the country.",
        ],
        arguments: [
            ArgumentDescription(name: "LAT", help: "degrees north, -90 to 90"),
            ArgumentDescription(name: "LON", help: "degrees east, -180 to 180"),
        ],
        options: ReverseOptions.all,
        appendices: [.keywords(PlaceReport.table.listedKeys)],
        examples: [
            .init("name the place at a position", "locate reverse 35.681236 139.767125"),
            .init("name it in Japanese, or else in English", "locate reverse -33.8568 151.2153 --language ja,en"),
            .init("add country, city and more to the rows of a file", "locate reverse --input points.csv > places.csv"),
            .init(
                "print only what is needed",
                "locate reverse 48.8584,2.2945 --template '%place.city, %place.countryCode'"),
        ],
        action: CommandAction(
            sample: ["0,0"],
            { arguments throws(ToolError) in
                try ReverseOptions(arguments, readsStandardInput: StandardInput.isGiven)
            }, run: ReverseCommand.run)
    )
}

/// `locate reverse`: what is this place called.
enum ReverseCommand {
    static func run(_ options: ReverseOptions, output: Output) throws(ToolError) -> ExitCode {
        let corrections = try options.corrections.read(for: "reverse", quiet: options.quiet)
        switch options.question {
        case .point(let coordinate):
            try answer(coordinate, options, corrections, output)
            return .success
        case .file(let path, let format):
            return try ReverseFile.answer(path, format, options, corrections, output)
        }
    }

    /// Finds the names of a single point, and prints them.
    private static func answer(
        _ coordinate: Coordinate, _ options: ReverseOptions, _ corrections: PlaceCorrections?, _ output: Output
    ) throws(ToolError) {
        let geocoder =
            if let web = options.web { try ToolGeocoder(web, languages: options.languages) } else {
                try options.geocoder()
            }
        let found: Placemark = try geocoder.place(at: coordinate)
        let placemark = corrections?.corrected(found) ?? found
        let format = options.format ?? .text
        let form = format.form
        if !options.quiet {
            if !form.isStructured { options.web?.credit(placemark, in: "reverse") }
            if format == .text, let hint = PlaceHint.text(for: placemark) { Messages.note(hint, command: "reverse") }
        }
        var bytes: [UInt8] = []
        if form.isTabular {
            output.beginTable(form.table(.places))
            bytes = form.beginning(.places, header: nil, isBareCSV: false, members: [])
        }
        form.appendLine(PlaceReport(placemark, at: coordinate), .places, to: &bytes)
        try output.write(bytes)
    }
}

/// What a reader should know of an answer that the address does not say.
enum PlaceHint {
    /// Metres beyond which a reader is told how far away the house or street of an address is.
    private static let farAway = 100.0

    /// Returns a sentence about a place that has no name or whose country is in doubt, or `nil` when there is nothing
    /// to report.
    static func text(for placemark: Placemark) -> String? {
        if placemark.addressString.isEmpty {
            return placemark.provider == StreetIndex.providerName
                ? "no street index covers the point; without --provider streets the built-in world answers"
                : "no place is known there: open sea or unclaimed land"
        }
        if placemark.provider == StreetIndex.providerName, let place = placemark.place, place.distance > farAway {
            let what = placemark.precision == .house ? "house" : "street"
            return
                "the \(what) is \(NumberText.shortest(place.distance, decimals: 0)) m away, and nothing known is nearer"
        }
        if let code = placemark.conflictingCountryCode {
            return
                "the service has the place in \(placemark.isoCountryCode ?? "no country"), but by the built-in borders it is "
                + "in \(code), far from any other"
        }
        if !placemark.claims.isEmpty {
            let others = placemark.claims.map { $0 == "XX" ? "an authority without a country code" : $0 }
            let verbs = others.count == 1 ? "claims or holds" : "claim or hold"
            return "the country is disputed: " + others.joined(separator: " and ") + " \(verbs) the place too"
        }
        guard let border = placemark.border, !border.isCertain else { return nil }
        let distance = NumberText.measured(border.distance)
        return "the country is not certain: it is \(distance) m to the border with "
            + (border.country ?? border.isoCountryCode ?? "unclaimed land") + ", which may be drawn that far off"
    }
}
