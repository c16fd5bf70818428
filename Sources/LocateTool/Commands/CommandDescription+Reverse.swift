extension CommandDescription {
    /// The options of `locate reverse`.
    static let reverseOptions: [OptionDescription] =
        [
            .option(
                "input", letter: "i", "FILE", "read points from FILE, or from standard input for -",
                completion: .files),
            .choice(
                "input-format", ReverseOptions.InputFormat.allCases.map(\.rawValue),
                "what the input is (default: by its name, else by its beginning)"),
            .provider,
            .option("language", "TAG[,TAG]", "languages of the names, best first (default: settings, then environment)")
                .settable(),
            .choice(
                "format", ReverseOptions.Format.allCases.map(\.rawValue),
                "form of the output (default: text for one point, for a file the form of the input, csv for gpx)"
            ).settable(),
            .flag("json", "the same as --format json"),
            .option("template", "STRING", "print STRING, each %keyword replaced by its value; %% is a percent sign"),
            .flag("quiet", "print neither hints nor progress nor a summary on standard error; errors still are")
                .settable(),
        ] + OptionDescription.web + [.privacy]

    /// `locate reverse`: what is this place called.
    static let reverse = CommandDescription(
        path: ["reverse"],
        summary: "say what a place is called",
        usage: ["LAT LON [options]", "LAT,LON [options]", "--input FILE|- [options]"],
        discussion: [
            "Latitude comes first, in degrees; south and west are negative. With --input every point of a file gets its "
                + "place: the rows of CSV keep their order and their columns, and country_code, country, state, city, "
                + "sub_locality, address, precision, provider and distance_m are appended. A row that cannot be used is "
                + "kept with empty columns, named on standard error, and the exit status is 1.",
            "CSV has a header that names lat or latitude and lon, lng or longitude, or else just two columns.",
            "In JSON, border tells how many metres it is to the nearest border between two countries within 100 km, which "
                + "country is across it, and whether the place is certainly on this side; claims tells who else claims or "
                + "holds the place, by the codes of ISO 3166-1, XX for an authority without one. The country is in doubt "
                + "where there are claims, or where the border is not certain. As text, a hint on standard error says so.",
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
        appendices: [PlaceReport.keywordList]
    )
}
