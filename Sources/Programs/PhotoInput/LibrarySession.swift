import FoundationEssentials
package import LKCommandLine
import LKGazetteer
package import LKLifetime
package import LKPhotos
import LKTagging

/// A photo library used by a command: shows progress, handles signals, and writes the catalog at the end.
///
/// All output is printed by the calling thread; other threads only fill its mailbox.
package final class LibrarySession {
    /// Events of other threads.
    package enum Item: Sendable {
        case looked(Result<PhotoLibrary.Report, PhotosError>)
        case changed(PhotoChanges.Change)
        case problem(PhotosError)
        case stop(TaskCompletion.StopCause)
        case written
    }

    /// How long to wait for the catalog after everything is printed, in seconds.
    private static let closingTimeout = 30.0
    /// The same after a request to stop.
    private static let shortClosingTimeout = 1.0

    /// The time that commands changing photos get to finish after a signal: a large file may be in progress on a slow
    /// disk.
    package static let writingGracePeriod = Duration.seconds(30)

    package let library: PhotoLibrary
    package let mailbox = Mailbox<Item>()
    private let watch: StopWatch?
    private let command: String
    /// Shows how far the command is.
    package let progress: Progress

    /// Creates a session and starts watching for signals; nothing is read yet.
    ///
    /// - Parameters:
    ///   - photos: Which photos.
    ///   - command: What messages name.
    ///   - quiet: Whether no progress is wanted.
    ///   - readsNames: Whether photos without a date get the one in their names.
    ///   - gracePeriod: How long the command may take to finish what is under way after a signal.
    package convenience init(
        _ photos: PhotoSelection, command: String, quiet: Bool, readsNames: Bool = false,
        gracePeriod: Duration = StopWatch.gracePeriod
    ) {
        var options = PhotoFolder.Options()
        options.readsDatesFromNames = readsNames
        let folder = PhotoFolder(folders: photos.folderURLs, files: photos.fileURLs, options: options)
        self.init(folder.library, command: command, quiet: quiet, gracePeriod: gracePeriod)
    }

    /// Creates a session and starts watching for signals; nothing is read yet.
    ///
    /// - Parameters:
    ///   - library: The photos.
    ///   - command: What messages name.
    ///   - quiet: Whether no progress is wanted.
    ///   - gracePeriod: How long the command may take to finish what is under way after a signal.
    package init(_ library: PhotoLibrary, command: String, quiet: Bool, gracePeriod: Duration) {
        self.library = library
        self.command = command
        progress = Progress(isWanted: !quiet)
        // Where the system has no thread to watch with, signals end the process as they end others.
        watch = try? StopWatch(gracePeriod: gracePeriod) { [mailbox] cause in
            mailbox.send(.stop(cause), urgent: true)
        }
    }

    /// Why the command is to stop.
    ///
    /// Writing ends as soon as the signal has come, which may be before handlers are told.
    private var cause: TaskCompletion.StopCause? { watch == nil ? nil : TaskCompletion.shared.cause }

    /// Ends the command when it was asked to stop.
    ///
    /// - Throws: The signal's exit status.
    package func check() throws(ToolError) {
        if let cause { throw ToolError(ExitCode(cause), "") }
    }

    /// Looks into the folders.
    ///
    /// - Parameter watching: Whether the library follows them from then on.
    /// - Returns: What was found.
    /// - Throws: The signal's exit status, and why nothing can be read.
    package func look(watching: Bool) throws(ToolError) -> PhotoLibrary.Report {
        progress.say("looking into the folders")
        let task = Task.detached { [library, mailbox, progress] in
            let tell: @Sendable (PhotoLibrary.Progress) -> Void = { step in
                if step.toRead > 0 {
                    progress.update(step.read, of: step.toRead, "files")
                } else {
                    progress.say("\(step.found) files are known")
                }
            }
            do throws(PhotosError) {
                let report =
                    watching ? try await library.watch(progress: tell) : try await library.reload(progress: tell)
                mailbox.send(.looked(.success(report)), urgent: true)
            } catch {
                mailbox.send(.looked(.failure(error)), urgent: true)
            }
        }
        defer { progress.clear() }
        while true {
            for item in mailbox.receive(until: nil) {
                switch item {
                case .stop: task.cancel()
                case .looked(let result):
                    progress.clear()
                    try check()
                    do throws(PhotosError) { return try result.get() } catch { throw ToolError(error) }
                default: continue
                }
            }
        }
    }

    /// Waits until the catalog is written, but not for ever: what is missing there is read again the next time.
    package func finishWriting() {
        progress.finish()
        Task.detached { [library, mailbox] in
            await library.finishWriting()
            mailbox.send(.written, urgent: true)
        }
        var end = Date(timeIntervalSinceNow: cause != nil ? Self.shortClosingTimeout : Self.closingTimeout)
        while end.timeIntervalSinceNow > 0 {
            for item in mailbox.receive(until: end) {
                if case .written = item { return }
                if case .stop = item { end = min(end, Date(timeIntervalSinceNow: Self.shortClosingTimeout)) }
            }
        }
        Messages.note(
            "the catalog could not be written in time; the next listing reads the files again", command: command)
    }

    /// Reports what could not be read, each with its path.
    ///
    /// - Returns: What ``code(of:in:)`` says of them.
    package func tell(_ problems: some Sequence<PhotosError>, of photos: PhotoSelection) -> ExitCode {
        progress.clear()
        for problem in problems {
            Messages.note(problem.message, command: command, as: problem.code == .doubtful ? .warning : .error)
        }
        return Self.code(of: problems, in: photos)
    }

    /// Returns the exit status after some problems.
    ///
    /// - Returns: ``ExitCode/noInput`` when one of the folders or files that were named cannot be read,
    ///   ``ExitCode/partialFailure`` for something in a folder and for a damaged file.
    package static func code(of problems: some Sequence<PhotosError>, in photos: PhotoSelection) -> ExitCode {
        var code = ExitCode.success
        for problem in problems {
            switch problem.code {
            // Photos are listed nevertheless.
            case .catalog, .watchLimit, .doubtful: continue
            case .damaged, .notAPhoto: if code == .success { code = .partialFailure }
            default: code = photos.contains(problem.path) ? .noInput : code == .success ? .partialFailure : code
            }
        }
        return code
    }
}
