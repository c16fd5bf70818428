import Threads

/// Waits for asynchronous work on the tool's own thread, which Swift's pool does not need.
enum Waiting {
    /// Does work, and waits for it.
    static func wait<Value: Sendable>(for work: @escaping @Sendable () async -> Value) -> Value {
        let outcome = Monitor<Value?>(nil)
        Task.detached {
            let value = await work()
            outcome.change { $0 = value }
        }
        return outcome.wait { $0 }
    }
}
