import Glibc
import Synchronization

/// The machine's clock, with one thread for all deadlines of the process.
///
/// Not Dispatch's timers: where the system refuses a thread, they wait for one without limit and without a word.
package final class SystemTimekeeper: Timekeeper {
    package static let shared = SystemTimekeeper()

    package init() {}

    private struct Call: Sendable {
        var instant: MonotonicInstant
        var action: @Sendable () -> Void
    }

    private struct State: Sendable {
        var calls: [Call] = []
        /// Wakes the thread; there is one as long as the thread runs.
        var wake: WakeDescriptor?
    }

    private let state = Mutex(State())

    package var now: MonotonicInstant { .now }

    package func call(at instant: MonotonicInstant, _ action: @escaping @Sendable () -> Void) -> Int32 {
        state.withLock { state in
            if let wake = state.wake {
                // The thread sleeps until what was the first call before.
                if state.calls.allSatisfy({ instant < $0.instant }) { wake.wake() }
            } else {
                let wake = WakeDescriptor()
                // Without a descriptor the thread would never hear of an earlier call; the next caller tries again.
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
