import Dispatch
import Synchronization
import Threads

/// A thread that is started while there is one to be had, for the time when the system refuses more.
final class ReserveThread: BodyQueue {
    static let shared = ReserveThread()

    private struct State: Sendable {
        var bodies: [@Sendable () -> Void] = []
        var isRunning = false
    }

    private let state = Mutex(State())
    private let count = DispatchSemaphore(value: 0)

    func prepare() -> Int32 {
        state.withLock { state in
            guard !state.isRunning else { return 0 }
            let code = SystemThread.start("locate-reserve") { @Sendable [self] in work() }
            state.isRunning = code == 0
            return code
        }
    }

    func run(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.bodies.append(body) }
        count.signal()
    }

    private func work() {
        while true {
            count.wait()
            state.withLock { $0.bodies.removeFirst() }()
        }
    }
}
