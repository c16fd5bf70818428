extension HTTPClient {
    /// How a client asks, and what it puts up with.
    public struct Configuration: Sendable {
        /// What is sent as `User-Agent`; servers want to know who asks, so there is no default.
        public var userAgent: String

        /// How long the making of a connection may take, the looking up of the host's name included; 10 s.
        public var connectTimeout: Duration = .seconds(10)

        /// How long all of a transfer may take, with redirects and the wait for a free connection; 30 s.
        public var timeout: Duration = .seconds(30)

        /// How long a server may pause, in whole seconds: less than a byte a second for that long is an error; 15 s.
        public var stallTimeout: Duration = .seconds(15)

        /// The largest document, in bytes after decompression; 16 MiB.
        public var maximumSize = 16 << 20

        /// The most redirects that are followed; 5.
        public var maximumRedirects = 5

        /// Whether a redirect to another server, or another port of it, is refused; `false`.
        ///
        /// Where it is followed, the other server gets no user, no password and of the headers only what language and form is
        /// wanted, but all that is asked for.
        public var staysWithServer = false

        /// The most connections to one host, beyond which transfers wait for a free one; 6, as in browsers.
        public var maximumConnectionsPerHost = 6

        /// How long connections and the client's thread are kept for further transfers; 60 s.
        public var idleTime: Duration = .seconds(60)

        /// The path of a PEM file of the authorities to trust *instead* of the system's; `nil` trusts the system's.
        public var certificateAuthorities: String?

        /// The proxy's URL, or an empty text for none.
        ///
        /// `nil` leaves it to the environment: `http_proxy`, `https_proxy`, `no_proxy`.
        public var proxy: String?

        /// The defaults.
        ///
        /// - Parameter userAgent: What is sent as `User-Agent`: `FieldLog/2.1 (mail@fieldlog.example)`.
        public init(userAgent: String) { self.userAgent = userAgent }
    }
}
