public import FoundationEssentials

/// A server's answer, whatever its status.
public struct HTTPResponse: Sendable {
    /// The status code: 200, 404.
    public var status: Int

    /// The headers of the last answer; those of redirects before it are not among them.
    public var headers: [HTTPHeader]

    /// The document, decompressed.
    public var body: Data

    /// Where the document was in the end.
    public var url: URL

    /// An answer.
    public init(status: Int, headers: [HTTPHeader] = [], body: Data = Data(), url: URL) {
        self.status = status
        self.headers = headers
        self.body = body
        self.url = url
    }
}
