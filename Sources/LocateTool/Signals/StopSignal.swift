import Glibc

/// A request from outside to stop.
enum StopSignal: CaseIterable, Sendable {
    /// The terminal was closed (SIGHUP).
    case hangUp
    /// Control-C (SIGINT).
    case interrupt
    /// `kill`, a service manager, the end of the session (SIGTERM).
    case terminate

    /// The system's number.
    var number: Int32 {
        switch self {
        case .hangUp: SIGHUP
        case .interrupt: SIGINT
        case .terminate: SIGTERM
        }
    }

    /// The exit status of a run that it ended.
    var exitCode: ExitCode {
        switch self {
        case .hangUp: .hangUp
        case .interrupt: .interrupted
        case .terminate: .terminated
        }
    }
}
