import CCurl
import Glibc
import Threads

/// The loop of a client's thread, the only user of libcurl's handles.
final class TransferLoop {
    /// A transfer in libcurl.
    private final class Running {
        let transfer: Transfer
        let easy: EasyHandle
        let deadline: MonotonicInstant
        var address: WebAddress
        var headers: [HTTPHeader]
        var redirects = 0

        init(_ transfer: Transfer, _ easy: EasyHandle, deadline: MonotonicInstant) {
            self.transfer = transfer
            self.easy = easy
            self.deadline = deadline
            address = transfer.address
            headers = transfer.headers
        }
    }

    /// The most idle handles kept.
    private static let spareHandles = 32

    private let multi: MultiHandle
    private let configuration: HTTPClient.Configuration
    private let owner: TransferThread
    private var running: [UnsafeMutableRawPointer: Running] = [:]
    private var handles: [ObjectIdentifier: UnsafeMutableRawPointer] = [:]
    private var spare: [EasyHandle] = []
    private var idleSince = MonotonicInstant.now

    init(_ multi: MultiHandle, _ configuration: HTTPClient.Configuration, _ owner: TransferThread) {
        self.multi = multi
        self.configuration = configuration
        self.owner = owner
    }

    /// Serves transfers until idle for too long, or the client is closed.
    func run() {
        ignoreBrokenPipes()
        defer {
            // Easy handles before the multi handle, as libcurl requires.
            spare.removeAll()
            multi.close()
        }
        while true {
            switch owner.turn(mayEnd: running.isEmpty && idleTimeLeft <= .zero) {
            case .ended: return
            case .closed(let commands): return close(commands)
            case .work(let commands):
                let wasIdle = running.isEmpty
                for command in commands { carryOut(command) }
                multi.perform()
                while let (easy, result) = multi.nextFinished() { finish(easy, result) }
                if running.isEmpty, !wasIdle || !commands.isEmpty { idleSince = .now }
                // libcurl handles its own timeouts; the idle timeout is ours.
                if owner.fallAsleep() { multi.wait(milliseconds: running.isEmpty ? idleMilliseconds : 60_000) }
            }
        }
    }

    private var idleTimeLeft: Duration { idleSince + configuration.idleTime - .now }

    private var idleMilliseconds: Int32 {
        Int32(min(max((idleTimeLeft / .milliseconds(1)).rounded(.up), 0), 3_600_000))
    }

    private func carryOut(_ command: TransferThread.Command) {
        switch command {
        case .start(let transfer):
            guard transfer.isWanted else { return }
            guard let easy = spare.popLast() ?? EasyHandle(configuration) else {
                return give(.failure(.exhausted(transfer.address, "there is no memory left")), to: transfer)
            }
            begin(Running(transfer, easy, deadline: .now + configuration.timeout))
        case .cancel(let transfer):
            if let handle = handles[ObjectIdentifier(transfer)] { _ = remove(handle) }
        }
    }

    private func begin(_ item: Running) {
        let transfer = item.transfer
        let tell = transfer.progress.map { progress in
            { [owner] (state: HTTPProgress) in owner.calling(transfer) { if transfer.isWanted { progress(state) } } }
        }
        item.easy.reception.begin(maximumSize: configuration.maximumSize, progress: tell)
        guard item.easy.prepare(item.address, headers: item.headers, timeout: item.deadline - .now),
            multi.add(item.easy)
        else { return give(.failure(.exhausted(item.address, "there is no memory left")), to: transfer) }
        running[item.easy.pointer] = item
        handles[ObjectIdentifier(transfer)] = item.easy.pointer
    }

    private func finish(_ handle: UnsafeMutableRawPointer, _ result: CURLcode) {
        guard let item = remove(handle, keeping: true) else { return }
        if result == CURLE_OK, let redirect = item.easy.redirect {
            do throws(HTTPError) { try follow(redirect, item) } catch {
                spare(item.easy)
                give(.failure(error), to: item.transfer)
            }
            return
        }
        let answer: Result<HTTPResponse, HTTPError>
        if result == CURLE_OK {
            let status = item.easy.status
            let (head, body) = item.easy.reception.end()
            let url = item.redirects == 0 ? item.transfer.url : item.address.url ?? item.transfer.url
            answer = .success(HTTPResponse(status: status, headers: head.headers, body: body, url: url))
        } else {
            answer = .failure(TransferFailure(result, item.address, item.easy, configuration).error)
        }
        spare(item.easy)
        give(answer, to: item.transfer)
    }

    /// Redirects are handled here rather than by libcurl, which would forward most headers to any server.
    private func follow(_ location: String, _ item: Running) throws(HTTPError) {
        let target = try RedirectRule(
            maximum: configuration.maximumRedirects, staysWithServer: configuration.staysWithServer
        ).target(of: location, from: item.address, after: item.redirects)
        if !target.isSameServer(as: item.address) { item.headers.removeAll { !$0.isHarmless } }
        item.address = target
        item.redirects += 1
        begin(item)
    }

    /// Removes a transfer from libcurl, which closes its connection unless it has finished.
    private func remove(_ handle: UnsafeMutableRawPointer, keeping: Bool = false) -> Running? {
        guard let item = running.removeValue(forKey: handle) else { return nil }
        handles[ObjectIdentifier(item.transfer)] = nil
        multi.remove(item.easy)
        if !keeping { spare(item.easy) }
        return item
    }

    private func spare(_ easy: EasyHandle) {
        _ = easy.reception.end()
        if spare.count < Self.spareHandles { spare.append(easy) }
    }

    private func give(_ result: Result<HTTPResponse, HTTPError>, to transfer: Transfer) {
        owner.calling(transfer) { transfer.claimReceiver()?(result) }
    }

    private func close(_ commands: [TransferThread.Command]) {
        let waiting = commands.compactMap { if case .start(let transfer) = $0 { transfer } else { nil } }
        let interrupted = running.keys.compactMap { remove($0)?.transfer }
        for transfer in interrupted + waiting { give(.failure(.closed(transfer.address)), to: transfer) }
    }

    /// TLS libraries write without suppressing SIGPIPE.
    private func ignoreBrokenPipes() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}

/// The policy for redirects: a maximum number, within one scheme, optionally on one server.
struct RedirectRule {
    let maximum: Int
    let staysWithServer: Bool

    /// The target of a redirect.
    ///
    /// - Throws: `redirectRefused`.
    func target(of location: String, from address: WebAddress, after redirects: Int) throws(HTTPError) -> WebAddress {
        guard redirects < maximum else {
            throw HTTPError(
                .redirectRefused,
                "the server redirects more than \(maximum) times, last at \(address); ask for the document's own URL")
        }
        let target: WebAddress
        do throws(HTTPError) { target = try WebAddress(location) } catch {
            throw HTTPError(
                .redirectRefused, "\(address) redirects to an unsupported URL: \(error.message)")
        }
        guard target.scheme == address.scheme else {
            let advice =
                target.scheme == "https" ? "request that URL directly" : "anyone on the way could read it"
            throw HTTPError(
                .redirectRefused, "\(address) redirects to \(target), which is another scheme; \(advice)")
        }
        guard !staysWithServer || target.isSameServer(as: address) else {
            throw HTTPError(
                .redirectRefused,
                "\(address) redirects to another server, \(target), which does not receive the request; use that server's "
                    + "URL if you trust it")
        }
        return target
    }
}
