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
        var pending: [UInt8] = []
        var failure: PositioningError?
    }

    /// Creates the file; one that exists is replaced.
    ///
    /// - Throws: `PositioningError` with the code `unreadable` when it cannot be created.
    public init(path: String) throws(PositioningError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw PositioningError(.unreadable, "\(path): \(String(cString: strerror(errno)))", errno: errno)
        }
        self.path = path
        state = Mutex(State(descriptor: descriptor))
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
    public func finish() {
        state.withLock { state in
            write(&state)
            if state.descriptor >= 0 { close(state.descriptor) }
            state.descriptor = -1
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
        }
    }
}
