import Glibc

/// A signal that asks the process to stop.
public enum StopSignal: CaseIterable, Hashable, Sendable {
    /// The terminal was closed (SIGHUP).
    case hangUp
    /// Control-C (SIGINT).
    case interrupt
    /// `kill`, a service manager, the end of the session (SIGTERM).
    case terminate

    /// The system's number.
    public var number: Int32 {
        switch self {
        case .hangUp: SIGHUP
        case .interrupt: SIGINT
        case .terminate: SIGTERM
        }
    }

    /// What a process that it ended exits with, as a shell shows it: 128 and the signal's number.
    public var exitStatus: Int32 { 128 + number }
}
