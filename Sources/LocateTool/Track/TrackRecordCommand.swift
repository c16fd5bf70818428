import Persistence
import Positioning
import Tracks

/// `locate track record`: keeps a track of where it goes, in a file that survives whatever happens.
enum TrackRecordCommand {
    static func run(_ options: TrackRecordOptions) throws(ToolError) -> ExitCode {
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
        let manager = LocationManager(source: options.source.makeSource(recorder: nil))
        manager.desiredAccuracy = 0
        manager.timeout = nil
        var run = TrackRecordRun(options, manager: manager, recorder: recorder)
        let outcome: Result<ExitCode, ToolError>
        do throws(ToolError) { outcome = .success(try run.run()) } catch { outcome = .failure(error) }
        do throws(TrackError) { try recorder.finishAndWait() } catch { throw ToolError(error) }
        let snapshot = recorder.snapshot
        if !options.source.quiet { say(TrackStatusText.summary(snapshot, path: options.path)) }
        if options.explains, let text = TrackStatusText.explanation(snapshot) { say(text) }
        return try outcome.get()
    }

    private static func say(_ sentence: String) { Messages.note(sentence, command: "track record") }
}
