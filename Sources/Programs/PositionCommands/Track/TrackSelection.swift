package import LKCommandLine
import LKGazetteer
import LKGeo
import LKGeocoding
import LKSharedOptions
import LKStreets
import LKTrackFormats
import LKTracks
import LocationKitMaps

extension CommandDescription {
    /// `locate track`: records, exports and analyses tracks.
    package static let track = CommandDescription(
        path: ["track"],
        summary: "record, inspect, export, draw and repair tracks",
        usage: ["COMMAND"],
        examples: [
            .init("record one point every five seconds", "locate track record walk.track --interval 5"),
            .init("export what was recorded", "locate track export walk.track -o walk.gpx"),
            .init("show a track's length and duration", "locate track info walk.gpx"),
        ]
    )

    static let unusableTrackPoints =
        "Points and values that cannot be used are named on standard error, and the exit status is then 1. A damaged file is an "
        + "error (exit status 65), unless --salvage asks for its intact parts."
}

/// The tracks that `track map` and `track plot` show, and how much of them.
struct TrackSelection {
    /// The files of tracks.
    var paths: [String]
    /// The title; `nil` for that of the track.
    var title: String?
    /// The languages of names and words.
    var languages: [LanguageTag]
    var units: MeasurementSystem
    /// How exactly positions are shown.
    var precision: MapPrecision
    /// Where tracks are cut.
    var hidden: [HiddenArea]
    /// Whose streets are drawn, and name stops.
    var streets: StreetFiles
    /// The user's own names of places; `nil`: none.
    var corrections: CorrectionOptions?
    /// What files do not say themselves.
    var hints: TrackFormat.Hints
    /// Whether to show the intact part of a damaged file.
    var salvages: Bool
    /// Whether to suppress progress and notes.
    var quiet: Bool

    /// `--hide`, which is the same in both.
    static let hide = Option(
        repeatable: "hide", .hiddenArea,
        "cut out what is within RADIUS metres of a point, and up to three times as far around (may be repeated)")
    static let quiet = Flag.quiet("progress and notes")

    /// `--units`.
    static let units = Option(
        "units", .choice(), default: MeasurementSystem.metric, "units of lengths, heights and speeds"
    ).settable()

    /// Returns what `--hide` does, for the help of both commands.
    static func hideDiscussion(_ what: String, _ other: String) -> String {
        "--hide cuts a circle out of \(what). It contains the circle you give, but has another middle and up to three times "
            + "the radius, so that the ends of the tracks do not point to your home. Where it is follows from a secret in "
            + "locationkit/map-secret below $XDG_STATE_HOME (default: ~/.local/state), so that every \(other) cuts the same "
            + "circle. Give the same circle each time, and keep the file to yourself."
    }

    /// Decodes a command line.
    ///
    /// - Parameters:
    ///   - arguments: The command line.
    ///   - title: The command's `--title`.
    ///   - language: Its `--language`.
    ///   - streets: Its `--streets`.
    ///   - usage: How it is called, for messages.
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    init(
        _ arguments: ParsedArguments, title: Option<String?>, language: Option<[LanguageTag]?>,
        streets: Option<[String]>, usage: String
    ) throws(ToolError) {
        paths = arguments.positionals
        guard !paths.isEmpty, !paths.contains("") else { throw .usage("needs files of tracks: locate \(usage)") }
        self.title = try arguments[title]
        languages = try arguments[language] ?? LanguageTag.preferred(environment: Environment.values)
        units = try arguments[Self.units]
        precision = try arguments[MapOutput.precision]
        hidden = try arguments[Self.hide]
        self.streets = try StreetFiles(arguments, streets)
        corrections = try CorrectionOptions(arguments, sharedSalvage: TrackInput.salvage)
        hints = try arguments.trackHints()
        salvages = arguments[TrackInput.salvage]
        quiet = arguments[Self.quiet]
    }

