import FoundationEssentials

/// An `http` or `https` URL, with user and password separated so that they never appear in messages.
struct WebAddress: Sendable, CustomStringConvertible {
    /// The URL without user and password.
    let text: String
    /// `http` or `https`.
    let scheme: String
    /// The URL's user and password, decoded.
    let credentials: (user: String, password: String)?
    /// The server: host and port.
    private let server: String

    /// Creates an address by parsing a URL.
    ///
    /// - Parameter whole: The URL.
    /// - Throws: `invalidURL`.
    init(_ whole: String) throws(HTTPError) {
        let bytes = whole.utf8
        guard let mark = whole.firstRange(of: "://") else {
            // Text before an @ may be a password.
            let shown = whole.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
            throw HTTPError(
                .invalidURL, "\(Self.cut(String(shown))) is not a web URL, which begins with http:// or https://")
        }
        let rest = whole[mark.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let at = authority.lastIndex(of: "@")
        let host = at.map { authority[authority.index(after: $0)...] } ?? authority
        let scheme = whole[..<mark.lowerBound].lowercased()
        text = "\(scheme)://\(host)\(rest[authority.endIndex...])"
        self.scheme = scheme
        let defaultPort = scheme == "https" ? ":443" : ":80"
        let name = host.lowercased()
        server = name.hasSuffix(defaultPort) ? String(name.dropLast(defaultPort.count)) : name
        guard scheme == "http" || scheme == "https" else {
            throw HTTPError(
                .invalidURL, "\(Self.cut(text)) has a scheme other than http and https")
        }
        credentials = at.map { Self.credentials(authority[..<$0]) }
        let isPlain = { (text: String) in text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }
        guard !host.isEmpty, bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F }),
            credentials.map({ isPlain($0.user) && isPlain($0.password) }) ?? true
        else { throw HTTPError(.invalidURL, "\(Self.cut(text)) has no host, or characters that URLs cannot have.") }
    }

    /// The URL without user and password, truncated.
    var description: String { Self.cut(text) }

    /// The URL without user and password.
    var url: URL? { URL(string: text) }

    /// Scheme, host and port.
    var origin: String { "\(scheme)://\(server)" }

    /// Returns whether both are on the same server, which may receive the same headers.
    func isSameServer(as other: WebAddress) -> Bool { scheme == other.scheme && server == other.server }

    private static func credentials(_ text: Substring) -> (user: String, password: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(decoded)
        return (parts.first ?? "", parts.count > 1 ? parts[1] : "")
    }

    /// Percent-decodes a text; a percent sign without two digits is kept.
    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2).compactMap { Character(UnicodeScalar($0)).hexDigitValue }
            if byte == UInt8(ascii: "%"), digits.count == 2 {
                bytes.append(UInt8(digits[0] * 16 + digits[1]))
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func cut(_ text: String) -> String { text.utf8.count > 200 ? "\(text.prefix(199))…" : text }
}
