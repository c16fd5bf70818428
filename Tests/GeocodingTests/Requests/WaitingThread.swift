import LKThreads

/// A thread for a test's waits.
struct WaitingThread {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    func start() { precondition(SystemThread.start("tests.wait", body) == 0, "no thread") }
}
