import LKGeocoding

/// The identity of the calling program, which usage policies of geocoding services require.
///
/// A shared public service blocks programs that do not identify themselves, and blocks all programs of the same name
/// together. Use your own program's name, never LocationKit's.
public struct ClientIdentity: Hashable, Sendable {
    /// The value of the `User-Agent` header.
    public let userAgent: String

    /// Creates an identity.
    ///
    /// - Parameters:
    ///   - name: The program's name and version: `FieldLog/2.1`.
    ///   - contact: A web page or an email address.
    public init(name: String, contact: String? = nil) {
        userAgent = contact.map { "\(name) (\($0))" } ?? name
    }
}

extension ClientIdentity {
    /// Names that libraries, tools and examples send, which public services block, and LocationKit's own, which all programs
    /// using it would share.
    private static let stockNames: Set<String> = [
        "aiohttp", "app", "axios", "curl", "dart", "default", "example", "go-http-client", "got", "guzzlehttp",
        "httpclient",
        "httpie", "httpx", "insomnia", "java", "libcurl", "libwww-perl", "locationkit", "lwp", "mozilla", "my-app",
        "my-application", "my_app", "myapp", "node", "node-fetch", "okhttp", "opera", "perl", "php", "postman",
        "postmanruntime", "python", "python-requests", "python-urllib", "reqwest", "requests", "ruby", "swift", "test",
        "undici", "unknown", "urllib", "user-agent", "useragent", "wget",
    ]

    /// Why public services would reject this identity; `nil` if they would accept it.
    var objection: String? {
        let name = userAgent.prefix { $0 != "/" && $0 != " " && $0 != "(" }.lowercased()
        let letters = name.filter(\.isLetter).count
        if userAgent.allSatisfy(\.isWhitespace) { return "the identity is empty" }
        if letters < 3 { return "the identity \(userAgent) does not name a program" }
        // Many people use the tool; a contact tells them apart.
        if name == "locate", !userAgent.contains("(") { return "the identity \(userAgent) has no contact" }
        if Self.stockNames.contains(name) { return "the identity \(userAgent) is a name that many programs share" }
        return nil
    }

    /// Whether it is valid as a header.
    var isSendable: Bool {
        userAgent.utf8.count <= 512
            && userAgent.unicodeScalars.allSatisfy { (0x20...0x7E).contains($0.value) || $0.value > 0xA0 }
    }

    /// Checks an identity for a server.
    ///
    /// - Parameters:
    ///   - identity: The identity, if any.
    ///   - server: The server, for the message.
    ///   - isPublic: Whether the server is a shared public one.
    /// - Throws: `GeocodingError.Code.requestInvalid`.
    static func check(
        _ identity: ClientIdentity?, for server: String, isPublic: Bool
    ) throws(GeocodingError) {
        if let identity, !identity.isSendable {
            throw GeocodingError(
                .requestInvalid,
                "the client's identity is too long or contains control characters", advice: "make it one short line")
        }
        guard isPublic else { return }
        let objection = identity == nil ? "the client has no identity" : identity?.objection
        guard let objection else { return }
        throw GeocodingError(
            .requestInvalid,
            "\(server) is a shared public service and blocks programs that do not identify themselves: \(objection)",
            advice: advice)
    }

    /// What to do about a missing or useless identity, at the end of that message.
    package static let advice =
        "give your program's name and a contact, such as FieldLog/2.1 (mail@example.org), or use your own server"
}
