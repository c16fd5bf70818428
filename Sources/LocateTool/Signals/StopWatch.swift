import Persistence
import Synchronization

/// Tells a command that it is to stop; the command then finishes what is under way and ends by itself.
///
/// A command that does not manage that in ``patience``, as when nobody reads its output, is ended with the signal's
/// status; a second signal ends it at once.
final class StopWatch: Sendable {
    /// How long a command may take to finish what is under way, also where much else wants the processor.
    static let patience = Duration.seconds(5)
    /// How long it may take to save what it could not finish; a file to flush and close, no more.
    static let savingPatience = Duration.seconds(1)

    private let registration: TaskCompletion.Registration
    private let isCanceled = Atomic(false)

    /// Begins to watch.
    ///
    /// - Parameters:
    ///   - patience: How long the command may take to finish what is under way.
    ///   - handler: Called once, on another thread.
    /// - Throws: ``ExitCode/ioError`` when the system has no descriptor or thread left.
    init(
        patience: Duration = StopWatch.patience, handler: @escaping @Sendable (StopCause) -> Void
    ) throws(ToolError) {
        var configuration = TaskCompletion.Configuration()
        configuration.gracePeriod = patience
        configuration.savingPeriod = Self.savingPatience
        configuration.endsProcess = false
        registration = TaskCompletion.shared.onStop(handler)
        do throws(PersistenceError) {
            try TaskCompletion.shared.setUp(configuration)
        } catch {
            registration.cancel()
            throw ToolError(error)
        }
    }

    /// Gives the signals back; a second call does nothing.
    func cancel() {
        guard !isCanceled.exchange(true, ordering: .acquiringAndReleasing) else { return }
        TaskCompletion.shared.tearDown()
        registration.cancel()
    }

    deinit { cancel() }
}
