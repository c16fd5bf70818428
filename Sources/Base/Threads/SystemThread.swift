import CLKThreads
import Glibc

/// Threads for blocking calls, which must not run on Swift's cooperative pool.
///
/// Foundation's `Thread` is not used because it does not report when the system refuses a thread.
package enum SystemThread {
    /// The number of processors this process may use, at least 1.
    package static var processors: Int { Int(cthreads_processors()) }

    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Runs `body` on a new thread.
    ///
    /// - Parameters:
    ///   - name: For debuggers; at most 15 bytes.
    ///   - body: What to run.
    /// - Returns: 0, or the `errno` value when no thread can be started.
    package static func start(_ name: String, _ body: @escaping @Sendable () -> Void) -> Int32 {
        let work = Unmanaged.passRetained(
            Work {
                cthreads_name(name)
                body()
            })
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, work.toOpaque())
        guard code == 0 else {
            work.release()
            return code
        }
        pthread_detach(thread)
        return 0
    }
}

/// A thread that runs closures in order of submission.
///
/// For blocking work: files, databases, callbacks. The thread starts with the first closure; when the object is
/// released, it runs the remaining ones and ends.
package final class SerialThread: Sendable {
    private struct State: Sendable {
        var waiting: [@Sendable () -> Void] = []
        var isRunning = false
        var isClosed = false
    }

    private let name: String
    private let state = Monitor(State())

    /// Creates the object without starting the thread.
    ///
    /// - Parameter name: Its name for debuggers; at most 15 bytes.
    package init(_ name: String) { self.name = name }

    deinit { state.change { $0.isClosed = true } }

    /// Runs `body` on the thread, after all earlier closures.
    ///
    /// - Returns: 0, or the `errno` value when no thread can be started; `body` is not run then.
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
