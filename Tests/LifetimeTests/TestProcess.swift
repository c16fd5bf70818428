import LKStorage
import LKThreads
import Synchronization
import TestSupport

@testable import LKLifetime

/// A process that exists for a test only: its clock is the test's, its signals are calls, its end is recorded.
final class TestProcess: Sendable {
    private struct State: Sendable {
        var handler: (@Sendable (TaskCompletion.StopSignal) -> Void)?
        var watches = 0
        var ends: [End] = []
        var kept = 0
        var detached: [@Sendable () -> Void] = []
        var holdsBack = false
        var refusesThreads = false
        var reserved: [@Sendable () -> Void] = []
    }

    struct End: Hashable, Sendable {
        var status: Int32
        var atOnce: Bool
    }

    private struct Watch: SignalWatch {
        let process: TestProcess
        func cancel() { process.state.withLock { $0.handler = nil } }
    }

    private struct Reserve: BodyQueue {
        let box: Box
        func prepare() -> Int32 { 0 }
        func run(_ body: @escaping @Sendable () -> Void) { box.process.state.withLock { $0.reserved.append(body) } }
    }

    let clock = ManualTimekeeper()
    /// Opens when the process ends.
    let hasEnded = Gate()
    let completion: TaskCompletion
    private let state: Mutex<State>

    init(notifier: ServiceNotifier? = nil, busAddress: String? = nil) {
        // The system needs this object, which needs the completion, which needs the system.
        let box = Box()
        var system = CompletionSystem()
        system.timekeeper = clock
        system.notifier = notifier
        system.busAddress = busAddress
        system.watch = { handler throws(StorageError) in
            let process = box.process
            process.state.withLock { state in
                state.handler = handler
                state.watches += 1
            }
            return Watch(process: process)
        }
        system.end = { status, atOnce in
            let process = box.process
            process.state.withLock { $0.ends.append(End(status: status, atOnce: atOnce)) }
            process.hasEnded.open()
        }
        system.awaitEnd = { box.process.state.withLock { $0.kept += 1 } }
        system.detach = { body in
            let process = box.process
            let (isRefused, isHeld) = process.state.withLock { state in
                if state.holdsBack, !state.refusesThreads { state.detached.append(body) }
                return (state.refusesThreads, state.holdsBack)
            }
            if !isRefused, !isHeld { body() }
            return !isRefused
        }
        system.reserve = Reserve(box: box)
        completion = TaskCompletion(system)
        state = Mutex(State())
        box.value.withLock { $0 = Box.Weak(process: self) }
    }

    private final class Box: Sendable {
        struct Weak: Sendable { weak var process: TestProcess? }
        let value = Mutex(Weak())
        var process: TestProcess { value.withLock { $0.process! } }
    }

    /// How it ended; more than one end would be wrong.
    var ends: [End] { state.withLock { $0.ends } }
    /// How often a thread was kept until the end.
    var kept: Int { state.withLock { $0.kept } }
    /// How often signals began to be caught.
    var watches: Int { state.withLock { $0.watches } }
    /// Whether signals are caught now.
    var isWatching: Bool { state.withLock { $0.handler != nil } }

    /// Whether what would run on threads of its own waits for ``runDetached(_:)``.
    func holdBack(_ holdsBack: Bool) { state.withLock { $0.holdsBack = holdsBack } }

    /// Whether the system has no threads to give.
    func refuseThreads() { state.withLock { $0.refusesThreads = true } }

    /// Runs what waits for the thread in reserve, and tells how much that was.
    @discardableResult func runReserved() -> Int {
        let bodies = state.withLock { state in
            defer { state.reserved = [] }
            return state.reserved
        }
        for body in bodies { body() }
        return bodies.count
    }

    /// Runs one of what was held back; `false` when there is none.
    @discardableResult func runDetached(_ choose: (Int) -> Int = { _ in 0 }) -> Bool {
        let body = state.withLock { state in
            state.detached.isEmpty ? nil : state.detached.remove(at: choose(state.detached.count))
        }
        body?()
        return body != nil
    }

    /// Sends a signal; nothing happens where none is caught.
    func send(_ signal: TaskCompletion.StopSignal) { state.withLock { $0.handler }?(signal) }
}
