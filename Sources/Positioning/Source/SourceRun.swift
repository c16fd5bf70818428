import Glibc
import Synchronization
import Threads

/// The one run of a source at a time, on a thread of its own: blocking calls have no place on Swift's cooperative pool.
final class SourceRun: Sendable {
    private let current = Mutex<WakeDescriptor?>(nil)

    deinit { end() }

    /// Ends the run there is and begins another.
    ///
    /// - Parameters:
    ///   - name: The thread's name.
    ///   - handler: Is told when the system has no thread for it.
    ///   - body: The run; it returns soon after its descriptor was cancelled.
    func begin(
        _ name: String, _ handler: (SourceEvent) -> Void, _ body: @escaping @Sendable (WakeDescriptor) -> Void
    ) {
        let wake = WakeDescriptor()
        replace(with: wake)
        let code = wake.descriptor < 0 ? errno : SystemThread.start(name) { body(wake) }
        guard code != 0 else { return }
        handler(.failed(.unavailable(code)))
    }

    /// Tells the run to end, and does not wait for it.
    func end() { replace(with: nil) }

    private func replace(with wake: WakeDescriptor?) {
        let earlier = current.withLock { current in
            defer { current = wake }
            return current
        }
        earlier?.cancel()
    }
}
