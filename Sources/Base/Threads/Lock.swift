import Glibc

/// A value behind a lock that still works in a process made by `fork`.
///
/// `Mutex` of the standard library remembers the number of each thread on Linux, and the thread that goes on in the child has
/// another one: as soon as two threads of the child want a lock, the process ends or hangs. Use this one in what programs in C
/// and Python load, whose workers are forked. As with all locks, a child must not use one that another thread held at the fork.
///
/// ```swift
/// let names = Lock<[Int: String]>([:])
/// names.withLock { $0[1] = "Tokyo" }
/// ```
// Unchecked: the value is accessed only while locked.
package final class Lock<Value>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var value: Value

    package init(_ value: sending Value) {
        self.value = value
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Calls a function with the value while no other thread has it.
    ///
    /// - Parameter body: Receives the value; must not use the lock again.
    /// - Returns: What the function returns.
    /// - Throws: What the function throws.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
