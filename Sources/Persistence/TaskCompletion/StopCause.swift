/// Why the process is to stop.
public enum StopCause: Hashable, Sendable {
    /// Somebody sent a signal.
    case signal(StopSignal)
    /// The machine shuts down or restarts, as logind announced it.
    case shutdown

    /// What the process exits with: 128 and the signal's number; a shutdown counts as SIGTERM, which would come next.
    public var exitStatus: Int32 {
        switch self {
        case .signal(let signal): signal.exitStatus
        case .shutdown: StopSignal.terminate.exitStatus
        }
    }
}
