import TrackFormats
import Tracks

/// `locate track info`: what a track amounts to.
enum TrackInfoCommand {
    static func run(_ arguments: ParsedArguments, output: Output) throws(ToolError) -> ExitCode {
        guard arguments.positionals.count == 1, let path = arguments.positionals.first, !path.isEmpty else {
            throw .usage("needs a file of tracks: locate track info FILE")
        }
        let input = TrackInput(path)
        let report = try TrackReport(input, salvaging: arguments.flag("salvage"))
        if arguments.flag("json") {
            try output.writeLine(report.json)
        } else {
            for line in report.lines { try output.writeLine(line) }
        }
        return TrackWarningText.say(report.warnings, path: input.name, command: "track info")
    }
}
