import Glibc
import Synchronization

/// Turns signals that ask to stop into calls, so that a run can finish what is under way.
///
/// The signal's handler writes one byte into a pipe; a thread reads it and calls. Only the first of each signal is
/// caught: a second Control-C ends the process at once. A signal that the caller had ignored (`nohup`) stays ignored.
/// Handlers are a process's own, so children started meanwhile have the default ones. One watcher at a time.
final class SignalWatcher: Sendable {
    private let previous: [(signal: StopSignal, action: SavedAction)]
    private let writeEnd: Int32
    private let isCanceled = Atomic(false)

    // sigaction holds pointers to C functions, which are the same on every thread.
    private struct SavedAction: @unchecked Sendable { var action: sigaction }

    /// What the thread needs; it owns the end of the pipe that it reads.
    private final class Reader: Sendable {
        let descriptor: Int32
        let handler: @Sendable (StopSignal) -> Void

        init(descriptor: Int32, handler: @escaping @Sendable (StopSignal) -> Void) {
            self.descriptor = descriptor
            self.handler = handler
        }

        func run() {
            var byte: UInt8 = 0
            while true {
                let count = read(descriptor, &byte, 1)
                if count < 0, errno == EINTR { continue }
                guard count == 1 else { break }
                if let signal = StopSignal.allCases.first(where: { $0.number == Int32(byte) }) { handler(signal) }
            }
            close(descriptor)
        }
    }

    /// Where the handler writes; handlers can reach nothing but globals.
    private static let pipe = Atomic<Int32>(-1)

    /// Starts watching.
    ///
    /// - Parameters:
    ///   - signals: The signals to catch.
    ///   - handler: Called on the watcher's own thread with each signal that came.
    /// - Throws: ``ExitCode/ioError`` when the system has no descriptor or thread left.
    init(
        signals: [StopSignal] = StopSignal.allCases, handler: @escaping @Sendable (StopSignal) -> Void
    ) throws(ToolError) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else {
            throw ToolError(.ioError, "cannot watch for signals: \(systemErrorText(errno))")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // The handler must never wait.
        _ = fcntl(ends[1], F_SETFL, Int32(O_NONBLOCK))
        writeEnd = ends[1]
        Self.pipe.store(ends[1], ordering: .releasing)
        previous = signals.compactMap { signal in
            var old = sigaction()
            sigaction(signal.number, nil, &old)
            // A function pointer has no equality in Swift; its bits have. SIG_IGN is 1.
            let isIgnored = unsafeBitCast(old.__sigaction_handler.sa_handler, to: Int.self) == 1
            return isIgnored ? nil : (signal, SavedAction(action: old))
        }
        let reader = Unmanaged.passRetained(Reader(descriptor: ends[0], handler: handler))
        var thread = pthread_t()
        let failure = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Reader>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, reader.toOpaque())
        guard failure == 0 else {
            reader.release()
            close(ends[0])
            close(ends[1])
            throw ToolError(.ioError, "cannot watch for signals: \(systemErrorText(failure))")
        }
        pthread_detach(thread)
        for (signal, _) in previous {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { number in
                // Nothing here but what signal-safety(7) allows; the interrupted code's errno survives.
                let saved = errno
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(SignalWatcher.pipe.load(ordering: .acquiring), &byte, 1)
                errno = saved
            }
            action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_RESTART
            sigaction(signal.number, &action, nil)
        }
    }

    /// Gives the signals back as they were and ends the thread; a second call does nothing.
    func cancel() {
        guard !isCanceled.exchange(true, ordering: .acquiringAndReleasing) else { return }
        for (signal, saved) in previous {
            var action = saved.action
            sigaction(signal.number, &action, nil)
        }
        Self.pipe.store(-1, ordering: .releasing)
        close(writeEnd)
    }

    deinit { cancel() }
}
