import FoundationEssentials
import Glibc
import LKStorage
import LKThreads
import Synchronization

/// When the next request to a host may be sent, shared by all processes of this user and machine: the content of a
/// small file.
///
/// A line of text: the boot id, the time since boot in nanoseconds at which the next request may be sent, and the same
/// instant in seconds since 1970 for readers after another boot or on another machine with the same home folder.
struct RequestPace: Hashable, Sendable {
    /// When the next request may be sent, since boot.
    var next: Duration

    /// The same instant in seconds since 1970.
    var wall: Double

    /// The id of the boot that ``next`` refers to.
    var boot: String

    /// The maximum time in the future; later timestamps are invalid.
    static let maximumWait = Duration.seconds(3_600)

    /// The line of text.
    var text: String {
        let (seconds, attoseconds) = next.components
        return "\(boot) \(seconds * 1_000_000_000 + attoseconds / 1_000_000_000) \(wall)\n"
    }

    init(next: Duration, wall: Double, boot: String) {
        self.next = next
        self.wall = wall
        self.boot = boot
    }

    /// Parses the line; returns `nil` if it is invalid.
    init?(_ text: String) {
        let parts = text.split(whereSeparator: \.isWhitespace)
        guard parts.count == 3, let nanoseconds = Int64(parts[1]), nanoseconds >= 0, let wall = Double(parts[2]),
            wall.isFinite
        else { return nil }
        self.init(next: .nanoseconds(nanoseconds), wall: wall, boot: String(parts[0]))
    }

    /// Returns how long to wait; zero if the stored time is implausible.
    ///
    /// - Parameters:
    ///   - now: The time since boot.
    ///   - wallNow: The current time in seconds since 1970.
    ///   - boot: The id of the current boot.
    ///   - interval: The time between requests, which bounds the wait if another boot or machine wrote the line.
    ///   - maximum: The longest plausible wait.
    /// - Returns: The wait.
    func wait(
        now: Duration, wallNow: Double, boot: String, interval: Duration, maximum: Duration = maximumWait
    ) -> Duration {
        if self.boot == boot {
            let wait = next - now
            return wait > .zero && wait <= maximum ? wait : .zero
        }
        let wait = wall - wallNow
        return wait > 0 && wait <= maximum / .seconds(1) ? min(.seconds(wait), interval) : .zero
    }
}

/// The file with which the processes of a user space their requests to a host.
///
/// Best effort: if the folder cannot be written or the file is damaged, each process keeps its own pace. The file is
/// overwritten in place rather than replaced durably, since its content is useless after a restart.
struct RequestPaceFile: Sendable {
    /// The folder's path.
    let folder: String

    /// The host, used as the file's name.
    let name: String

    private let keeper: any Timekeeper
    private let lockTimeout: Duration

    /// Creates the pace file of a host.
    ///
    /// - Parameters:
    ///   - host: The host with its port.
    ///   - folder: The folder's path; created if missing.
    ///   - keeper: The clock.
    ///   - lockTimeout: How long to wait for another process that holds the file's lock.
    init(host: String, in folder: String, keeper: any Timekeeper, lockTimeout: Duration = .seconds(2)) {
        self.folder = folder
        self.keeper = keeper
        self.lockTimeout = lockTimeout
        let plain = host.lowercased().unicodeScalars.map { scalar in
            let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            return isPlain || scalar == "." || scalar == "-" ? String(scalar) : "_"
        }
        name = String(plain.joined().prefix(200)) + ".pace"
    }

    /// The id of the current boot.
    static let boot: String = {
        guard let folder = try? Folder.open("/proc/sys/kernel/random", creating: false),
            let data = try? folder.read("boot_id", maximumSize: 100)
        else { return "unknown" }
        let id = String(decoding: data, as: UTF8.self).filter { !$0.isWhitespace }
        return id.isEmpty ? "unknown" : id
    }()

    /// Reserves the next slot, on a separate thread, since it may wait for a lock.
    ///
    /// - Parameters:
    ///   - earliest: The instant before which this process sends nothing.
    ///   - interval: The time between requests.
    /// - Returns: When to send; `nil` when the task was cancelled.
    func reserve(earliest: MonotonicInstant, interval: Duration) async -> MonotonicInstant? {
        let reserved = OneShot<MonotonicInstant>()
        let flag = CancelFlag()
        let code = SystemThread.start("locate-pace") { @Sendable in
            reserved.end(takeTurn(earliest: earliest, interval: interval) { flag.isSet } ?? earliest)
        }
        if code != 0 { return earliest }
        let result = await reserved.wait()
        if result == nil { flag.set() }
        return result
    }

    /// Reserves the next slot on the calling thread; returns `nil` if the file cannot be used.
    func takeTurn(
        earliest: MonotonicInstant, interval: Duration, isGivenUp: () -> Bool = { false }
    ) -> MonotonicInstant? {
        guard let folder = try? Folder.open(folder, creating: true),
            let lock = try? FileLock(name + ".lock", in: folder, timeout: lockTimeout, isGivenUp: isGivenUp)
        else { return nil }
        defer { withExtendedLifetime(lock) {} }
        let (now, wall, boot) = (keeper.now, Double(time(nil)), Self.boot)
        let data = (try? folder.read(name, maximumSize: 256)) ?? nil
        let last = data.flatMap { RequestPace(String(decoding: $0, as: UTF8.self)) }
        let wait = last?.wait(now: now.sinceBoot, wallNow: wall, boot: boot, interval: interval) ?? .zero
        let slot = max(earliest, now + wait)
        // 5 % longer: a process that wakes late must not be followed too closely by one that wakes on time.
        let next = slot + interval * 1.05
        let pace = RequestPace(next: next.sinceBoot, wall: wall + (next - now) / .seconds(1), boot: boot)
        return folder.overwrite(name, with: Data(pace.text.utf8)) ? slot : nil
    }

    /// Records the pause that a service requested, for other and later processes.
    ///
    /// - Parameter pause: Its length.
    func hold(for pause: Duration) {
        guard let folder = try? Folder.open(folder, creating: true) else { return }
        let (now, pause) = (keeper.now, min(pause, CircuitBreaker.maximumPause))
        let held = RequestPace(
            next: (now + pause).sinceBoot, wall: Double(time(nil)) + pause / .seconds(1), boot: Self.boot)
        _ = folder.overwrite(holdName, with: Data(held.text.utf8))
    }

    /// Returns the rest of a service's requested pause; `nil` if there is none, or it is over.
    func held() -> Duration? {
        guard let folder = try? Folder.open(folder, creating: false),
            let data = (try? folder.read(holdName, maximumSize: 256)) ?? nil,
            let hold = RequestPace(String(decoding: data, as: UTF8.self))
        else { return nil }
        let maximum = CircuitBreaker.maximumPause
        let wait = hold.wait(
            now: keeper.now.sinceBoot, wallNow: Double(time(nil)), boot: Self.boot, interval: maximum, maximum: maximum)
        return wait > .zero ? wait : nil
    }

    private var holdName: String { name.dropLast(".pace".count) + ".hold" }
}

/// Tells a thread that its result is no longer needed.
private final class CancelFlag: Sendable {
    private let value = Mutex(false)
    var isSet: Bool { value.withLock { $0 } }
    func set() { value.withLock { $0 = true } }
}
