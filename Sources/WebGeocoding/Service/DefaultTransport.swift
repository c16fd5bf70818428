internal import HTTP

/// What fetches where the caller names nothing else.
enum DefaultTransport {
    /// The kit's client, which takes no document larger than any answer is.
    ///
    /// - Parameter identity: Who asks; an own server may do without, and sees the kit's name.
    /// - Returns: A client of its own.
    static func make(_ identity: ClientIdentity?) -> any HTTPTransport {
        var configuration = HTTPClient.Configuration(userAgent: identity?.userAgent ?? "LocationKit")
        configuration.maximumSize = 4 << 20
        return HTTPClient(configuration)
    }
}
