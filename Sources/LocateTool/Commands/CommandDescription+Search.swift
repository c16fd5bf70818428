extension CommandDescription {
    /// `locate search`: where is the place of that name.
    static let search = CommandDescription(
        path: ["search"],
        summary: "say where the place of a name is",
        usage: ["TEXT [options]"],
        discussion: [
            "Prints the cities, towns, villages and quarters whose name begins with TEXT in any language, one a line: whole "
                + "names first, then first words, then first letters, the most populous first among those. What follows a "
                + "comma is the country or state, by name or code: Paris, Texas or Paris, FR. Several words need no quotes.",
            "Capitals, marks on letters, hyphens and apostrophes do not matter: sao paulo finds São Paulo, munchen finds "
                + "München. Where nothing is called that, ae, oe and ue are taken for ä, ö and ü: muenchen.",
            "With --provider nominatim or photon a service on the web is asked, which knows streets and houses too.",
            "Where nothing is found nothing is printed, and the exit status is 1.",
        ],
        arguments: [ArgumentDescription(name: "TEXT", help: "the beginning of a name, and after a comma where it is")],
        options: [
            .option("language", "TAG[,TAG]", "languages of the names, best first (default: settings, then environment)")
                .settable(),
            .option("limit", "N", "print at most N matches (default: 10)"),
            .flag("json", "print one JSON object a line"),
            .choice(
                "provider", ReverseOptions.Provider.allCases.map(\.rawValue),
                "who is asked (default: auto, the built-in world; the web only when it is named)"
            ).settable("auto"),
        ] + OptionDescription.web
    )
}
