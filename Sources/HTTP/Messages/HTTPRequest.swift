public import FoundationEssentials

/// A request for a document on the web: a GET.
public struct HTTPRequest: Hashable, Sendable {
    /// Where the document is; `http` or `https`.
    public var url: URL

    /// Headers beside those that the client sends by itself.
    public var headers: [HTTPHeader]

    /// A request for a document.
    public init(_ url: URL, headers: [HTTPHeader] = []) {
        self.url = url
        self.headers = headers
    }
}
