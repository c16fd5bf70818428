import CLKCurl
import FoundationEssentials
import Glibc
import LKThreads
import Synchronization

/// Starts, stops and passes requests to the thread that serves a client's transfers.
package final class TransferThread: Sendable {
    /// Runs a closure on another thread; 0, or the `errno` value when none can be started.
    package typealias Start = @Sendable (_ body: @escaping @Sendable () -> Void) -> Int32

    /// A request to the thread.
    enum Command: Sendable { case start(Transfer), cancel(Transfer) }

    /// The next work of the thread.
    enum Turn { case work([Command]), closed([Command]), ended }

    /// The transfer whose closure is running, and its thread.
    private struct Call: Sendable {
        var transfer: ObjectIdentifier
        var thread: pthread_t
    }

    private struct State: Sendable {
        var commands: [Command] = []
        /// The multi handle, while the thread runs.
        var multi: MultiHandle?
        /// Whether the thread waits in libcurl, or is about to.
        var isAsleep = false
        var isClosed = false
    }

    private let configuration: HTTPClient.Configuration
    private let startThread: Start
    private let state = Mutex(State())
    private let call = Monitor<Call?>(nil)

    init(_ configuration: HTTPClient.Configuration, start: @escaping Start) {
        self.configuration = configuration
        startThread = start
    }

    /// Starts a transfer, and a thread if there is none.
    ///
    /// - Throws: `unavailable`, `invalidHeader` or `canceled`, and then the transfer does not start.
    func start(_ transfer: Transfer) throws(HTTPError) {
        if let failure = ccurl_load() {
            throw HTTPError(.unavailable, "\(transfer.address) cannot be fetched: \(String(cString: failure))")
        }
        try HTTPHeader("User-Agent", configuration.userAgent).validate(for: transfer.address)
        let failure: HTTPError? = state.withLock { state in
            if state.isClosed { return .closed(transfer.address) }
            if state.multi == nil, let failure = run(for: transfer.address, &state) { return failure }
            post(.start(transfer), &state)
            return nil
        }
        if let failure { throw failure }
    }

    /// Cancels a transfer without blocking; returns its receiver if it was not called and will not be.
    func cancel(_ transfer: Transfer) -> Transfer.Receiver? {
        guard let receiver = transfer.claimReceiver() else { return nil }
        // Without a thread it has not started, and will not.
        state.withLock { if $0.multi != nil { post(.cancel(transfer), &$0) } }
        return receiver
    }

    /// Fails all transfers and ends the thread.
    func close() {
        state.withLock { state in
            state.isClosed = true
            wake(&state)
        }
    }

    /// Waits for a running closure to return, unless it runs on the caller's own thread.
    func waitForClosures(of transfer: Transfer) {
        let (id, own) = (ObjectIdentifier(transfer), pthread_self())
        call.wait { call in call.map { $0.transfer == id && $0.thread != own } == true ? nil : () }
    }

    /// Runs one of a transfer's closures, through `body`, which checks whether it is still wanted.
    func calling(_ transfer: Transfer, _ body: () -> Void) {
        // Recorded before `body` checks, so that a later cancellation finds this call and waits for it.
        call.change { $0 = Call(transfer: ObjectIdentifier(transfer), thread: pthread_self()) }
        body()
        call.change { $0 = nil }
    }

    /// Returns the next work; with `mayEnd` and without work, the thread ends.
    func turn(mayEnd: Bool) -> Turn {
        state.withLock { state in
            state.isAsleep = false
            defer { state.commands.removeAll(keepingCapacity: true) }
            if state.isClosed {
                state.multi = nil
                return .closed(state.commands)
            }
            if mayEnd, state.commands.isEmpty {
                state.multi = nil
                return .ended
            }
            return .work(state.commands)
        }
    }

    /// Returns whether the thread may wait; it will be woken for new work.
    func fallAsleep() -> Bool {
        state.withLock { state in
            state.isAsleep = state.commands.isEmpty && !state.isClosed
            return state.isAsleep
        }
    }

    private func post(_ command: Command, _ state: inout State) {
        state.commands.append(command)
        wake(&state)
    }

    private func wake(_ state: inout State) {
        guard state.isAsleep, let multi = state.multi else { return }
        state.isAsleep = false
        multi.wake()
    }

    /// Starts the thread; returns an error if that fails.
    private func run(for address: WebAddress, _ state: inout State) -> HTTPError? {
        guard let multi = MultiHandle(configuration) else {
            return .exhausted(address, "there is no memory or file descriptor left; close files")
        }
        let code = startThread { @Sendable [self] in TransferLoop(multi, configuration, self).run() }
        guard code == 0 else {
            multi.close()
            let reason = String(cString: strerror(code))
            return .exhausted(
                address,
                "the system cannot start a thread (\(reason)); raise the limit (ulimit -u) or end other programs")
        }
        state.multi = multi
        state.isAsleep = false
        return nil
    }
}

/// A transfer, and the exclusive right to call its receiver.
///
/// The first to claim the receiver (the thread with a result, or a cancellation) is the only one to call it.
final class Transfer: Sendable {
    typealias Receiver = @Sendable (Result<HTTPResponse, HTTPError>) -> Void

    let url: URL
    let address: WebAddress
    let headers: [HTTPHeader]
    let progress: (@Sendable (HTTPProgress) -> Void)?

    private enum State { case new, waiting(Receiver), taken }
    private let state = Mutex(State.new)

    /// Creates a transfer for a request that it checks.
    ///
    /// - Throws: `invalidURL`, `invalidHeader`.
    init(_ request: HTTPRequest, progress: (@Sendable (HTTPProgress) -> Void)? = nil) throws(HTTPError) {
        url = request.url
        address = try WebAddress(request.url.absoluteString)
        for header in request.headers { try header.validate(for: address) }
        headers = request.headers
        self.progress = progress
    }

    /// Sets the receiver; `false` when the transfer was cancelled already.
    func attach(_ receiver: @escaping Receiver) -> Bool {
        state.withLock { state in
            guard case .new = state else { return false }
            state = .waiting(receiver)
            return true
        }
    }

    /// Claims the receiver; `nil` when it was claimed before.
    ///
    /// Without one yet, none can be set afterwards.
    func claimReceiver() -> Receiver? {
        state.withLock { state in
            defer { state = .taken }
            if case .waiting(let receiver) = state { return receiver }
            return nil
        }
    }

    /// Whether the receiver is unclaimed.
    var isWanted: Bool { state.withLock { if case .waiting = $0 { true } else { false } } }
}
