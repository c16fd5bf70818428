import Glibc
import LKStorage
import Synchronization

/// Records the raw data of a source to a file, line by line, for ``ReplaySource`` and bug reports.
///
/// Each burst of lines is flushed to the system, so that a killed program loses nothing that it showed. The file contains
/// positions, so only the user has access to it, as with track logs.
package final class SessionRecording: ReportRecorder {
    /// The file.
    package let path: String
    private let file: OutputFile
    private let state: Mutex<State>

    private struct State: Sendable {
        var descriptor: Int32
        /// Whether the file was created here and is still empty.
        var isNewAndEmpty: Bool
        var pending: [UInt8] = []
        var failure: PositioningError?
    }

    /// Creates the file.
    ///
    /// An existing file with content is never overwritten: it may be the only record of a journey. The file is accessible
    /// to the user only, like a track log. A symbolic link is not followed; a device or a pipe is written into.
    ///
    /// - Throws: `PositioningError` with the code `unreadable` when it cannot be created or is not empty.
    package init(path: String) throws(PositioningError) {
        do throws(StorageError) {
            file = try OutputFile(
                path, replacing: .nothing, refusal: "is not overwritten; name another file, or remove it first")
            let (descriptor, isNew) = try file.create()
            state = Mutex(State(descriptor: descriptor, isNewAndEmpty: isNew))
        } catch {
            var failure = PositioningError(
                .unreadable, error.message, errno: error.systemError ?? EEXIST, underlying: error)
            failure.advice = error.advice
            throw failure
        }
        self.path = path
    }

    deinit { finish() }

    /// The error that ended the recording.
    ///
    /// `nil` when everything was written.
    package var failure: PositioningError? { state.withLock { $0.failure } }

    /// Records a line.
    package func record(_ line: UnsafeBufferPointer<UInt8>) {
        state.withLock { state in
            state.pending.append(contentsOf: line)
            state.pending.append(UInt8(ascii: "\n"))
            if state.pending.count >= 64 * 1024 { write(&state) }
        }
    }

    /// Writes buffered lines.
    package func flush() { state.withLock { write(&$0) } }

    /// Writes buffered lines and closes the file; later lines are ignored.
    ///
    /// An empty file that was created here is removed.
    package func finish() {
        state.withLock { state in
            write(&state)
            guard state.descriptor >= 0 else { return }
            close(state.descriptor)
            state.descriptor = -1
            if state.isNewAndEmpty { file.remove() }
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

/// Records the raw data of a source for a replay.
package protocol ReportRecorder: Sendable {
    /// Records a line without its newline. Called on the source's thread; the recorder keeps errors to itself.
    func record(_ line: UnsafeBufferPointer<UInt8>)

    /// Flushes the recording after a burst of lines, so that recorded lines are safe afterwards.
    func flush()
}
