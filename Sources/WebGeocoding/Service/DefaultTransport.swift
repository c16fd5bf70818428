internal import HTTP

/// What fetches where the caller names nothing else.
enum DefaultTransport {
    /// The kit's client.
    ///
    /// - Parameter identity: Who asks; it is sent with each request as well.
    static func make(_ identity: ClientIdentity?) -> any HTTPTransport { Unavailable() }

    /// Stands where no client is.
    private struct Unavailable: HTTPTransport {
        func response(to request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
            throw HTTPError(.unavailable, "no client for the web was given; pass a transport")
        }
    }
}
