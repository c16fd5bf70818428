internal import HTTP

/// What fetches where the caller names nothing else.
enum DefaultTransport {
    /// The kit's client, which takes no document larger than any answer is.
    ///
    /// - Parameters:
    ///   - identity: Who asks; an own server may do without, and sees the kit's name.
    ///   - limit: How long an answer may take.
    /// - Returns: A client of its own.
    static func make(_ identity: ClientIdentity?, limit: Duration) -> any HTTPTransport {
        var configuration = HTTPClient.Configuration(userAgent: identity?.userAgent ?? "LocationKit")
        configuration.maximumSize = 4 << 20
        // What is asked for is a position.
        configuration.staysWithServer = true
        // A server of one's own has more than a browser's six workers; a public one is asked one thing at a time anyway.
        configuration.maximumConnectionsPerHost = 16
        configuration.timeout = limit
        configuration.stallTimeout = limit
        configuration.connectTimeout = min(configuration.connectTimeout, limit)
        return HTTPClient(configuration)
    }
}
