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
        let isHost = host.utf8.allSatisfy { byte in
            let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            return isLetter || isDigit || ".-:[]".utf8.contains(byte)
        }
        guard !host.isEmpty, isHost, path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
            ["{z}", "{x}", "{y}"].allSatisfy({ path.contains($0) })
        else { throw problem }
        self.template = scheme + rest
        origin = scheme + host.lowercased()
    }
}
