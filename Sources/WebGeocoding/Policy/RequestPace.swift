internal import Threads

/// When the next request to a host may be sent, as all processes of this user and machine know it: the content of a small file.
///
/// A line of text: the boot's id, the nanoseconds since the machine started at which the next request may go, and
/// the seconds since 1970 at that moment for readers of another boot or another machine with the same home folder.
struct RequestPace: Hashable, Sendable {
    /// When the next request may be sent, since the machine started.
    var next: Duration

    /// The same by the wall clock, in seconds since 1970.
    var wall: Double

    /// Which start of which machine ``next`` is counted from.
    var boot: String

    /// The furthest that a stamp may lie ahead; what is farther is damaged.
    static let longestWait = Duration.seconds(3_600)

    /// The line.
    var text: String {
        let (seconds, attoseconds) = next.components
        return "\(boot) \(seconds * 1_000_000_000 + attoseconds / 1_000_000_000) \(wall)\n"
    }

    /// A pace.
    init(next: Duration, wall: Double, boot: String) {
        self.next = next
        self.wall = wall
        self.boot = boot
    }

    /// Reads the line; `nil` for anything else.
    init?(_ text: String) {
        let parts = text.split(whereSeparator: \.isWhitespace)
        guard parts.count == 3, let nanoseconds = Int64(parts[1]), nanoseconds >= 0, let wall = Double(parts[2]),
            wall.isFinite
        else { return nil }
        self.init(next: .nanoseconds(nanoseconds), wall: wall, boot: String(parts[0]))
    }

    /// How long to wait from now on; zero for what cannot be true.
    ///
    /// - Parameters:
    ///   - now: The time since the machine started.
    ///   - wallNow: The same by the wall clock.
    ///   - boot: This start of this machine.
    ///   - interval: The time between requests; who wrote by another clock is believed this much and no more.
    ///   - longest: The longest wait that can be true.
    /// - Returns: The wait.
    func wait(
        now: Duration, wallNow: Double, boot: String, interval: Duration, longest: Duration = longestWait
    ) -> Duration {
        if self.boot == boot {
            let wait = next - now
            return wait > .zero && wait <= longest ? wait : .zero
        }
        let wait = wall - wallNow
        return wait > 0 && wait <= longest / .seconds(1) ? min(.seconds(wait), interval) : .zero
    }
}
