import Glibc
package import LKCommandLine
import LKGeo
import LKStorage
package import LKTrackFormats
package import LKTracks

extension TrackFormat {
    /// How help names the formats: `GPX, GeoJSON or KML`.
    package static let alternatives = Suggestion.alternatives(allCases.map(\.title))

    /// The same for all of them: `GPX, GeoJSON and KML`.
    package static let enumeration = Suggestion.alternatives(allCases.map(\.title), conjunction: "and")
}

/// A file of tracks that a command line names; `-` is standard input.
package final class TrackInput {
    /// The name in messages.
    package let name: String
    /// The path; `nil` for standard input.
    private let path: String?
    private let hints: TrackFormat.Hints
    private var spool: SpooledInput?

    /// `--salvage` of commands that read tracks.
    package static let salvage = Flag("salvage", "use the intact parts of a damaged file, with a warning")

    /// Creates the input that a word names.
    ///
    /// - Parameters:
    ///   - word: A path, or `-`.
    ///   - hints: What the file does not say itself.
    package init(_ word: String, _ hints: TrackFormat.Hints = TrackFormat.Hints()) {
        self.hints = hints
        path = word == "-" ? nil : word
        name = path ?? StandardInput.name
    }

    /// Allows the input to be read several times: standard input and pipes are copied to a temporary file.
    ///
    /// - Throws: As ``SpooledInput/init(_:note:)``.
    package func allowRepetition(note: (String) -> Void) throws(ToolError) {
        guard !isRepeatable else { return }
        spool = try SpooledInput(path ?? "-", note: note)
    }

    /// Whether the input can be read again: the bytes of a pipe are gone, and opening it again would wait for a writer.
    private var isRepeatable: Bool {
        guard spool == nil else { return true }
        guard let path else { return false }
        return TrustedPath.inputKind(path).map { ![S_IFIFO, S_IFCHR, S_IFSOCK].contains($0) } ?? true
    }

    /// Reads from the beginning.
    ///
    /// - Throws: `TrackFormatError`; a track log from standard input is refused, since reading it needs seeking.
    package func reader(salvaging: Bool) throws(TrackFormatError) -> any TrackReading {
        if let path, spool == nil { return try TrackFile.reader(path: path, salvaging: salvaging, hints: hints) }
        guard let spool else {
            return try TrackFile.reader(fileDescriptor: STDIN_FILENO, name: name, salvaging: salvaging, hints: hints)
        }
        lseek(spool.descriptor, 0, SEEK_SET)
        return try TrackFile.reader(fileDescriptor: spool.descriptor, name: name, salvaging: salvaging, hints: hints)
    }

    /// Whether it is a track log.
    package var isLog: Bool { path.map(TrackFile.isLog) ?? false }

    /// Returns advice about an error for the end of its message: `--salvage` if it recovers something, or the option
    /// that names a column; empty if nothing helps.
    package func advice(after error: TrackFormatError) -> String {
        if let missing = error.missing { return ", or " + TrackFormat.Hints.advice(on: missing) }
        guard error.code == .malformed, salvagingHelps else { return "" }
        return "; --salvage uses the intact parts"
    }

    /// Whether salvaging finds a position, or may find one in an input that cannot be read again.
    private var salvagingHelps: Bool {
        guard isRepeatable else { return true }
        guard let reader = try? reader(salvaging: true) else { return false }
        while let element = try? reader.next() {
            switch element {
            case .point, .waypoint: return true
            default: continue
            }
        }
        return false
    }
}

/// Warnings about the parts of a track file that could not be used.
package enum TrackWarningText {
    /// Prints them on standard error.
    ///
    /// - Parameters:
    ///   - warnings: The warnings of the reader.
    ///   - path: The file.
    ///   - command: The command.
    ///   - advising: Whether the command has the options of ``TrackFormat/Hints``.
    /// - Returns: The exit status: ``ExitCode/partialFailure`` if there are warnings.
    @discardableResult package static func say(
        _ warnings: TrackWarnings, path: String, command: String, advising: Bool = true
    ) -> ExitCode {
        for line in warnings.lines(path: path) { Messages.note(line, command: command, as: .warning) }
        for note in warnings.notes {
            let advice = advising ? note.missing.map { "; " + TrackFormat.Hints.advice(on: $0) } : nil
            Messages.note("\(path): \(note.message)\(advice ?? "")", command: command)
        }
        return warnings.count == 0 ? .success : .partialFailure
    }

    /// Reports that fixes were left out of a map or of figures.
    package static func say(jumps reader: JumpReader, path: String, command: String) {
        say(reader.count, "fix", "fixes", first: reader.first, path, command)
        say(reader.timeCount, "time", "times", first: reader.firstTime, path, command)
        say(reader.altitudeCount, "height", "heights", first: reader.firstAltitude, path, command)
    }

    private static func say(
        _ count: Int, _ one: String, _ many: String, first: Location?, _ path: String, _ command: String
    ) {
        guard let first else { return }
        let what = count == 1 ? "1 impossible \(one) is" : "\(count) impossible \(many) are"
        let (latitude, longitude) = (first.coordinate.latitude, first.coordinate.longitude)
        let place = NumberText.fixed(latitude, decimals: 5) + ", " + NumberText.fixed(longitude, decimals: 5)
        let time = first.timestamp.flatMap(Timestamp.utc).map { ", \($0)" } ?? ""
        Messages.note(
            "\(path): \(what) left out, \(count == 1 ? "" : "the first ")at \(place)\(time)", command: command,
            as: .warning)
    }

    /// Returns a sentence about what was saved of a damaged log.
    package static func text(_ repair: TrackLog.Repair) -> String {
        let points = repair.pointCount == 1 ? "1 point" : "\(repair.pointCount) points"
        let segments = repair.segmentCount == 1 ? "1 segment" : "\(repair.segmentCount) segments"
        let losses = repair.losses.sentence ?? "no loss was detected, but some is possible"
        return "\(points) in \(segments) saved" + (repair.wasDamaged ? "; \(losses)" : "; no damage was found")
    }
}

extension ToolError {
    /// Creates an error of reading a file of tracks.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - input: The file, if the command knows `--salvage` and the options of ``TrackFormat/Hints``, and the former was not given.
    package init(_ error: TrackFormatError, of input: TrackInput? = nil) {
        let code: ExitCode =
            switch error.code {
            case .unreadable: .noInput
            case .unwritable: .ioError
            case .readOnly, .inapplicable: .usage
            default: .dataError
            }
        self.init(code, error.message + (input?.advice(after: error) ?? ""))
    }
}

extension ToolError {
    /// Creates an error of recording or reading a track.
    package init(_ error: TrackError) {
        let code: ExitCode =
            switch error.code {
            case .missing: .noInput
            case .damaged, .notATrackLog, .newerVersion: .dataError
            case .inUse, .system: .cannotCreate
            default: .ioError
            }
        self.init(code, error.message)
    }
}
