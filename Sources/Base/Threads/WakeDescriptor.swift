import CLKThreads
import Glibc
import Synchronization

/// Wakes a thread that waits in `poll`, or cancels it.
package final class WakeDescriptor: Sendable {
    /// An eventfd, readable once ``wake()`` was called.
    package let descriptor: Int32
    private let isCancelledFlag = Atomic<Bool>(false)

    package init() { descriptor = cthreads_eventfd() }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Whether the thread should end.
    package var isCancelled: Bool { isCancelledFlag.load(ordering: .acquiring) }

    /// Ends the thread's wait.
    package func wake() {
        var one: UInt64 = 1
        _ = Glibc.write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Cancels the thread and ends its wait.
    package func cancel() {
        isCancelledFlag.store(true, ordering: .releasing)
        wake()
    }

    /// Waits until `other` is ready for `events`, ``wake()`` is called, or `deadline` passes; `nil` waits without
    /// limit.
    ///
    /// - Returns: The events of `other`; 0 otherwise.
    package func wait(for other: Int32 = -1, events: Int32 = 0, until deadline: MonotonicInstant?) -> Int32 {
        while !isCancelled {
            var milliseconds: Int32 = -1
            if let deadline {
                let left = (deadline - .now) / .milliseconds(1)
                // Rounded up; otherwise the loop would spin during the last fraction of a millisecond.
                milliseconds = left <= 0 ? 0 : Int32(min(left.rounded(.up), 3_600_000))
            }
            var descriptors = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: other, events: Int16(truncatingIfNeeded: events), revents: 0),
            ]
            let ready = poll(&descriptors, 2, milliseconds)
            if ready < 0 {
                if errno == EINTR { continue }
                return 0
            }
            if descriptors[0].revents != 0 {
                var count: UInt64 = 0
                _ = Glibc.read(descriptor, &count, MemoryLayout<UInt64>.size)
            }
            return Int32(descriptors[1].revents)
        }
        return 0
    }

    /// Waits for `duration`, or until the thread is cancelled.
    package func sleep(_ duration: Duration) { sleep(until: .now + duration) }

    /// Waits until `end`, or until the thread is cancelled.
    package func sleep(until end: MonotonicInstant) {
        while !isCancelled, MonotonicInstant.now < end { _ = wait(until: end) }
    }
}
