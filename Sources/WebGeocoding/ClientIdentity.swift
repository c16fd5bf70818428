internal import Geocoding

/// Who asks a geocoding service, as the services' usage policies want to know.
///
/// A public service that is shared blocks programs that do not identify themselves, and those of one name together.
/// So the name is the calling program's own, never the kit's.
public struct ClientIdentity: Hashable, Sendable {
    /// What is sent as `User-Agent`.
    public let userAgent: String

    /// A program and a contact for it.
    ///
    /// - Parameters:
    ///   - name: The program's name and version: `FieldLog/2.1`.
    ///   - contact: A web page or a mail address.
    public init(name: String, contact: String? = nil) {
        userAgent = contact.map { "\(name) (\($0))" } ?? name
    }
}

extension ClientIdentity {
    /// Names that libraries, tools and examples send, which public services block; and the kit's own, which would make one
    /// client of all programs that use it.
    private static let stockNames: Set<String> = [
        "aiohttp", "app", "axios", "curl", "dart", "default", "example", "go-http-client", "got", "guzzlehttp",
        "httpclient",
        "httpie", "httpx", "insomnia", "java", "libcurl", "libwww-perl", "locationkit", "lwp", "mozilla", "my-app",
        "my-application", "my_app", "myapp", "node", "node-fetch", "okhttp", "opera", "perl", "php", "postman",
        "postmanruntime", "python", "python-requests", "python-urllib", "reqwest", "requests", "ruby", "swift", "test",
        "undici", "unknown", "urllib", "user-agent", "useragent", "wget",
    ]

    /// Why this does not say who asks, as the public services want to know it; `nil` when it does.
    var objection: String? {
        let name = userAgent.prefix { $0 != "/" && $0 != " " && $0 != "(" }.lowercased()
        let letters = name.filter(\.isLetter).count
        if userAgent.allSatisfy(\.isWhitespace) { return "the identity is empty" }
        if letters < 3 { return "the identity \(userAgent) names no program" }
        // The tool's users are many as well; with a contact it is one of them.
        if name == "locate", !userAgent.contains("(") { return "the identity \(userAgent) lacks a way to reach you" }
        if Self.stockNames.contains(name) { return "the identity \(userAgent) is not a program's own" }
        return nil
    }

    /// Whether it can be sent as a header at all.
    var isSendable: Bool {
        userAgent.utf8.count <= 512
            && userAgent.unicodeScalars.allSatisfy { (0x20...0x7E).contains($0.value) || $0.value > 0xA0 }
    }

    /// Checks an identity for a server.
    ///
    /// - Parameters:
    ///   - identity: Who asks.
    ///   - server: The server, for the message.
    ///   - isPublic: Whether it is one of those that are shared.
    /// - Throws: `GeocodingError.Code.requestInvalid`.
    static func check(
        _ identity: ClientIdentity?, for server: String, isPublic: Bool
    ) throws(GeocodingError) {
        if let identity, !identity.isSendable {
            throw GeocodingError(
                .requestInvalid,
                "the identity of the client is too long or has control characters; make it one short line")
        }
        guard isPublic else { return }
        let objection = identity == nil ? "there is no identity of the client" : identity?.objection
        guard let objection else { return }
        throw GeocodingError(
            .requestInvalid,
            "\(server) is a shared public service and blocks programs that do not identify themselves: \(objection); "
                + "give your program's name and a contact, such as FieldLog/2.1 (mail@example.org), or use your own server"
        )
    }
}
