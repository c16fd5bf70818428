import Glibc
import Persistence
import Positioning
import Tracks

/// `locate track record`: keeps a track of where it goes, in a file that survives whatever happens.
enum TrackRecordCommand {
    static func run(_ options: TrackRecordOptions) throws(ToolError) -> ExitCode {
        var options = options
        let spool = try options.source.spoolRecording(command: "track record")
        defer { withExtendedLifetime(spool) {} }
        try OutputFile.requireFolder(of: options.path)
        // Before the log is opened or made, so that whoever sees the file can end the recording with a signal.
        let mailbox = Mailbox<TrackRecordRun.Item>()
        let watch = try StopWatch { cause in mailbox.put(.stop(cause), urgent: true) }
        defer { watch.cancel() }
        let isNew = access(options.path, F_OK) != 0
        let recorder: TrackRecorder
        let token: TaskCompletion.Token
        do {
            var configuration = TrackRecorder.Configuration()
            configuration.name = options.name
            configuration.software = "locate \(Tool.version)"
            configuration.filter = options.filter
            recorder = try TrackRecorder(path: options.path, configuration: configuration)
            // Also when the run itself does not come to its end in time.
            token = try TaskCompletion.shared.begin("recording to \(options.path)") { try? recorder.finishAndWait() }
        } catch let error as TrackError {
            throw ToolError(error)
        } catch let error as PersistenceError {
            throw ToolError(error)
        } catch {
            throw ToolError(.ioError, "\(error)")
        }
        defer { token.end() }
        if let repair = recorder.repair {
            say(
                "\(options.path) was damaged: \(TrackWarningText.text(repair)); the damaged file is now "
                    + "\(repair.original)")
        }
        let source = options.source.makeSource(recorder: nil)
        defer { options.source.sayLosses(of: source, command: "track record") }
        let manager = LocationManager(source: source)
        manager.desiredAccuracy = 0
        manager.timeout = nil
        var run = TrackRecordRun(options, manager: manager, recorder: recorder, mailbox: mailbox)
        let outcome: Result<ExitCode, ToolError>
        do throws(ToolError) { outcome = .success(try run.run()) } catch { outcome = .failure(error) }
        do throws(TrackError) { try recorder.finishAndWait() } catch { throw Self.failure(error, recorder) }
        let snapshot = recorder.snapshot
        // A source that never gave anything leaves no log of nothing behind.
        let isNothing = snapshot.pointCount == 0
        if case .failure = outcome, isNew, isNothing {
            unlink(recorder.path)
            return try outcome.get()
        }
        if !options.source.quiet { say(TrackStatusText.summary(snapshot, path: options.path)) }
        if options.explains || isNothing && !options.source.quiet {
            say(TrackStatusText.explanation(snapshot) ?? "every fix that came was kept")
        }
        return try outcome.get()
    }

    /// Why the recording could not be ended, and what is lost with it.
    private static func failure(_ error: TrackError, _ recorder: TrackRecorder) -> ToolError {
        var failure = ToolError(error)
        let lost = recorder.snapshot.pendingCount
        if lost > 0 { failure.message += "; \(lost) fixes, marks and notes that waited in memory are lost" }
        return failure
    }

    private static func say(_ sentence: String) { Messages.note(sentence, command: "track record") }
}
