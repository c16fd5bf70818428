extension TaskCompletion {
    /// How a process finishes its work.
    ///
    /// Where several modules of a process set up, nobody gets less than asked for: the longest periods count, the
    /// process is ended with its last work only if all of them want that, and sleep is delayed as soon as one wants that.
    public struct Configuration: Hashable, Sendable {
        /// How long work under way may go on after a signal; 30 s.
        public var gracePeriod = Duration.seconds(30)
        /// How long the expiration handlers may take afterwards, all together; 5 s.
        public var savingPeriod = Duration.seconds(5)
        /// Whether the process is ended when the last work has; true.
        ///
        /// `false` is for programs that come to an end by themselves once ``TaskCompletion/onStop(_:)`` has told them.
        /// They are ended only when the grace period runs out.
        public var endsProcess = true
        /// Whether logind is asked to wait with sleep and shutdown while work is under way; false.
        public var delaysSleepAndShutdown = false

        /// The defaults.
        public init() {}

        /// What satisfies both.
        func merged(with other: Self) -> Self {
            var result = self
            result.gracePeriod = max(gracePeriod, other.gracePeriod)
            result.savingPeriod = max(savingPeriod, other.savingPeriod)
            result.endsProcess = endsProcess && other.endsProcess
            result.delaysSleepAndShutdown = delaysSleepAndShutdown || other.delaysSleepAndShutdown
            return result
        }
    }
}
