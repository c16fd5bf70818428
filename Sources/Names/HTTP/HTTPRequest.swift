package import FoundationEssentials

/// A request for a document on the web: a GET.
package struct HTTPRequest: Hashable, Sendable {
    /// The URL, `http` or `https`.
    package var url: URL

    /// Headers in addition to the client's own.
    package var headers: [HTTPHeader]

    /// Creates a request.
    package init(_ url: URL, headers: [HTTPHeader] = []) {
        self.url = url
        self.headers = headers
    }
}

/// A server's response, with any status.
package struct HTTPResponse: Sendable {
    /// The status code: 200, 404.
    package var status: Int

    /// The headers of the last response, without those of redirects.
    package var headers: [HTTPHeader]

    /// The document, decompressed.
    package var body: Data

    /// The final URL, after redirects.
    package var url: URL

    /// Creates a response.
    package init(status: Int, headers: [HTTPHeader] = [], body: Data = Data(), url: URL) {
        self.status = status
        self.headers = headers
        self.body = body
        self.url = url
    }
}

/// A header of a request or a response.
package struct HTTPHeader: Hashable, Sendable {
    /// Its name; names are case-insensitive.
    package var name: String

    /// Its value, without surrounding spaces.
    package var value: String

    /// Creates a header.
    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension [HTTPHeader] {
    /// Returns the value of the last header with a name, case-insensitively; `nil` when there is none.
    public subscript(name: String) -> String? {
        let wanted = name.lowercased()
        return last { $0.name.lowercased() == wanted }?.value
    }
}

extension HTTPHeader {
    /// Whether the name is a token of RFC 9110, section 5.6.2, and the value has no control characters except tabs.
    private var isValid: Bool {
        let marks = Set("!#$%&'*+-.^_`|~".utf8)
        return !name.isEmpty
            && name.utf8.allSatisfy { byte in
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                    || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
                        && byte < 0x80
                    || marks.contains(byte)
            } && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }

    /// Checks that the header has only allowed characters.
    ///
    /// - Throws: `invalidHeader`.
    func validate(for address: WebAddress) throws(HTTPError) {
        guard isValid else {
            throw HTTPError(
                .invalidHeader,
                "a header for \(address) contains characters that are not allowed in headers: "
                    + "\(name.debugDescription); remove them")
        }
    }

    /// In libcurl's syntax, where a colon without a value removes a header.
    var line: String { value.isEmpty ? "\(name);" : "\(name): \(value)" }

    /// Whether it only selects a format or language, so that any server may receive it.
    var isHarmless: Bool { ["accept", "accept-language"].contains(name.lowercased()) }
}

/// The progress of a download.
package struct HTTPProgress: Hashable, Sendable {
    /// The bytes received so far, decompressed.
    package var received: Int

    /// The size of the document in bytes; `nil` when unknown or compressed.
    package var expected: Int?

    /// Creates a progress report.
    package init(received: Int, expected: Int?) {
        self.received = received
        self.expected = expected
    }
}
