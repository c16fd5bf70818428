import CLKInotify
import Glibc
import LKStorage
import LKThreads
import Synchronization

/// Watches folders with inotify, one watch per folder since watches are not recursive.
///
/// Its own thread drains the kernel's queue of 16,384 events, so that none is lost while the library reads files.
final class FolderWatcher: Sendable {
    private struct State: Sendable {
        var events: [FolderEvent] = []
        /// Whether `onEvents` was called since the events were last fetched.
        var hasNotified = false
    }

    private let queue: Int32
    private let wake = WakeDescriptor()
    private let state = Mutex(State())

    /// Creates a watcher without folders.
    ///
    /// - Parameter onEvents: Called on the watcher's thread when events arrive, once until ``nextEvents()``.
    /// - Throws: `watchLimit` or `system`.
    init(onEvents: @escaping @Sendable () -> Void) throws(PhotosError) {
        queue = cinotify_open()
        guard queue >= 0 else {
            let number = errno
            let reason = String(cString: strerror(number))
            let advice =
                number == EMFILE
                ? "end other programs that watch folders, or raise the limit: sysctl fs.inotify.max_user_instances=512"
                : "try again later"
            throw PhotosError(
                number == EMFILE ? .watchLimit : .system, "folders cannot be watched (\(reason))", advice: advice,
                path: "",
                systemError: number)
        }
        let code = SystemThread.start("locate-watch") { @Sendable [queue, wake, weak self] in
            Self.run(queue, wake) { events in
                guard let self else { return }
                let isFirst = self.state.withLock { state in
                    state.events += events
                    defer { state.hasNotified = true }
                    return !state.hasNotified
                }
                if isFirst { onEvents() }
            }
        }
        guard code == 0 else {
            close(queue)
            throw .refusedThread(code)
        }
    }

    // The thread closes the queue.
    deinit { wake.cancel() }

    /// Watches a folder that is found by its path.
    ///
    /// - Parameter folder: The folder.
    /// - Returns: The same as ``watch(_:_:)``.
    /// - Throws: `watchLimit`.
    func watch(_ folder: RawPath) throws(PhotosError) -> Int32 {
        let descriptor = folder.withCPath {
            try? TrustedPath.open($0, TrustedPath.reference | O_DIRECTORY | O_CLOEXEC)
        }
        guard let descriptor else { return -1 }
        defer { close(descriptor) }
        return try watch(folder, descriptor)
    }

    /// Watches a folder that is open, since its path may lead elsewhere by now.
    ///
    /// - Parameters:
    ///   - folder: Its path, for messages.
    ///   - descriptor: The folder, open.
    /// - Returns: The watch descriptor that its events carry; negative when the folder is gone or unreadable.
    /// - Throws: `watchLimit`.
    func watch(_ folder: RawPath, _ descriptor: Int32) throws(PhotosError) -> Int32 {
        let mask = FolderEvent.Kind.wanted.rawValue
        var number = cinotify_watch(queue, "/proc/self/fd/\(descriptor)", mask)
        // Where /proc is not mounted; events of another folder only cause looks at names that are not there.
        if number < 0, errno == ENOENT { number = folder.withCPath { cinotify_watch(queue, $0, mask) } }
        guard number < 0 else { return number }
        let code = errno
        // The scan reports folders that are gone or unreadable.
        guard code == ENOSPC else { return -1 }
        throw PhotosError(
            .watchLimit,
            "the folder \(folder.text) cannot be watched: this user has reached the limit of watches",
            advice: "raise it with sysctl fs.inotify.max_user_watches=1048576",
            path: folder.text, systemError: code)
    }

    /// Ends a watch.
    func unwatch(_ number: Int32) { _ = cinotify_unwatch(queue, number) }

    /// Removes and returns the events since the last call.
    func nextEvents() -> [FolderEvent] {
        state.withLock { state in
            state.hasNotified = false
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
