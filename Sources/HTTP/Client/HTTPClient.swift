import Threads

/// Fetches documents from the web.
///
/// ```swift
/// let client = HTTPClient(userAgent: "FieldLog/2.1 (mail@fieldlog.example)")
/// let response = try await client.response(to: HTTPRequest(url))
/// ```
///
/// One thread serves all transfers of a client side by side. It starts with the first transfer and ends when nothing was asked for
/// a minute, or with the client. Connections are kept and used again.
public final class HTTPClient: HTTPTransport, Sendable {
    /// How it asks, and what it puts up with.
    public let configuration: Configuration

    private let thread: TransferThread

    /// Makes a client; nothing is loaded, started or connected before the first request.
    public convenience init(_ configuration: Configuration) {
        self.init(configuration, startThread: { SystemThread.start("locate-http", $0) })
    }

    /// Makes a client with the defaults.
    ///
    /// - Parameter userAgent: What is sent as `User-Agent`: `FieldLog/2.1 (mail@fieldlog.example)`.
    public convenience init(userAgent: String) { self.init(Configuration(userAgent: userAgent)) }

    /// Makes a client on threads of a test's making.
    package init(_ configuration: Configuration, startThread: @escaping TransferThread.Start) {
        self.configuration = configuration
        thread = TransferThread(configuration, start: startThread)
    }

    deinit { thread.close() }

    /// Fetches a document.
    ///
    /// Cancelling the task ends the transfer and closes its connection.
    ///
    /// - Parameter request: What is wanted.
    /// - Returns: The answer, whatever its status.
    /// - Throws: `HTTPError` of any code when there is no complete answer.
    public func response(to request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let transfer = try Transfer(request)
        let thread = thread
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation {
                (continuation: CheckedContinuation<Result<HTTPResponse, HTTPError>, Never>) in
                // The handler below may have run already, and then the transfer takes no receiver any more.
                guard transfer.attach({ continuation.resume(returning: $0) }) else {
                    return continuation.resume(returning: .failure(.cancelled(transfer.address)))
                }
                do throws(HTTPError) { try thread.start(transfer) } catch { transfer.take()?(.failure(error)) }
            }
        } onCancel: {
            // Without waiting for anything: the runtime holds locks of the task meanwhile.
            thread.cancel(transfer)?(.failure(.cancelled(transfer.address)))
        }
        return try result.get()
    }

    /// Begins to fetch a document, for callers that are no tasks.
    ///
    /// The closures are called on the client's thread, which serves no other transfer meanwhile: they should hand on and return.
    ///
    /// - Parameters:
    ///   - request: What is wanted.
    ///   - progress: Called as the document comes, before `completion`.
    ///   - completion: Called once, unless the transfer is cancelled by its ``HTTPTransfer/cancel()``. When the client
    ///     is closed or goes it is called with the error `cancelled`.
    /// - Returns: What cancels the transfer; it need not be kept.
    /// - Throws: `HTTPError` when the transfer cannot begin, and then nothing is called: `invalidURL`, `invalidHeader`,
    ///   `cancelled` for a closed client, `unavailable`.
    @discardableResult public func start(
        _ request: HTTPRequest, progress: (@Sendable (HTTPProgress) -> Void)? = nil,
        completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    ) throws(HTTPError) -> HTTPTransfer {
        let transfer = try Transfer(request, progress: progress)
        _ = transfer.attach(completion)
        try thread.start(transfer)
        return HTTPTransfer(transfer, thread)
    }

    /// Ends all transfers, which fail with `cancelled`, and closes all connections; later requests fail at once.
    public func close() { thread.close() }
}

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

/// A transfer under way.
public final class HTTPTransfer: Sendable {
    private let transfer: Transfer
    private let thread: TransferThread

    init(_ transfer: Transfer, _ thread: TransferThread) {
        self.transfer = transfer
        self.thread = thread
    }

    /// Ends the transfer and closes its connection; once this has returned none of its closures is called.
    ///
    /// A closure that is just running on the client's thread is waited for, unless it is that one which cancels. So do not hold
    /// a lock meanwhile that the closure takes. After the completion this does nothing.
    public func cancel() {
        _ = thread.cancel(transfer)
        thread.waitForClosures(of: transfer)
    }
}
