public import Foundation

/// What the test's web server answers to a request.
public struct TestWebAnswer: Sendable, Encodable {
    /// A header.
    public struct Header: Sendable, Codable, Hashable {
        /// Its name as it is sent.
        public var name: String
        /// Its value.
        public var value: String
    }

    /// What is out of the ordinary.
    public struct Manner: Sendable, Encodable {
        var held: Bool?
        var raw: Bool?
        var gzip: Bool?
        var damagedGzip: Bool?
        var closeAfter: Int?
        var dripMilliseconds: Int?
        var stream: Int?
        var chunked: Bool?
        var headerFlood: Int?

        /// Nothing.
        public static let plain = Manner()
        /// Nothing is sent before ``TestWebServer/release()``, and then the answer.
        public static let held = Manner(held: true)
        /// The body alone is sent, without status and headers, and the connection closed.
        public static let raw = Manner(raw: true)
        /// The body is sent compressed.
        public static let gzip = Manner(gzip: true)
        /// The body is sent compressed, and the compression is damaged.
        public static let damagedGzip = Manner(damagedGzip: true)
        /// The connection is closed after so many bytes of the body.
        public static func closing(after bytes: Int) -> Manner { Manner(closeAfter: bytes) }
        /// The body is sent byte by byte with pauses.
        public static func dripping(milliseconds: Int) -> Manner { Manner(dripMilliseconds: milliseconds) }
        /// So many bytes are sent instead of the body, with their number said before or not.
        public static func streaming(_ bytes: Int, isSizeSaid: Bool = true) -> Manner {
            Manner(stream: bytes, chunked: !isSizeSaid)
        }
        /// So many further headers of a thousand bytes each are sent.
        public static func flooding(headers: Int) -> Manner { Manner(headerFlood: headers) }
    }

    /// The status code.
    public var status: Int
    /// The headers beside `Content-Length`.
    public var headers: [Header]
    /// The body.
    public var body: Data
    /// What is out of the ordinary.
    public var manner: Manner

    /// An answer.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: Names and values, beside `Content-Length`.
    ///   - body: The document.
    ///   - manner: What is out of the ordinary.
    public init(
        status: Int = 200, headers: KeyValuePairs<String, String> = [:], body: Data = Data(), _ manner: Manner = .plain
    ) {
        self.status = status
        self.headers = headers.map { Header(name: $0.key, value: $0.value) }
        self.body = body
        self.manner = manner
    }

    /// A text.
    public static func text(_ text: String, _ manner: Manner = .plain) -> Self {
        Self(headers: ["Content-Type": "text/plain"], body: Data(text.utf8), manner)
    }

    /// A JSON document.
    public static func json(_ text: String, _ manner: Manner = .plain) -> Self {
        Self(headers: ["Content-Type": "application/json"], body: Data(text.utf8), manner)
    }

    /// A redirect.
    public static func redirect(to location: String) -> Self { Self(status: 302, headers: ["Location": location]) }

    /// "Too many requests", with the seconds after which to ask again.
    public static func tooMany(retryAfter: String) -> Self { Self(status: 429, headers: ["Retry-After": retryAfter]) }
}
