import FoundationEssentials
import Synchronization

/// A document that somebody waits for, and the one right to tell them.
///
/// Whoever takes the receiver (the thread with a result, or whoever cancels) is the only one to call it.
final class Transfer: Sendable {
    typealias Receiver = @Sendable (Result<HTTPResponse, HTTPError>) -> Void

    let url: URL
    let address: WebAddress
    let headers: [HTTPHeader]
    let progress: (@Sendable (HTTPProgress) -> Void)?

    private enum State { case new, waiting(Receiver), taken }
    private let state = Mutex(State.new)

    /// - Throws: `invalidURL`, `invalidHeader`.
    init(_ request: HTTPRequest, progress: (@Sendable (HTTPProgress) -> Void)? = nil) throws(HTTPError) {
        url = request.url
        address = try WebAddress(request.url.absoluteString)
        for header in request.headers { try header.validate(for: address) }
        headers = request.headers
        self.progress = progress
    }

    /// Says who waits; `false` when the transfer was cancelled before.
    func attach(_ receiver: @escaping Receiver) -> Bool {
        state.withLock { state in
            guard case .new = state else { return false }
            state = .waiting(receiver)
            return true
        }
    }

    /// Takes the receiver; `nil` when it was taken before, or there is none yet, which then none can become.
    func take() -> Receiver? {
        state.withLock { state in
            defer { state = .taken }
            if case .waiting(let receiver) = state { return receiver }
            return nil
        }
    }

    /// Whether somebody still waits.
    var isWanted: Bool { state.withLock { if case .waiting = $0 { true } else { false } } }
}
