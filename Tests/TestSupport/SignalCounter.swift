import Glibc
import Synchronization

private let pipes = Atomic(0)

/// Counts signals that would end the process.
public struct SignalCounter: Sendable {
    /// Counts SIGPIPE, from the first use on.
    public static let pipe: SignalCounter = {
        signal(SIGPIPE) { _ in pipes.add(1, ordering: .relaxed) }
        return SignalCounter()
    }()

    /// How many came.
    public var count: Int { pipes.load(ordering: .relaxed) }
}
