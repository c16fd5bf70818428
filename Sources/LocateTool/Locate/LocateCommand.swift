import Foundation
import Geo
import Positioning

/// Plain `locate`: where am I.
enum LocateCommand {
    static func run(_ options: LocateOptions, output: Output) throws(ToolError) -> ExitCode {
        if options.watch { output.flushesLines = true }
        let printer = try LocationPrinter(options, output: output)
        let recording = try options.makeRecording()
        let manager = LocationManager(source: options.makeSource(recorder: recording))
        options.apply(to: manager)
        var run = LocateRun(options, manager: manager, printer: printer)
        let code = try run.run()
        // The source's thread may still hold lines; the file is complete once it is closed.
        recording?.finish()
        if let failure = recording?.failure { throw ToolError(.ioError, failure.message) }
        return code
    }
}
