import Foundation

/// The threads that sources work on: blocking calls have no place on Swift's cooperative pool.
enum SourceThread {
    /// Runs `body` on a thread of its own.
    static func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
        let thread = Thread { @Sendable in body() }
        thread.name = name
        thread.start()
    }
}
