extension TaskCompletion {
    /// Whether logind waits with sleep and shutdown for this process.
    public enum InhibitorState: Hashable, Sendable {
        /// Nobody set that up.
        case off
        /// There is no work to wait for.
        case idle
        /// logind is being asked; at most 10 s.
        case asking
        /// It waits, for as long as its `InhibitDelayMaxSec` says (5 s unless changed).
        case held
        /// It does not wait, and why: there is no system bus, no logind, or it refused.
        case unavailable(String)
    }
}