    /// The files that the command reads, as the command line names them.
    var inputs: [String] { paths + streets.paths + (corrections.map { [$0.path] } ?? []) }

    /// Opens the files of streets; around the middles of cities they would mean nothing.
    func openStreets(for command: String) throws(ToolError) -> StreetIndexes? {
        precision == .exact ? try streets.open(for: command) : nil
    }

    /// What was read.
    struct Reading {
        var tracks: TrackMap
        /// What a single file is called: by itself, else by its name; `nil` for several and for standard input.
        var title: String?
        /// The user's own names of places.
        var corrections: PlaceCorrections?
        /// ``ExitCode/partialFailure`` if there were points or values that cannot be used.
        var code: ExitCode
        /// How many waypoints there are, which are not shown.
        var waypoints = 0
    }

    /// Reads the files.
    ///
    /// - Parameters:
    ///   - world: Names the places.
    ///   - streets: Names streets at stops; `nil` for settlements alone.
    ///   - command: The command, for messages.
    ///   - result: What the tracks are read for: `page` or `picture`.
    ///   - progress: Where progress is shown.
    /// - Returns: The tracks, of which something is visible.
    /// - Throws: Why they cannot be shown.
    func read(
        in world: World, naming streets: StreetIndexes?, for command: String, _ result: String, _ progress: Progress
    ) throws(ToolError) -> Reading {
        let corrections = try corrections.read(for: command, quiet: quiet)
        var tracks = TrackMap(
            in: world, languages: languages, precision: precision, hiding: hidden,
            secret: hidden.isEmpty ? nil : MapSecret.forCommand(command), corrections: corrections)
        tracks.units = units
        tracks.streets = streets
        var reading = Reading(tracks: tracks, title: nil, corrections: corrections, code: .success)
        for path in paths {
            let input = TrackInput(path, hints)
            let (warnings, name) = try read(input, into: &reading, for: command, progress)
            progress.clear()
            if TrackWarningText.say(warnings, path: input.name, command: command) != .success {
                reading.code = .partialFailure
            }
            if paths.count == 1 { reading.title = name ?? (path == "-" ? nil : Self.fileName(path)) }
        }
        if reading.waypoints > 0, !quiet {
            let what = reading.waypoints == 1 ? "1 waypoint is" : "\(reading.waypoints) waypoints are"
            Messages.note("\(what) not shown", command: command)
        }
        guard reading.tracks.statistics.count == 0 else { return reading }
        if reading.tracks.hiddenCount > 0 {
            throw ToolError(
                .dataError, "--hide hides all \(reading.tracks.hiddenCount) positions, and no \(result) was written")
        }
        let what = paths.count == 1 ? "\(paths[0]) has" : "the files have"
        throw ToolError(.dataError, "\(what) no points of a track, and no \(result) was written")
    }

    /// Reads a file; returns its warnings and what it calls itself.
    private func read(
        _ input: TrackInput, into reading: inout Reading, for command: String, _ progress: Progress
    ) throws(ToolError) -> (TrackWarnings, String?) {
        // A name for tracks without one, of files that do not name any.
        reading.tracks.startTrack(name: paths.count > 1 ? Self.fileName(input.name) : nil)
        var (name, nameOfTrack, count): (String?, String?, Int) = (nil, nil, 0)
        // Of an error in reading it is known where, also by which salvaging begins.
        var refusal: MapError?
        do throws(TrackFormatError) {
            let reader = JumpReader(CountingReader(try input.reader(salvaging: salvages), progress))
            while let element = try reader.next() {
                switch element {
                case .metadata(let metadata): name = metadata.name ?? name
                case .trackStart(let metadata):
                    count += 1
                    nameOfTrack = metadata.name
                    // A file's tracks without a name are named after the file.
                    if metadata.name == nil, paths.count > 1 {
                        reading.tracks.startTrack(name: Self.fileName(input.name))
                        continue
                    }
                case .waypoint: reading.waypoints += 1
                default: break
                }
                do throws(MapError) {
                    try reading.tracks.add(element)
                } catch {
                    refusal = error
                    throw TrackFormatError(code: .malformed, message: error.message)
                }
            }
            reading.tracks.jumpCount += reader.count
            if !quiet {
                progress.clear()
                TrackWarningText.say(jumps: reader, path: input.name, command: command)
            }
            return (TrackWarnings(reader), name ?? (count == 1 ? nameOfTrack : nil))
        } catch {
            throw refusal.map { ToolError($0) } ?? ToolError(error, of: salvages ? nil : input)
        }
    }

