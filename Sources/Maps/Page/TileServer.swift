extension MapPage {
    /// A server of map images that the user names; without one a page makes no requests.
    ///
    /// A server of tiles learns which places are looked at, and from where.
    public struct TileServer: Sendable, Equatable {
        /// The URL with `{z}`, `{x}` and `{y}`.
        public let template: String
        /// The scheme, host and port: all that a page may load images from.
        public let origin: String

        /// Creates a server from a URL template such as `https://tiles.example.org/{z}/{x}/{y}.png`.
        ///
        /// - Throws: ``MapError/Code/invalid`` if it is not one of http or https with `{z}`, `{x}` and `{y}` in its path.
        public init(_ template: String) throws(MapError) {
            let problem = MapError(
                .invalid,
                "\(PageText.clean(template)) is not a URL of tiles, such as https://tiles.example.org/{z}/{x}/{y}.png")
            guard let scheme = ["https://", "http://"].first(where: template.lowercased().hasPrefix) else {
                throw problem
            }
            let rest = template.dropFirst(scheme.count)
            let host = rest.prefix { $0 != "/" }
            let path = rest.dropFirst(host.count)
            // The origin becomes part of the page's policy, where a space or semicolon would begin something else.
            guard Self.isHost(host), Self.isPath(path), Self.placeholders.allSatisfy({ path.contains($0) }) else {
                throw problem
            }
            self.template = scheme + rest
            origin = scheme + host.lowercased()
        }

        /// Returns whether a text is a name or an IPv4 address, with or without a port.
        ///
        /// A page's policy cannot name IPv6 addresses.
        private static func isHost(_ text: Substring) -> Bool {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard let name = parts.first, parts.count <= 2 else { return false }
            if parts.count == 2 {
                guard parts[1].utf8.allSatisfy(isDigit), let port = UInt16(parts[1]), port > 0 else { return false }
            }
            let labels = name.split(separator: ".", omittingEmptySubsequences: false)
            let areLabels = labels.allSatisfy { label in
                (1...63).contains(label.utf8.count)
                    && label.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
            }
            guard areLabels, let last = labels.last, last.utf8.first.map(isDigit) == true else { return areLabels }
            // Browsers treat a host that ends with a number as an address.
            return labels.count == 4 && labels.allSatisfy { $0.utf8.allSatisfy(isDigit) && UInt8($0) != nil }
        }

        private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

        private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || isDigit(byte)
        }

        private static let placeholders = ["{z}", "{x}", "{y}"]

        /// Returns whether a text has only placeholders and characters that RFC 3986 allows in a path and query.
        private static func isPath(_ text: Substring) -> Bool {
            var rest = text.utf8
            while let byte = rest.first {
                if isLetterOrDigit(byte) || "-._~!$&'()*+,;=:@/?%".utf8.contains(byte) {
                    rest.removeFirst()
                } else if let known = placeholders.first(where: { rest.starts(with: $0.utf8) }) {
                    rest.removeFirst(known.utf8.count)
                } else {
                    return false
                }
            }
            return true
        }
    }
}
