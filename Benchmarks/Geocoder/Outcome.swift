import Synchronization

/// What a task has measured, for the thread that waits for it.
final class Outcome: Sendable {
    private let result = Mutex(Result<[Measurement], BenchmarkError>.failure(BenchmarkError("nothing was measured")))

    func set(_ result: Result<[Measurement], BenchmarkError>) { self.result.withLock { $0 = result } }

    /// - Throws: What went wrong.
    func get() throws(BenchmarkError) -> [Measurement] { try result.withLock { $0 }.get() }
}
