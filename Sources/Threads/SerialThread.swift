/// A thread that does one piece of work after the other, in the order they were given.
///
/// For what may block: files, databases, handlers of others. The thread starts with the first piece; when the value goes, what
/// was given is still done, and the thread ends.
package final class SerialThread: Sendable {
    private struct State: Sendable {
        var waiting: [@Sendable () -> Void] = []
        var isRunning = false
        var isClosed = false
    }

    private let name: String
    private let state = Monitor(State())

    /// Plans a thread.
    ///
    /// - Parameter name: Its name for debuggers; at most 15 bytes.
    package init(_ name: String) { self.name = name }

    deinit { state.change { $0.isClosed = true } }

    /// Does `body` on the thread, after all that was given before.
    ///
    /// - Returns: 0, or the system's error number when there is no thread to be had; then `body` is not done.
    package func run(_ body: @escaping @Sendable () -> Void) -> Int32 {
        let (name, state) = (name, state)
        return state.change { shared in
            if !shared.isRunning {
                let code = SystemThread.start(name) { @Sendable in Self.work(state) }
                guard code == 0 else { return code }
                shared.isRunning = true
            }
            shared.waiting.append(body)
            return 0
        }
    }

    private static func work(_ state: Monitor<State>) {
        while true {
            let bodies: [@Sendable () -> Void] = state.wait { shared in
                if shared.waiting.isEmpty { return shared.isClosed ? [] : nil }
                defer { shared.waiting = [] }
                return shared.waiting
            }
            if bodies.isEmpty { return }
            for body in bodies { body() }
        }
    }
}
