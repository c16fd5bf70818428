import Glibc

/// A value behind a lock, for threads that also wait for changes.
///
/// `Mutex` has no condition variable, and `NSCondition` would link Foundation. Every change wakes all waiters, so use
/// it only for a few threads and a few hundred changes per second.
// Unchecked: holds raw pointers; the value is accessed only while locked.
package final class Monitor<Value: Sendable>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var value: Value

    package init(_ value: Value) {
        self.value = value
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Changes the value and wakes all waiters.
    package func change<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
        }
        return body(&value)
    }

    /// Waits until `body` returns a result; it is called again after each change.
    package func wait<Result>(for body: (inout Value) -> Result?) -> Result {
        pthread_mutex_lock(mutex)
        defer {
            // `body` may have changed the value that another thread waits for.
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
        }
        while true {
            if let result = body(&value) { return result }
            pthread_cond_wait(condition, mutex)
        }
    }

    /// Waits as ``wait(for:)`` does, but only until a deadline.
    ///
    /// - Returns: The result of `body`; `nil` if there was none by then.
    package func wait<Result>(until deadline: MonotonicInstant, for body: (inout Value) -> Result?) -> Result? {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
        }
        while true {
            if let result = body(&value) { return result }
            let now = MonotonicInstant.now
            guard now < deadline else { return nil }
            // In steps, because the condition's clock is the time of day, which may be set back meanwhile.
            var end = timespec()
            clock_gettime(CLOCK_REALTIME, &end)
            let step = min(deadline - now, .seconds(60)).components
            let nanoseconds = end.tv_nsec + Int(step.attoseconds / 1_000_000_000)
            end.tv_sec += Int(step.seconds) + nanoseconds / 1_000_000_000
            end.tv_nsec = nanoseconds % 1_000_000_000
            pthread_cond_timedwait(condition, mutex, &end)
        }
    }
}
