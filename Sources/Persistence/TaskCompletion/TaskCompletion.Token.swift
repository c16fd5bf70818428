import Synchronization

extension TaskCompletion {
    /// A piece of work under way.
    ///
    /// Keep it until the work is done, then ``end()`` it. A token that nobody holds any more counts as ended too, so that a
    /// path without `end` (an error, an early return) cannot hold up the end of the process; but the compiler may let go
    /// of a token after its last use, so do not rely on a variable that is never used again: call `end`, best by `defer`.
    public final class Token: Sendable {
        /// What the work was called.
        public let name: String
        private let id: Int
        private let completion: TaskCompletion
        private let hasEnded = Atomic(false)

        init(name: String, id: Int, completion: TaskCompletion) {
            self.name = name
            self.id = id
            self.completion = completion
        }

        /// Tells that the work is done; a second call does nothing.
        ///
        /// When the process was asked to stop and this was the last work under way, the process ends here, as soon as
        /// handlers that are at work have returned, and the call does not return. Within a handler it does.
        public func end() {
            guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
            completion.end(id)
        }

        deinit { end() }
    }
}
