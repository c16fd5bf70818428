import Glibc

/// Where a gpsd listens.
public struct GPSDEndpoint: Hashable, Sendable, CustomStringConvertible {
    /// Name or address of the host.
    public var host: String
    /// TCP port, 1...65535.
    public var port: UInt16

    /// Makes an endpoint; gpsd's own defaults unless given.
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

    /// Whether a text is an IPv6 address; a zone may follow, as in `fe80::1%eth0`.
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
