import Foundation
import Geo
import Persistence
import Positioning

/// Plain `locate`: where am I.
enum LocateCommand {
    static func run(_ options: LocateOptions, output: Output) throws(ToolError) -> ExitCode {
        var options = options
        let spool = try options.spoolRecording()
        defer { withExtendedLifetime(spool) {} }
        if options.watch { output.flushesLines = true }
        let printer = try LocationPrinter(options, output: output)
        let recording = try options.makeRecording()
        let source = options.makeSource(recorder: recording)
        defer { options.sayLosses(of: source) }
        let manager = LocationManager(source: source)
        options.apply(to: manager)
        var run = LocateRun(options, manager: manager, printer: printer)
        guard let recording else { return try run.run() }
        // A signal ends the session; the file is closed before the process ends, also when the output is stuck.
        let token = try begin(recording)
        defer { token.end() }
        // The source's thread may still hold lines; the file is complete once it is closed.
        defer { recording.finish() }
        let code = try run.run()
        recording.finish()
        if let failure = recording.failure { throw ToolError(.ioError, failure.message) }
        return code
    }

    private static func begin(_ recording: SessionRecording) throws(ToolError) -> TaskCompletion.Token {
        do throws(PersistenceError) {
            return try TaskCompletion.shared.begin("recording to \(recording.path)") { recording.finish() }
        } catch {
            throw ToolError(error)
        }
    }
}
