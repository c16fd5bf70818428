import Glibc

/// Positions from a receiver, through a local or remote gpsd.
///
/// A daemon that is missing, disappears or falls silent is not an error: the source retries with growing pauses, and
/// asks gpsd to check a silent receiver again. The manager's `reason` shows problems.
///
/// ```swift
/// let boat = LocationManager(source: GPSDSource(.init(host: "boat.local"), device: "/dev/ttyACM0"))
/// ```
public final class GPSDSource: LocationSource {
    /// The address of gpsd.
    public let endpoint: GPSDSource.Endpoint
    /// The receiver to use, as gpsd names it; `nil` for all that gpsd has.
    public let device: String?
    let recorder: (any ReportRecorder)?
    let isSimulated: Bool
    let timing: GPSDTiming
    private let run = SourceRun()

    /// Creates a source; nothing is connected before a manager needs it.
    ///
    /// - Parameters:
    ///   - endpoint: The address of gpsd; localhost:2947 by default.
    ///   - device: The receiver to use; all by default.
    public convenience init(_ endpoint: GPSDSource.Endpoint = GPSDSource.Endpoint(), device: String? = nil) {
        self.init(endpoint, device: device, recorder: nil)
    }

    /// Creates a source that passes every line from gpsd to a recorder.
    package convenience init(_ endpoint: GPSDSource.Endpoint, device: String?, recorder: (any ReportRecorder)?) {
        self.init(endpoint, device: device, recorder: recorder, isSimulated: false, timing: GPSDTiming())
    }

    init(
        _ endpoint: GPSDSource.Endpoint, device: String?, recorder: (any ReportRecorder)?, isSimulated: Bool,
        timing: GPSDTiming
    ) {
        self.endpoint = endpoint
        self.device = device
        self.recorder = recorder
        self.isSimulated = isSimulated
        self.timing = timing
    }

    /// Starts the source; see ``LocationSource/start(_:)``.
    public func start(_ handler: @escaping @Sendable (SourceEvent) -> Void) {
        run.begin("locate-gpsd", handler) { [endpoint, device, recorder, isSimulated, timing] wake in
            let conversation = GPSDConversation(
                endpoint: endpoint, device: device, recorder: recorder, isSimulated: isSimulated, timing: timing,
                wake: wake, handler: handler)
            conversation.run()
        }
    }

    /// Stops the source; see ``LocationSource/stop()``.
    public func stop() { run.end() }
}

/// The timeouts of a connection to gpsd.
struct GPSDTiming: Sendable {
    /// For connecting.
    var connecting = Duration.seconds(5)
    /// The first and the longest pause between attempts.
    var firstPause = Duration.milliseconds(250)
    var maximumPause = Duration.seconds(2)
    /// Without a report before the watch command is repeated: gpsd 3.22 checks a lost source only when a client sends
    /// something.
    var nudge = Duration.milliseconds(2500)
    /// Without any byte, including replies to nudges, before reconnecting.
    var dead = Duration.seconds(10)
}

extension GPSDSource {
    /// The address of a gpsd.
    public struct Endpoint: Hashable, Sendable, CustomStringConvertible {
        /// Name or address of the host.
        public var host: String
        /// TCP port, 1...65535.
        public var port: UInt16

        /// Creates an endpoint, with gpsd's own defaults unless given.
        public init(host: String = "localhost", port: UInt16 = 2947) {
            self.host = host
            self.port = port
        }

        /// Reads `HOST`, `HOST:PORT`, `[ADDRESS]`, `[ADDRESS]:PORT` or a bare IPv6 address; `nil` when the text is none of these.
        public init?(_ text: String) {
            guard !text.contains(where: \.isWhitespace) else { return nil }
            if text.hasPrefix("[") {
                guard let close = text.firstIndex(of: "]") else { return nil }
                let host = text[text.index(after: text.startIndex)..<close]
                let rest = text[text.index(after: close)...]
                guard Self.isIPv6(host) else { return nil }
                if rest.isEmpty {
                    self.init(host: String(host))
                    return
                }
                guard rest.first == ":", let port = Self.port(rest.dropFirst()) else { return nil }
                self.init(host: String(host), port: port)
                return
            }
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            switch parts.count {
            case 1 where !text.isEmpty: self.init(host: text)
            case 2:
                guard !parts[0].isEmpty, let port = Self.port(parts[1]) else { return nil }
                self.init(host: String(parts[0]), port: port)
            case 3... where Self.isIPv6(text[...]): self.init(host: text)
            default: return nil
            }
        }

        /// Returns whether a text is an IPv6 address; a zone may follow, as in `fe80::1%eth0`.
        private static func isIPv6(_ text: Substring) -> Bool {
            let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
            var address = in6_addr()
            // A C string would end at the zero.
            guard !text.utf8.contains(0), parts.count == 1 || !parts[1].isEmpty else { return false }
            return inet_pton(AF_INET6, String(parts[0]), &address) == 1
        }

        private static func port(_ text: Substring) -> UInt16? {
            guard text.allSatisfy(\.isNumber), let port = UInt16(text), port > 0 else { return nil }
            return port
        }

        /// `HOST:PORT`, with brackets round an IPv6 address.
        public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
    }
}
