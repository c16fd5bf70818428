import TrackFormats
import Tracks

/// What a command says of the parts of a file of tracks that could not be used.
enum TrackWarningText {
    /// The sentences, a line for each of the first hundred.
    ///
    /// - Parameters:
    ///   - warnings: What the reader passed over.
    ///   - path: The file.
    /// - Returns: `walk.csv:7: "yesterday" is no time`, and how many more there are.
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
