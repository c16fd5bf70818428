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
        var isRunning = false
    }

    private let state = Mutex(State())
    private let wake = WakeDescriptor()

    package var now: MonotonicInstant { .now }

    package func call(at instant: MonotonicInstant, _ action: @escaping @Sendable () -> Void) -> Int32 {
        let (isRunning, isFirst) = state.withLock { state in
            let isFirst = state.calls.allSatisfy { instant < $0.instant }
            state.calls.append(Call(instant: instant, action: action))
            defer { state.isRunning = true }
            return (state.isRunning, isFirst)
        }
        if isRunning {
            // The thread sleeps until what was the first call before.
            if isFirst { wake.wake() }
            return 0
        }
        let code = SystemThread.start("locate-time") { [self] in run() }
        if code != 0 { state.withLock { $0 = State() } }
        return code
    }

    private func run() {
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
