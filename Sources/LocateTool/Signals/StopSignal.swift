import Foundation
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

    /// How long a run may take to finish what is under way.
    static let patience = 2

    /// Ends the process when it has not ended by itself in ``patience`` seconds, as when nobody reads its output.
    func endSoon() {
        let code = exitCode.rawValue
        let thread = Thread { @Sendable in
            Thread.sleep(forTimeInterval: Double(Self.patience))
            _exit(code)
        }
        thread.start()
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
