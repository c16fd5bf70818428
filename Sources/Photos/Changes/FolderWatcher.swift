import CInotify
import Glibc
import Synchronization
import Threads

/// Watches folders by inotify: one watch for each, since the kernel's are not recursive.
///
/// A thread of its own takes the events out of the kernel's queue, which holds 16,384 of them, so that none is lost
/// while the library is busy reading files.
final class FolderWatcher: Sendable {
    private struct State: Sendable {
        var events: [FolderEvent] = []
        /// Whether the thread may look for more; false once it has told that events wait.
        var hasTold = false
    }

    private let queue: Int32
    private let wake = WakeDescriptor()
    private let state = Mutex(State())

    /// - Parameter tell: Called on the watcher's thread when events wait, once until they are taken.
    /// - Throws: `watchLimit` or `system`.
    init(tell: @escaping @Sendable () -> Void) throws(PhotosError) {
        queue = cinotify_open()
        guard queue >= 0 else {
            let number = errno
            let reason = String(cString: strerror(number))
            let advice =
                number == EMFILE
                ? "end other programs that watch folders, or raise the limit: sysctl fs.inotify.max_user_instances=512"
                : "try again later"
            throw PhotosError(
                number == EMFILE ? .watchLimit : .system, "folders cannot be watched (\(reason)); \(advice)", path: "",
                systemError: number)
        }
        let code = SystemThread.start("locate-watch") { @Sendable [queue, wake, weak self] in
            Self.run(queue, wake) { events in
                guard let self else { return }
                let isNews = self.state.withLock { state in
                    state.events += events
                    defer { state.hasTold = true }
                    return !state.hasTold
                }
                if isNews { tell() }
            }
        }
        guard code == 0 else {
            close(queue)
            throw .refusedThread(code)
        }
    }

    // The thread closes the queue.
    deinit { wake.cancel() }

    /// Begins to watch a folder.
    ///
    /// - Returns: The number that its events carry.
    func watch(_ folder: RawPath) throws(PhotosError) -> Int32 {
        let number = folder.withCPath { cinotify_watch(queue, $0, FolderEvent.Kind.wanted.rawValue) }
        guard number < 0 else { return number }
        let code = errno
        // What is gone or cannot be read is said by whoever reads it.
        guard code == ENOSPC else { return -1 }
        throw PhotosError(
            .watchLimit,
            "the folder \(folder.text) is not watched, since this user watches as many as allowed; raise the limit: "
                + "sysctl fs.inotify.max_user_watches=1048576",
            path: folder.text, systemError: code)
    }

    /// Ends a watch.
    func unwatch(_ number: Int32) { _ = cinotify_unwatch(queue, number) }

    /// What has happened since the last call.
    func take() -> [FolderEvent] {
        state.withLock { state in
            state.hasTold = false
            defer { state.events = [] }
            return state.events
        }
    }

    private static func run(_ queue: Int32, _ wake: WakeDescriptor, _ receive: ([FolderEvent]) -> Void) {
        defer { close(queue) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
        defer { buffer.deallocate() }
        while !wake.isCancelled {
            let count = read(queue, buffer.baseAddress, buffer.count)
            if count > 0 {
                receive(FolderEvent.events(in: UnsafeRawBufferPointer(rebasing: buffer[..<count])))
            } else if count < 0, errno == EAGAIN {
                _ = wake.wait(for: queue, events: Int32(POLLIN), until: nil)
            } else if count == 0 || errno != EINTR {
                return
            }
        }
    }
}
