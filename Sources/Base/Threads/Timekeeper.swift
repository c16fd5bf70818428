import Glibc
import Synchronization

/// A clock with callbacks, injected so that tests need not wait.
package protocol Timekeeper: Sendable {
    /// The current instant.
    var now: MonotonicInstant { get }

    /// Calls `action` once at `instant` or shortly after, on any thread.
    ///
    /// Not cancellable: callers ignore stale calls.
    ///
    /// - Returns: 0, or the `errno` value when no timer can be started.
    func call(at instant: MonotonicInstant, _ action: @escaping @Sendable () -> Void) -> Int32
}

/// The system clock, with one thread for all deadlines of the process.
///
/// Dispatch timers are not used because they wait silently and without limit when the system refuses a thread.
package final class SystemTimekeeper: Timekeeper {
    package static let shared = SystemTimekeeper()

    package init() {}

    private struct Call: Sendable {
        var instant: MonotonicInstant
        var action: @Sendable () -> Void
    }

    private struct State: Sendable {
        var calls: [Call] = []
        /// Wakes the thread; set while the thread runs.
        var wake: WakeDescriptor?
    }

    private let state = Mutex(State())

    package var now: MonotonicInstant { .now }

    package func call(at instant: MonotonicInstant, _ action: @escaping @Sendable () -> Void) -> Int32 {
        state.withLock { state in
            if let wake = state.wake {
                // The thread sleeps until the previously first call.
                if state.calls.allSatisfy({ instant < $0.instant }) { wake.wake() }
            } else {
                let wake = WakeDescriptor()
                // Without a descriptor the thread could not be woken for an earlier call; the next caller retries.
                guard wake.descriptor >= 0 else { return errno }
                let code = SystemThread.start("locate-time") { [self] in run(wake) }
                guard code == 0 else { return code }
                state.wake = wake
            }
            state.calls.append(Call(instant: instant, action: action))
            return 0
        }
    }

    private func run(_ wake: WakeDescriptor) {
        while true {
            _ = wake.wait(until: state.withLock { state in state.calls.map(\.instant).min() })
            let now = MonotonicInstant.now
            let due = state.withLock { state in
                let due = state.calls.filter { $0.instant <= now }
                state.calls.removeAll { $0.instant <= now }
                return due
            }
            for call in due.sorted(by: { $0.instant < $1.instant }) { call.action() }
        }
    }
}
