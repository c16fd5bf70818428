import LKThreads

/// Threads as clients have them by themselves.
enum SystemThreads {
    static func start(_ body: @escaping @Sendable () -> Void) -> Int32 { SystemThread.start("tests.http", body) }
}
