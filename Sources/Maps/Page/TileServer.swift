/// A server of map images that the user names; without one a page makes no requests.
///
/// A server of tiles learns which places are looked at, and from where.
public struct TileServer: Sendable, Equatable {
    /// The URL with `{z}`, `{x}` and `{y}`.
    public let template: String
    /// The scheme, host and port: all that a page may load images from.
    public let origin: String

    /// Takes a URL such as `https://tiles.example.org/{z}/{x}/{y}.png`.
    ///
    /// - Throws: ``MapError/Code/invalid`` if it is not one of http or https with `{z}`, `{x}` and `{y}` in its path.
    public init(_ template: String) throws(MapError) {
        let problem = MapError(
            .invalid,
            "\(PageText.clean(template)) is not a URL of tiles, such as https://tiles.example.org/{z}/{x}/{y}.png")
        guard let scheme = ["https://", "http://"].first(where: template.lowercased().hasPrefix) else { throw problem }
        let rest = template.dropFirst(scheme.count)
        let host = rest.prefix { $0 != "/" }
        let path = rest.dropFirst(host.count)
        // The origin becomes part of the page's policy, where a space or semicolon would begin something else.
        let isHost = host.utf8.allSatisfy { Self.isLetterOrDigit($0) || ".-:[]".utf8.contains($0) }
        guard !host.isEmpty, isHost, Self.isPath(path), Self.placeholders.allSatisfy({ path.contains($0) }) else {
            throw problem
        }
        self.template = scheme + rest
        origin = scheme + host.lowercased()
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static let placeholders = ["{z}", "{x}", "{y}"]

    /// Whether a text has only the characters of a path and query by RFC 3986, and placeholders.
    private static func isPath(_ text: Substring) -> Bool {
        var rest = text.utf8
        while let byte = rest.first {
            if isLetterOrDigit(byte) || "-._~!$&'()*+,;=:@/?#%".utf8.contains(byte) {
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
