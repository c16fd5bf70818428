import Glibc
import TrackFormats
import Tracks

extension CommandDescription {
    /// `locate track`: tracks of where it went.
    static let track = CommandDescription(
        path: ["track"],
        summary: "record where it goes, and look at and export what was recorded",
        usage: ["COMMAND"],
        examples: [
            .init("record a point every five seconds", "locate track record walk.track --interval 5"),
            .init("export what was recorded", "locate track export walk.track -o walk.gpx"),
            .init("say how long a track is", "locate track info walk.gpx"),
        ]
    )

    static let unusableTrackPoints =
        "Points and values that cannot be used are named on standard error, and the exit status is 1 then. A damaged file is an "
        + "error, exit status 65, unless --salvage asks for what is whole of it."

    static let salvageTrack = OptionDescription.flag("salvage", "of a damaged file use what is whole, and say so")
}

extension TrackFormat {
    /// How help names the formats: `GPX, GeoJSON or KML`.
    static let alternatives = Suggestion.alternatives(allCases.map(\.title))

    /// The same for all of them: `GPX, GeoJSON and KML`.
    static let enumeration = Suggestion.alternatives(allCases.map(\.title), conjunction: "and")
}

/// A file of tracks that a command line names; `-` is standard input.
final class TrackInput {
    /// What messages call it.
    let name: String
    /// The path; `nil` for standard input.
    private let path: String?
    private var spool: SpooledInput?

    /// Takes a word of a command line.
    init(_ word: String) {
        path = word == "-" ? nil : word
        name = path ?? StandardInput.name
    }

    /// Makes sure that the input can be read several times: standard input and a pipe go into a temporary file.
    ///
    /// - Throws: As ``SpooledInput/init(_:note:)``.
    func allowRepetition(note: (String) -> Void) throws(ToolError) {
        guard spool == nil else { return }
        if let path {
            var status = stat()
            guard stat(path, &status) == 0, [S_IFIFO, S_IFCHR, S_IFSOCK].contains(status.st_mode & S_IFMT) else {
                return
            }
        }
        spool = try SpooledInput(path ?? "-", note: note)
    }

    /// Reads from the beginning.
    ///
    /// - Throws: `TrackFormatError`; a track log from standard input is refused, for only a file can be searched.
    func reader(salvaging: Bool) throws(TrackFormatError) -> any TrackReading {
        if let path, spool == nil { return try TrackFile.reader(path: path, salvaging: salvaging) }
        guard let spool else {
            return try TrackFile.reader(fileDescriptor: STDIN_FILENO, name: name, salvaging: salvaging)
        }
        lseek(spool.descriptor, 0, SEEK_SET)
        return try TrackFile.reader(fileDescriptor: spool.descriptor, name: name, salvaging: salvaging)
    }

    /// Whether it is a track log.
    var isLog: Bool { path.map(TrackFile.isLog) ?? false }
}

/// What a command says of the parts of a file of tracks that could not be used.
enum TrackWarningText {
    /// The sentences, a line for each of the first hundred.
    ///
    /// - Parameters:
    ///   - warnings: What the reader passed over.
    ///   - path: The file.
    /// - Returns: `walk.csv:7: "yesterday" is not a time`, and how many more there are.
    static func lines(_ warnings: TrackWarnings, path: String) -> [String] {
        var lines = warnings.first.map { warning in
            // The error of a damaged file names the file and the line itself.
            if warning.line == 0 {
                return warning.message.hasPrefix(path) ? warning.message : "\(path): \(warning.message)"
            }
            return "\(path):\(warning.line): \(warning.message)"
        }
        let more = warnings.count - warnings.first.count
        if more > 0 { lines.append("\(path): \(more) more points or values could not be used") }
        return lines
    }

    /// Prints them on standard error.
    ///
    /// - Returns: The end of the command: ``ExitCode/partialFailure`` when there are any.
    @discardableResult static func say(_ warnings: TrackWarnings, path: String, command: String) -> ExitCode {
        for line in lines(warnings, path: path) { Messages.note(line, command: command, as: .warning) }
        return warnings.count == 0 ? .success : .partialFailure
    }

    /// What was saved of a damaged log.
    static func text(_ repair: TrackLogRepair) -> String {
        let points = repair.pointCount == 1 ? "1 point" : "\(repair.pointCount) points"
        let segments = repair.segmentCount == 1 ? "1 segment" : "\(repair.segmentCount) segments"
        let losses = repair.losses.sentence ?? "no loss is known, but there may be some"
        return "\(points) in \(segments) saved" + (repair.wasDamaged ? "; \(losses)" : "; no damage was found")
    }
}
