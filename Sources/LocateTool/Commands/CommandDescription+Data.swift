extension CommandDescription {
    /// `locate data`: the built-in places.
    static let data = CommandDescription(
        path: ["data"],
        summary: "look at the built-in places, or build a file of them",
        usage: ["COMMAND"],
        subcommands: [.dataInfo, .dataBuildWorld]
    )

    /// `locate data info`: origin and extent of the places in use.
    static let dataInfo = CommandDescription(
        path: ["data", "info"],
        summary: "say what the built-in places are, where they come from and under which licence",
        usage: ["[options]"],
        discussion: [
            "The whole file is read and compared with its checksums first; where one is wrong nothing is printed and the "
                + "exit status is 65. LOCATIONKIT_DATA=FILE looks at another file."
        ],
        options: [.flag("json", "print one JSON object")]
    )

    /// `locate data build-world`: a file of places from public dumps.
    static let dataBuildWorld = CommandDescription(
        path: ["data", "build-world"],
        summary: "build a file of places from the names and settlements of GeoNames",
        usage: ["--geonames DIR -o FILE", "--geonames DIR --hold-out SEED,SHARE", "--geonames DIR --check-names"],
        discussion: [
            "Scripts/build-world-data of the source fetches the input by the names of its packages and calls this. "
                + "LOCATIONKIT_DATA=FILE makes every command use the file."
        ],
        options: [
            .option(
                "geonames", "DIR", "folder with cities500.json, countries.json and locale", completion: .folders),
            .option("output", letter: "o", "FILE", "the file to write", completion: .files),
            .option(
                "boundaries", "FILE",
                "country areas of your own, GeoPackage or GeoJSON, such as OpenStreetMap's of admin_level=2; they go before "
                    + "the borders of the folder (may be repeated)", completion: .files),
            .option(
                "hold-out", "SEED,SHARE",
                "write nothing; leave out a share of the settlements, such as 1,20%, and print how many of them are told to "
                    + "be in a wrong country or division"),
            .flag("check-names", "write nothing; print how well names without a language are told, as a table"),
        ]
    )
}
