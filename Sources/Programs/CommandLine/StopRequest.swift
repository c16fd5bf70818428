import Glibc
package import LKLifetime
import LKStorage
import Synchronization

/// Records a request to stop and interrupts waits for input, so that a batch ends between two rows.
package final class StopRequest: Sendable {
    private let state: State
    private let watch: StopWatch

    /// The state used by the handler; it lives as long as the handler may be called.
    private final class State: Sendable {
        let pipe: (read: Int32, write: Int32)
        let cause = Mutex<TaskCompletion.StopCause?>(nil)

        init() throws(ToolError) {
            var ends: [Int32] = [-1, -1]
            guard Glibc.pipe(&ends) == 0 else {
                throw ToolError(.ioError, "cannot watch for signals: \(systemErrorText(errno))")
            }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            pipe = (ends[0], ends[1])
        }

        deinit {
            close(pipe.read)
            close(pipe.write)
        }

        func stop(_ cause: TaskCompletion.StopCause) {
            self.cause.withLock { $0 = $0 ?? cause }
            var byte: UInt8 = 0
            _ = write(pipe.write, &byte, 1)
        }
    }

    /// Creates a request and starts watching for signals.
    ///
    /// - Throws: ``ExitCode/ioError`` when the system has no descriptor or thread left.
    package init() throws(ToolError) {
        let state = try State()
        self.state = state
        watch = try StopWatch { cause in state.stop(cause) }
    }

    /// Ends the command if it was asked to stop.
    ///
    /// - Throws: The signal's exit status.
    package func check() throws(ToolError) {
        if let cause = state.cause.withLock({ $0 }) { throw ToolError(ExitCode(cause), "") }
    }

    /// Waits until `descriptor` is readable.
    ///
    /// - Throws: The signal's exit status as soon as one arrives.
    package func wait(for descriptor: Int32) throws(ToolError) {
        var descriptors = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: state.pipe.read, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&descriptors, 2, -1) < 0, errno == EINTR {}
        try check()
    }
}

/// Notifies a command of a request to stop, so that it finishes its current work and exits.
///
/// A command that takes longer than ``gracePeriod``, for example because its output is not read, is terminated with the
/// signal's status; a second signal terminates it at once, unless it repeats the first within a second.
package final class StopWatch: Sendable {
    /// How long a command may take to finish, even on a busy machine.
    package static let gracePeriod = Duration.seconds(5)
    /// How long a command may take to save unfinished work, for example to flush and close a file.
    static let savingPeriod = Duration.seconds(1)

    private let registration: TaskCompletion.Registration
    private let isCanceled = Atomic(false)

    /// Creates a watch and starts watching for signals.
    ///
    /// - Parameters:
    ///   - gracePeriod: How long the command may take to finish what is under way.
    ///   - handler: Called once, on another thread.
    /// - Throws: ``ExitCode/ioError`` when the system has no descriptor or thread left.
    package init(
        gracePeriod: Duration = StopWatch.gracePeriod, handler: @escaping @Sendable (TaskCompletion.StopCause) -> Void
    ) throws(ToolError) {
        var configuration = TaskCompletion.Configuration()
        configuration.gracePeriod = gracePeriod
        configuration.savingPeriod = Self.savingPeriod
        configuration.endsProcess = false
        registration = TaskCompletion.shared.onStop(handler)
        do throws(StorageError) {
            try TaskCompletion.shared.setUp(configuration)
        } catch {
            registration.cancel()
            throw ToolError(error)
        }
    }

    /// Restores the signal handlers; further calls do nothing.
    package func cancel() {
        guard !isCanceled.exchange(true, ordering: .acquiringAndReleasing) else { return }
        TaskCompletion.shared.tearDown()
        registration.cancel()
    }

    deinit { cancel() }
}
