extension TaskCompletion {
    /// What ``TaskCompletion/events`` tells.
    public enum Event: Hashable, Sendable {
        /// The process is to stop: nothing new begins.
        case stopping(StopCause)
        /// The grace period ran out; expiration handlers are being called.
        case expired
        /// The machine goes to sleep within seconds, as logind announced it.
        case sleeping
        /// The machine woke up.
        case awake
    }
}
