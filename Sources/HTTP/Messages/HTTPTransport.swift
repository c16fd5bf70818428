/// Something that fetches documents: the client, or what stands in for it in a test.
public protocol HTTPTransport: Sendable {
    /// Fetches a document.
    ///
    /// Cancelling the task stops the transfer.
    ///
    /// - Parameter request: What is wanted.
    /// - Returns: The answer, whatever its status.
    /// - Throws: `HTTPError` when there is no complete answer.
    func response(to request: HTTPRequest) async throws(HTTPError) -> HTTPResponse
}
