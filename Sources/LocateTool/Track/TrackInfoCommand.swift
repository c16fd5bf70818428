import TrackFormats
import Tracks

/// `locate track info`: what a track amounts to.
enum TrackInfoCommand {
    static func run(_ arguments: ParsedArguments, output: Output) throws(ToolError) -> ExitCode {
        guard arguments.positionals.count == 1, let path = arguments.positionals.first, !path.isEmpty else {
            throw .usage("needs a file of tracks: locate track info FILE")
        }
        let form = try arguments.recordForm(TableFormat.self, keys: TrackReport.keys, of: .trackInfo)
        let input = TrackInput(path)
        let report = try TrackReport(input, salvaging: arguments.flag("salvage"))
        if form == .text {
            for line in report.lines(columns: output.columns, style: output.style) { try output.writeLine(line) }
        } else {
            let printer = RecordPrinter(form, keys: TrackReport.keys, output: output)
            try printer.print(report.writeMembers)
            try printer.finish()
        }
        return TrackWarningText.say(report.warnings, path: input.name, command: "track info")
    }
}
