import LKThreads

/// Fetches documents from the web.
///
/// ```swift
/// let client = HTTPClient(userAgent: "FieldLog/2.1 (mail@fieldlog.example)")
/// let response = try await client.response(to: HTTPRequest(url))
/// ```
///
/// One thread serves all transfers of a client concurrently. It starts with the first transfer and ends after a
/// minute without requests, or with the client. Connections are reused.
package final class HTTPClient: HTTPTransport, Sendable {
    /// The client's configuration.
    package let configuration: Configuration

    private let thread: TransferThread

    /// Creates a client, which loads and connects nothing before the first request.
    package convenience init(_ configuration: Configuration) {
        self.init(configuration, startThread: { SystemThread.start("locate-http", $0) })
    }

    /// Creates a client with the defaults.
    ///
    /// - Parameter userAgent: The `User-Agent` header: `FieldLog/2.1 (mail@fieldlog.example)`.
    package convenience init(userAgent: String) { self.init(Configuration(userAgent: userAgent)) }

    /// Creates a client with injected threads, for tests.
    package init(_ configuration: Configuration, startThread: @escaping TransferThread.Start) {
        self.configuration = configuration
        thread = TransferThread(configuration, start: startThread)
    }

    deinit { thread.close() }

    /// Fetches a document.
    ///
    /// Cancelling the task ends the transfer and closes its connection.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response, with any status.
    /// - Throws: `HTTPError` of any code when there is no complete response.
    package func response(to request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let transfer = try Transfer(request)
        let thread = thread
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation {
                (continuation: CheckedContinuation<Result<HTTPResponse, HTTPError>, Never>) in
                // The cancellation handler may have run already; the transfer then accepts no receiver.
                guard transfer.attach({ continuation.resume(returning: $0) }) else {
                    return continuation.resume(returning: .failure(.canceled(transfer.address)))
                }
                do throws(HTTPError) { try thread.start(transfer) } catch { transfer.claimReceiver()?(.failure(error)) }
            }
        } onCancel: {
            // Without blocking, because the runtime holds locks of the task here.
            thread.cancel(transfer)?(.failure(.canceled(transfer.address)))
        }
        return try result.get()
    }

    /// Starts fetching a document, for synchronous code.
    ///
    /// The closures are called on the client's thread and block its other transfers, so they should return quickly.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - progress: Called as data arrive, before `completion`.
    ///   - completion: Called once, unless the transfer is cancelled by its ``HTTPTransfer/cancel()``. When the
    ///     client is closed or released it is called with the error `canceled`.
    /// - Returns: A handle that can cancel the transfer; it need not be kept.
    /// - Throws: `HTTPError` when the transfer cannot start, and then no closure is called: `invalidURL`,
    ///   `invalidHeader`, `canceled` for a closed client, `unavailable`.
    @discardableResult package func start(
        _ request: HTTPRequest, progress: (@Sendable (HTTPProgress) -> Void)? = nil,
        completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    ) throws(HTTPError) -> HTTPTransfer {
        let transfer = try Transfer(request, progress: progress)
        _ = transfer.attach(completion)
        try thread.start(transfer)
        return HTTPTransfer(transfer, thread)
    }

    /// Cancels all transfers and closes all connections; later requests fail immediately.
    package func close() { thread.close() }
}

extension HTTPClient {
    /// The settings of a client.
    package struct Configuration: Sendable {
        /// The `User-Agent` header; it has no default because servers want to identify their clients.
        package var userAgent: String

        /// The timeout for connecting, including name resolution; 10 s.
        package var connectTimeout: Duration = .seconds(10)

        /// The timeout of a whole transfer, including redirects and waiting for a free connection; 30 s.
        package var timeout: Duration = .seconds(30)

        /// The longest period, in whole seconds, at less than one byte per second; 15 s.
        package var stallTimeout: Duration = .seconds(15)

        /// The largest document, in bytes after decompression; 16 MiB.
        package var maximumSize = 16 << 20

        /// The most redirects that are followed; 5.
        package var maximumRedirects = 5

        /// Whether a redirect to another server, or another port of it, is refused; `false`.
        ///
        /// If followed, the other server receives neither user nor password, and only the headers about language and
        /// format, but the whole URL.
        package var staysWithServer = false

        /// The most connections per host; further transfers wait; 6, as in browsers.
        package var maximumConnectionsPerHost = 6

        /// How long idle connections and the client's thread are kept; 60 s.
        package var idleTime: Duration = .seconds(60)

        /// The path of a PEM file of certificate authorities to trust *instead* of the system's; `nil` for the
        /// system's.
        package var certificateAuthorities: String?

        /// The proxy's URL, or an empty text for none.
        ///
        /// `nil` uses the environment: `http_proxy`, `https_proxy`, `no_proxy`.
        package var proxy: String?

        /// Creates a configuration with the defaults.
        ///
        /// - Parameter userAgent: The `User-Agent` header: `FieldLog/2.1 (mail@fieldlog.example)`.
        package init(userAgent: String) { self.userAgent = userAgent }
    }
}

/// A running transfer.
package final class HTTPTransfer: Sendable {
    private let transfer: Transfer
    private let thread: TransferThread

    init(_ transfer: Transfer, _ thread: TransferThread) {
        self.transfer = transfer
        self.thread = thread
    }

    /// Cancels the transfer and closes its connection; none of its closures is called after this returns.
    ///
    /// Waits for a closure that is running on the client's thread, unless called from it, so do not hold a lock that
    /// the closure needs. Has no effect after the completion.
    package func cancel() {
        _ = thread.cancel(transfer)
        thread.waitForClosures(of: transfer)
    }
}

/// Fetches documents; implemented by the client, and by fakes in tests.
package protocol HTTPTransport: Sendable {
    /// Fetches a document.
    ///
    /// Cancelling the task stops the transfer.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response, with any status.
    /// - Throws: `HTTPError` when there is no complete response.
    func response(to request: HTTPRequest) async throws(HTTPError) -> HTTPResponse
}
