import Glibc
import Synchronization

/// Remembers the signal that asked to stop, and ends waits for input, so that a batch ends between two rows.
final class StopRequest: Sendable {
    private let pipe: (read: Int32, write: Int32)
    private let first = Mutex<StopSignal?>(nil)
    private let watcher = Mutex<SignalWatcher?>(nil)

    /// Begins to watch for signals.
    ///
    /// - Throws: ``ExitCode/ioError`` when the system has no descriptor or thread left.
    init() throws(ToolError) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else {
            throw ToolError(.ioError, "cannot watch for signals: \(systemErrorText(errno))")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        pipe = (ends[0], ends[1])
        let watcher = try SignalWatcher { [weak self] signal in self?.stop(signal) }
        self.watcher.withLock { $0 = watcher }
    }

    deinit {
        watcher.withLock { $0?.cancel() }
        close(pipe.read)
        close(pipe.write)
    }

    private func stop(_ signal: StopSignal) {
        first.withLock { $0 = $0 ?? signal }
        signal.endSoon()
        var byte: UInt8 = 0
        _ = write(pipe.write, &byte, 1)
    }

    /// Ends the command when a signal came.
    ///
    /// - Throws: The signal's exit status.
    func check() throws(ToolError) {
        if let signal = first.withLock({ $0 }) { throw ToolError(signal.exitCode, "") }
    }

    /// Waits until `descriptor` has something to read.
    ///
    /// - Throws: The signal's exit status, as soon as it comes.
    func wait(for descriptor: Int32) throws(ToolError) {
        var descriptors = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: pipe.read, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&descriptors, 2, -1) < 0, errno == EINTR {}
        try check()
    }
}