    private static func fileName(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}

extension TrackSelection {
    /// Reports what a page or an image reveals to its recipients.
    ///
    /// - Parameters:
    ///   - tracks: What it shows.
    ///   - photos: How many photos it shows; `nil` for none.
    ///   - command: The command, for messages.
    ///   - result: `page` or `picture`.
    /// - Throws: ``ExitCode/dataError`` if the built-in data is damaged.
    func announce(
        _ tracks: TrackMap, photos: Int? = nil, for command: String, _ result: String
    ) throws(ToolError) {
        let count = tracks.coordinates.count
        var text = "\(count) position\(count == 1 ? "" : "s")"
        if count < tracks.statistics.count { text += " of \(tracks.statistics.count), as many as a screen can show," }
        text += " \(count == 1 && photos == nil ? "goes" : "go") into the \(result)"
        switch tracks.precision {
        case .exact:
            text += ", exact to about a metre"
            if tracks.statistics.start != nil { text += ", with times" }
        case .city: text += ", the middles of cities, towns and villages"
        case .country: text += ", the middles of countries"
        }
        if tracks.hiddenCount > 0 {
            text += "; --hide leaves out \(tracks.hiddenCount), \(Self.text(tracks.trimmedRadii))"
        }
        if tracks.interruptionCount > 0 {
            let lines = tracks.interruptionCount == 1 ? "1 line" : "\(tracks.interruptionCount) lines"
            text += "; \(lines) through the hidden circle \(tracks.interruptionCount == 1 ? "is" : "are") interrupted"
        }
        if let photos { text += "; with \(photos) photo\(photos == 1 ? "" : "s")" }
        Messages.note(text, command: command)
        if tracks.precision == .exact { try announceHome(tracks, command) }
    }

    /// Returns how wide the circles are: `in a circle of 649 to 769 m around another point than the one given`.
    private static func text(_ radii: [ClosedRange<Double>]) -> String {
        let least = radii.map(\.lowerBound).min() ?? 0
        let most = radii.map(\.upperBound).max() ?? 0
        let range = "\(NumberText.fixed(least, decimals: 0)) to \(NumberText.fixed(most, decimals: 0)) m"
        return radii.count == 1
            ? "in a circle of \(range) around another point than the one given"
            : "in circles of \(range) around other points than those given"
    }

    /// Reports where home probably is: where tracks are on several days, otherwise where they begin.
    private func announceHome(_ tracks: TrackMap, _ command: String) throws(ToolError) {
        guard tracks.statistics.count > 1 else { return }
        let most: TrackMap.MostSeen?
        let start: (coordinate: Coordinate, name: String)?
        do throws(MapError) { (most, start) = (try tracks.mostSeen(), try tracks.start()) } catch {
            throw ToolError(error)
        }
        if let most, most.days > 1 {
            let (point, named) = MapOutput.place(most.coordinate, name: most.name)
            Messages.note(
                "most often seen is \(named), on \(most.days) days with \(most.positions) positions; if that is home, "
                    + "--hide \(point),500 leaves it out", command: command)
        } else if let start, hidden.isEmpty {
            let (point, named) = MapOutput.place(start.coordinate, name: start.name)
            Messages.note(
                "the way begins at \(named); if that is home, --hide \(point),500 leaves it out", command: command)
        }
    }
}
