import Tracks

/// The options of `locate track record`, decoded and checked against each other.
struct TrackRecordOptions {
    /// The track log.
    var path: String
    /// What the track is called; `nil` leaves the name it has.
    var name: String?
    /// At least so many seconds between two points; 0: no matter.
    var interval = 0.0
    /// At least so many metres between two points; 0: no matter.
    var distance = 0.0
    /// The largest radius of a point in metres; `nil`: any, and unknown ones too.
    var accuracy: Double?
    /// When to end; `nil`: at the source's end or a signal.
    var duration: Duration?
    /// Whether it is said at the end how many fixes were not kept, and why.
    var explains = false
    /// Where positions come from, and whether hints are kept back.
    var source: LocateOptions

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        guard arguments.positionals.count == 1, let path = arguments.positionals.first, !path.isEmpty else {
            throw .usage("needs the file to record into: locate track record FILE")
        }
        guard path != "-" else { throw .usage("a track is recorded into a file, not to standard output; name one") }
        if let format = Self.foreignFormat(path) {
            throw .usage(
                "a recording is a track log, no \(format); record into another name, and export it: "
                    + "locate track export WALK.track -o \(path)")
        }
        self.path = path
        name = arguments.string("name").flatMap { $0.isEmpty ? nil : $0 }
        interval = try arguments.number("interval", in: 0...1e9, expected: "a number of seconds, such as 5") ?? 0
        distance = try arguments.metres("distance") ?? 0
        accuracy = try arguments.metres("accuracy")
        duration = try arguments.seconds("duration")
        explains = arguments.flag("explain")
        source = try LocateOptions(source: arguments)
        source.quiet = arguments.flag("quiet")
    }

    /// The format that a file's name promises, and a log would not keep.
    static func foreignFormat(_ path: String) -> String? {
        let name = path.lowercased()
        let endings = ["gpx": "GPX", "geojson": "GeoJSON", "json": "JSON", "kml": "KML", "csv": "CSV", "nmea": "NMEA"]
        return endings.first { name.hasSuffix(".\($0.key)") }?.value
    }

    /// Which fixes are kept: good enough ones, as soon as it is time or far enough for the next.
    var filter: LocationFilter {
        var conditions: [LocationFilter] = []
        if let accuracy { conditions.append(.accuracy(accuracy, acceptsUnknown: false)) }
        var steps: [LocationFilter] = []
        if interval > 0 { steps.append(.interval(interval)) }
        if distance > 0 { steps.append(.distance(distance)) }
        if !steps.isEmpty { conditions.append(.any(steps)) }
        return .all(conditions)
    }
}
