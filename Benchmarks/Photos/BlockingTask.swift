import Foundation
import Synchronization

/// Lets a thread wait for tasks.
enum BlockingTask {
    private final class Answer<Value: Sendable>: Sendable {
        let value = Mutex<Result<Value, any Error>?>(nil)
    }

    /// Waits for a task of its own.
    ///
    /// - Throws: `BenchmarkError` with the words of whatever the task throws.
    static func run<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) throws(BenchmarkError) -> Value {
        let answer = Answer<Value>()
        let isOver = DispatchSemaphore(value: 0)
        Task {
            do {
                let value = try await body()
                answer.value.withLock { $0 = .success(value) }
            } catch {
                answer.value.withLock { $0 = .failure(error) }
            }
            isOver.signal()
        }
        isOver.wait()
        switch answer.value.withLock({ $0 }) {
        case .success(let value): return value
        case .failure(let error as BenchmarkError): throw error
        case .failure(let error): throw BenchmarkError("\(error)")
        case nil: throw BenchmarkError("a task gave no answer")
        }
    }
}
