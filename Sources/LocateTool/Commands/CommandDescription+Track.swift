import TrackFormats

extension CommandDescription {
    /// `locate track`: tracks of where it went.
    static let track = CommandDescription(
        path: ["track"],
        summary: "record where it goes, and look at and export what was recorded",
        usage: ["COMMAND"],
        subcommands: [.trackRecord, .trackExport, .trackInfo, .trackRepair]
    )

    /// `locate track record`: keeps a track.
    static let trackRecord = CommandDescription(
        path: ["track", "record"],
        summary: "record a track until interrupted, into a file that survives whatever happens",
        usage: ["FILE [options]"],
        discussion: [
            "FILE is a track log; one that is there is continued. Of a damaged one every whole point is continued, and the "
                + "damaged file is kept beside it under another name. Every point is safe on the disk at the latest a second after "
                + "it came, also when the program is killed or power fails. While the disk is full or gone, points wait in "
                + "memory and are written when it works again. Only one program can record into a file.",
            "When gpsd or its receiver is lost, and when it is back, is said as it happens: on the terminal's line, else on standard "
                + "error. The recording goes on as soon as there are positions again.",
            "With --interval and --distance a point is kept as soon as either is reached. A new segment begins after a minute "
                + "without a fix, and when another receiver takes over. For GPX and the like, export what was recorded.",
        ],
        arguments: [ArgumentDescription(name: "FILE", help: "the track log, made where it is missing")],
        options: [
            .option("interval", "S", "keep a point S seconds after the last one (default: 0, each)").settable("0"),
            .option("distance", "M", "keep a point M metres from the last one (default: 0, each)").settable("0"),
            // Not the accuracy that ends a search: points would be lost for a wish about that.
            .option(
                "accuracy", "M",
                "keep no point whose accuracy is worse than M metres or unknown (default: any; setting: track-accuracy)"
            ).settable(as: "track-accuracy"),
            .option("duration", "S", "end after S seconds"),
            .option("name", "TEXT", "what the track is called"),
            .flag("explain", "say at the end how many fixes were not kept, and why"),
        ] + locateOptions.filter { sourceNames.contains($0.name) } + [
            .flag("quiet", "print neither progress nor a summary on standard error").settable()
        ]
    )

    private static let sourceNames = ["gpsd", "device", "replay", "speed", "simulate"]

    /// `locate track export`: a track for other programs.
    static let trackExport = CommandDescription(
        path: ["track", "export"],
        summary: "write a track in a format of other programs",
        usage: ["FILE --format FORMAT [-o FILE]", "FILE -o FILE"],
        discussion: [
            "FILE is a track log, also one that is being recorded, or a file of any of the formats. The output replaces a file "
                + "that is there only when all of it is written, and never a track log.",
            unusable,
        ],
        arguments: [
            ArgumentDescription(
                name: "FILE",
                help: "a track log, GPX, GeoJSON, KML, CSV or NMEA; - is standard input, but for a track log")
        ],
        options: [
            .choice("format", TrackFormat.allCases.map(\.rawValue), "the format (default: by the name of the output)"),
            .option(
                "output", letter: "o", "FILE", "the file to write; - is standard output, the default",
                completion: .files),
            salvage, .csvSafe,
        ]
    )

    /// `locate track info`: what a track amounts to.
    static let trackInfo = CommandDescription(
        path: ["track", "info"],
        summary: "say how long, how far, how fast and how high a track is",
        usage: ["FILE [options]"],
        discussion: [
            "Reads track logs, GPX, GeoJSON, KML, CSV and NMEA. Gaps between segments are no part of distance and speed; climbs "
                + "count from 5 m on; above 0.5 m/s it is in motion.",
            unusable,
        ],
        arguments: [
            ArgumentDescription(name: "FILE", help: "a file of tracks; - is standard input, but for a track log")
        ],
        options: OptionDescription.forms(TableFormat.allCases.map(\.rawValue)) + [salvage],
        appendices: [.keywords(TrackReport.keys)]
    )

    private static let unusable =
        "Points and values that cannot be used are named on standard error, and the exit status is 1 then. A damaged file is an "
        + "error, exit status 65, unless --salvage asks for what is whole of it."

    private static let salvage = OptionDescription.flag("salvage", "of a damaged file use what is whole, and say so")

    /// `locate track repair`: what is whole of a damaged track.
    static let trackRepair = CommandDescription(
        path: ["track", "repair"],
        summary: "save what is whole of a damaged track into a new file",
        usage: ["FILE -o NEW"],
        discussion: [
            "A track log is searched page by page, with its write-ahead log, and every whole point is written into a new log; "
                + "neither a missing end nor a damaged beginning hides the rest. Of GPX, GeoJSON, KML, CSV and NMEA everything "
                + "in front of the damage is written, in the format that the name of NEW tells.",
            "FILE is left as it is, and NEW must not exist. The exit status is 0 when FILE was whole, and 1 when it was damaged: "
                + "standard error says what was saved and what is known to be missing.",
        ],
        arguments: [
            ArgumentDescription(
                name: "FILE",
                help: "a damaged track log, GPX, GeoJSON, KML, CSV or NMEA; - is standard input, but for a track log")
        ],
        options: [.option("output", letter: "o", "NEW", "the file to make", completion: .files)]
    )
}
