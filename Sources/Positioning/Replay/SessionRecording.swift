import Glibc
import Synchronization

/// A file that keeps what a source receives, line by line, for ``ReplaySource`` and for bug reports.
///
/// Each burst of lines is handed to the system when it is over, so a program that is killed loses none that it showed.
public final class SessionRecording: ReportRecorder {
    /// The file.
    public let path: String
    private let state: Mutex<State>

    private struct State: Sendable {
        var descriptor: Int32
        /// Whether the file was made here and holds nothing yet.
        var isNewAndEmpty: Bool
        var pending: [UInt8] = []
        var failure: PositioningError?
    }

    /// Creates the file.
    ///
    /// A file that holds anything is never written over: it may be the only record of a journey.
    ///
    /// - Throws: `PositioningError` with the code `unreadable` when it cannot be created or is not empty.
    public init(path: String) throws(PositioningError) {
        var descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        let isNew = descriptor >= 0
        if !isNew, errno == EEXIST { descriptor = open(path, O_WRONLY | O_CLOEXEC) }
        guard descriptor >= 0 else {
            throw PositioningError(.unreadable, "\(path): \(String(cString: strerror(errno)))", errno: errno)
        }
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 {
            close(descriptor)
            throw PositioningError(
                .unreadable, "\(path) exists and is not written over; name another file or remove it", errno: EEXIST)
        }
        self.path = path
        state = Mutex(State(descriptor: descriptor, isNewAndEmpty: isNew))
    }

    deinit { finish() }

    /// What went wrong with writing; the recording ends there.
    ///
    /// `nil` when all was written.
    public var failure: PositioningError? { state.withLock { $0.failure } }

    /// Keeps a line.
    public func record(_ line: UnsafeBufferPointer<UInt8>) {
        state.withLock { state in
            state.pending.append(contentsOf: line)
            state.pending.append(UInt8(ascii: "\n"))
            if state.pending.count >= 64 * 1024 { write(&state) }
        }
    }

    /// Hands what is kept to the system.
    public func flush() { state.withLock { write(&$0) } }

    /// Writes what is left and closes the file; later lines are not kept.
    ///
    /// A file that was made for a session without a single line is taken away again.
    public func finish() {
        state.withLock { state in
            write(&state)
            guard state.descriptor >= 0 else { return }
            close(state.descriptor)
            state.descriptor = -1
            if state.isNewAndEmpty { unlink(path) }
        }
    }

    private func write(_ state: inout State) {
        defer { state.pending.removeAll(keepingCapacity: true) }
        guard state.descriptor >= 0, state.failure == nil else { return }
        var done = 0
        while done < state.pending.count {
            let count = state.pending.withUnsafeBytes {
                Glibc.write(state.descriptor, $0.baseAddress! + done, $0.count - done)
            }
            if count < 0 {
                if errno == EINTR { continue }
                state.failure = PositioningError(
                    .unreadable, "\(path): \(String(cString: strerror(errno))); the recording ends here", errno: errno)
                return
            }
            done += count
            state.isNewAndEmpty = false
        }
    }
}
