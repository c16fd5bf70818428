internal import CThreads
import Glibc

/// Threads for blocking calls, which have no place on Swift's cooperative pool.
///
/// Foundation's `Thread` is not used, because it does not tell when the system refuses a thread.
package enum SystemThread {
    /// How many processors this process may use, at least 1.
    package static var processors: Int { Int(cthreads_processors()) }

    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Runs `body` on a thread of its own.
    ///
    /// - Parameters:
    ///   - name: For debuggers; at most 15 bytes.
    ///   - body: What to run.
    /// - Returns: 0, or the system's error number when there is no thread to be had.
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
