import CCurl
import Glibc
import Synchronization
import Threads

/// The thread that serves a client's transfers, seen from outside: what is asked of it, its start and its end.
package final class TransferThread: Sendable {
    /// Runs a closure on another thread; 0, or the system's error number when there is none to be had.
    package typealias Start = @Sendable (_ body: @escaping @Sendable () -> Void) -> Int32

    /// Something to do on the thread.
    enum Command: Sendable { case start(Transfer), cancel(Transfer) }

    /// What the thread is to do next.
    enum Turn { case work([Command]), closed([Command]), ended }

    /// Which transfer's closure is running, and on which thread.
    private struct Call: Sendable {
        var transfer: ObjectIdentifier
        var thread: pthread_t
    }

    private struct State: Sendable {
        var commands: [Command] = []
        /// There is one as long as the thread runs.
        var multi: MultiHandle?
        /// Whether it waits in libcurl, or is about to.
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

    /// Has a transfer begin, on a new thread when there is none.
    ///
    /// - Throws: `unavailable`, `invalidHeader` or `cancelled`, and then the transfer does not begin.
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

    /// Ends a transfer without waiting for anything; gives back its receiver when nobody has called it or ever will.
    func cancel(_ transfer: Transfer) -> Transfer.Receiver? {
        guard let receiver = transfer.take() else { return nil }
        // Without a thread it has not begun, and will not.
        state.withLock { if $0.multi != nil { post(.cancel(transfer), &$0) } }
        return receiver
    }

    /// Fails all transfers, and ends the thread.
    func close() {
        state.withLock { state in
            state.isClosed = true
            wake(&state)
        }
    }

    /// Waits for the end of a closure that is running, unless it is the caller's own thread that runs it.
    func waitForClosures(of transfer: Transfer) {
        let (id, own) = (ObjectIdentifier(transfer), pthread_self())
        call.wait { call in call.map { $0.transfer == id && $0.thread != own } == true ? nil : () }
    }

    /// Runs one of a transfer's closures, if it is still wanted: `body` finds out and calls it.
    func calling(_ transfer: Transfer, _ body: () -> Void) {
        // Said before `body` looks: whoever cancels after that look finds this call and waits for it.
        call.change { $0 = Call(transfer: ObjectIdentifier(transfer), thread: pthread_self()) }
        body()
        call.change { $0 = nil }
    }

    /// What the thread has to do now; with `mayEnd` and nothing to do it has ended with this.
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

    /// Whether there is nothing to do now; then it will be woken for more.
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

    /// Starts the thread; the reason when that cannot be.
    private func run(for address: WebAddress, _ state: inout State) -> HTTPError? {
        guard let multi = MultiHandle(configuration) else {
            return .exhausted(address, "there is no memory, or no file descriptor left; close files")
        }
        let code = startThread { @Sendable [self] in TransferLoop(multi, configuration, self).run() }
        guard code == 0 else {
            multi.close()
            let reason = String(cString: strerror(code))
            return .exhausted(address, "the system refuses a thread (\(reason)); allow more (ulimit -u) or end others")
        }
        state.multi = multi
        state.isAsleep = false
        return nil
    }
}
