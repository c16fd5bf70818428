extension CommandDescription {
    /// `locate search`: where is the place of that name.
    static let search = CommandDescription(
        path: ["search"],
        summary: "say where the place of a name is",
        usage: ["TEXT [options]", "--input FILE|- [options]", "[options] < FILE"],
        discussion: [
            "Prints the countries, states, cities, towns, villages and quarters whose name begins with TEXT in any language, "
                + "one a line: whole names first, then first words, then first letters, the most populous first among those; "
                + "a state counts a tenth of its people, so that New York is the city. With --near the nearest come first. "
                + "What follows a comma is the country or state, by name or code: Paris, Texas or Paris, FR. Several words "
                + "need no quotes.",
            "The position of a country or state is the middle of its land.",
            "With --input every line of a file is a name, and without TEXT every line of what is piped or redirected to standard "
                + "input, and its best match is printed (--limit for more); in JSON, CSV and "
                + "GeoJSON query is the line. Empty lines are passed over. A name that is not found leaves an empty line or an object with error, is "
                + "named on standard error, and the exit status is 1.",
            "Capitals, marks on letters, hyphens and apostrophes do not matter: sao paulo finds São Paulo, munchen finds "
                + "München. Where nothing is called that, ae, oe and ue are taken for ä, ö and ü: muenchen.",
            "With --provider nominatim or photon a service on the web is asked, which knows streets and houses too.",
            "Where nothing is found the exit status is 1.",
        ],
        arguments: [ArgumentDescription(name: "TEXT", help: "the beginning of a name, and after a comma where it is")],
        options: [
            .option("language", "TAG[,TAG]", "languages of the names, best first (default: settings, then environment)")
                .settable(),
            .option("limit", "N", "print at most N matches (default: 10; for each line of --input: 1)"),
            .option("near", "LAT,LON", "print the matches nearest to this point first, with their distance"),
            .option(
                "input", letter: "i", "FILE", "read names from FILE, one a line, or from standard input for -",
                completion: .files),
            .choice(
                "format", ReverseOptions.Format.allCases.map(\.rawValue),
                "form of the output; json and ndjson print one object a line (default: text)"
            ).settable(),
            .flag("json", "the same as --format json"),
            .template,
            .csvSafe,
            .provider,
            .flag("quiet", "print neither hints nor a summary on standard error; errors still are").settable(),
        ] + OptionDescription.web,
        appendices: [.keywords(SearchReport.keys)]
    )
}
