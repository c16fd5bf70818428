import FoundationEssentials
import LKFormats
import LKGeocoding

/// The address of a service, which builds the URLs of requests.
struct ServiceAddress: Hashable, Sendable {
    /// The address for messages: without user, password and query, which may contain a key.
    let text: String

    /// The key for limits: the host in lower case, with the port unless it is a public server.
    let host: String

    /// Whether it is a public server.
    let isPublic: Bool

    /// Whether the server proves with a certificate that the answers are its own.
    let isSecure: Bool

    /// The longest pause that an answer may cause.
    var maximumPause: Duration {
        isSecure ? CircuitBreaker.maximumPause : CircuitBreaker.maximumUnverifiedPause
    }

    /// The URL up to the path, without a trailing slash.
    private let base: String
    private let query: String?

    /// Hosts with a usage policy, including their subdomains.
    private static let publicHosts = ["openstreetmap.org", "komoot.io"]

    /// Creates an address.
    ///
    /// - Parameter url: The server's address, with a path if the service is below one.
    /// - Throws: `GeocodingError.Code.requestInvalid` if it is not a web address.
    init(_ url: URL) throws(GeocodingError) {
        let scheme = url.scheme?.lowercased() ?? ""
        guard scheme == "http" || scheme == "https", var name = url.host()?.lowercased(), !name.isEmpty else {
            throw GeocodingError(
                .requestInvalid,
                "the server's address is not a web address", advice: "write it like https://nominatim.example.org")
        }
        isSecure = scheme == "https"
        let whole = url.absoluteString
        var base = whole.prefix { $0 != "?" && $0 != "#" }
        while base.hasSuffix("/") { base.removeLast() }
        self.base = String(base)
        query = url.query(percentEncoded: true).flatMap { $0.isEmpty ? nil : $0 }
        while name.hasSuffix(".") { name.removeLast() }
        let shown = name.contains(":") && !name.hasPrefix("[") ? "[\(name)]" : name
        isPublic = Self.publicHosts.contains { name == $0 || name.hasSuffix("." + $0) }
        // A public server has one limit for all ports.
        host = isPublic ? name : shown + ":\(url.port ?? (scheme == "https" ? 443 : 80))"
        var path = url.path(percentEncoded: true)[...]
        while path.hasSuffix("/") { path.removeLast() }
        text = "\(scheme)://\(shown)\(url.port.map { ":\($0)" } ?? "")\(path)"
    }

    /// Returns the URL of a request.
    ///
    /// - Parameters:
    ///   - path: The path of the request, with its slash.
    ///   - items: Names and unencoded values, in order.
    /// - Returns: The URL.
    /// - Throws: `GeocodingError.Code.requestInvalid` when the URL would be invalid.
    func url(_ path: String, _ items: [(name: String, value: String)]) throws(GeocodingError) -> URL {
        var parts = items.map { "\($0.name)=\(Self.encoded($0.value))" }
        if let query { parts.insert(query, at: 0) }
        guard let url = URL(string: base + path + "?" + parts.joined(separator: "&")) else {
            throw GeocodingError(.requestInvalid, "no request can be made of the server's address \(text)")
        }
        return url
    }

    /// Returns a value with all reserved characters percent-encoded (RFC 3986, 2.3).
    static func encoded(_ value: String) -> String {
        PercentEncoding.text(value.utf8, keeping: "-._~")
    }

    /// Formats degrees with seven decimals (11 mm on the ground), regardless of the system's locale.
    static func degrees(_ value: Double) -> String {
        let units = Int((abs(value) * 1e7).rounded())
        let sign = value < 0 && units > 0 ? "-" : ""
        return "\(sign)\(units / 10_000_000).\((units % 10_000_000).padded(to: 7))"
    }
}

/// The text of a search.
enum SearchText {
    /// The longest text in bytes; servers reject long URLs without a useful reason.
    static let maximumTextLength = 1_000

    /// Checks a text before it is sent.
    ///
    /// - Parameter text: The name or address to search for.
    /// - Returns: The text on one line.
    /// - Throws: `GeocodingError.Code.requestInvalid` when it has no letter or digit, or is too long.
    static func checked(_ text: String) throws(GeocodingError) -> String {
        guard let clean = JSONValue.string(text).text, clean.contains(where: { $0.isLetter || $0.isNumber }) else {
            throw GeocodingError(
                .requestInvalid, "there is no letter or digit to search for", advice: "give a name or an address")
        }
        guard clean.utf8.count <= maximumTextLength else {
            throw GeocodingError(
                .requestInvalid, "the text to search for is longer than \(maximumTextLength) bytes",
                advice: "give a name or an address")
        }
        return clean
    }
}
