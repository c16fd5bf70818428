import CLKCurl
import Glibc
import LKThreads

/// The loop of a client's thread, the only user of libcurl's handles.
final class TransferLoop {
    /// A transfer that is running or waiting for a connection.
    private final class Job {
        let transfer: Transfer
        let deadline: MonotonicInstant
        var address: WebAddress
        var headers: [HTTPHeader]
        var redirects = 0

        init(_ transfer: Transfer, deadline: MonotonicInstant) {
            self.transfer = transfer
            self.deadline = deadline
            address = transfer.address
            headers = transfer.headers
        }
    }

    /// A transfer in libcurl.
    private struct Running {
        let job: Job
        let easy: EasyHandle
        /// The server it was started for: a redirect changes the job's address.
        let server: String
    }

    /// Maximum number of idle handles kept.
    private static let spareHandles = 32

    private let multi: MultiHandle
    private let configuration: HTTPClient.Configuration
    private let owner: TransferThread
    private var running: [UnsafeMutableRawPointer: Running] = [:]
    private var handles: [ObjectIdentifier: UnsafeMutableRawPointer] = [:]
    /// By ``WebAddress/origin``; none is kept while idle.
    private var servers: [String: ServerQueue<Job>] = [:]
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
        // libcurl reads international names (müller.example) in the thread's encoding: ASCII, unless the program has set
        // its locale.
        let encoding = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)
        let former = encoding.map { uselocale($0) }
        defer {
            if let encoding {
                uselocale(former ?? nil)
                freelocale(encoding)
            }
        }
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
                endOverdue()
                if running.isEmpty, !wasIdle || !commands.isEmpty { idleSince = .now }
                // libcurl handles its own timeouts; the idle timeout is ours.
                if owner.fallAsleep() {
                    multi.wait(milliseconds: running.isEmpty ? idleMilliseconds : busyMilliseconds)
                }
            }
        }
    }

    private var idleTimeLeft: Duration { idleSince + configuration.idleTime - .now }

    private var idleMilliseconds: Int32 {
        Int32(min(max((idleTimeLeft / .milliseconds(1)).rounded(.up), 0), 3_600_000))
    }

    /// The time until the first deadline of a waiting transfer, since libcurl wakes only for running ones.
    private var busyMilliseconds: Int32 {
        let deadline = servers.values.compactMap { $0.next?.deadline }.min()
        return deadline.map { Int32(min(max((($0 - .now) / .milliseconds(1)).rounded(.up), 0), 60_000)) } ?? 60_000
    }

    private func carryOut(_ command: TransferThread.Command) {
        switch command {
        case .start(let transfer):
            if transfer.isWanted { queue(Job(transfer, deadline: .now + configuration.timeout)) }
        case .cancel(let transfer):
            // A waiting transfer is skipped at its turn.
            guard let handle = handles[ObjectIdentifier(transfer)], let item = remove(handle) else { return }
            spare(item.easy)
            end(item)
        }
    }

    /// Starts a transfer as soon as its server has a free connection; a redirected one precedes the waiting ones.
    private func queue(_ job: Job, isRedirected: Bool = false) {
        let name = job.address.origin
        var server =
            servers.removeValue(forKey: name) ?? ServerQueue(connections: configuration.maximumConnectionsPerHost)
        if isRedirected { server.prepend(job) } else { server.append(job) }
        servers[name] = server
        startWaiting(name)
    }

    /// Frees the connection of a transfer removed from libcurl.
    private func end(_ item: Running) {
        servers[item.server]?.end()
        startWaiting(item.server)
    }

    /// Starts waiting transfers of a server while connections are free.
    private func startWaiting(_ name: String) {
        while let job = servers[name]?.start() {
            if !job.transfer.isWanted || !start(job, name) { servers[name]?.end() }
        }
        if servers[name]?.isIdle == true { servers[name] = nil }
    }

    /// Passes a transfer to libcurl; without memory it fails at once, and the result is `false`.
    private func start(_ job: Job, _ server: String) -> Bool {
        let transfer = job.transfer
        let tell = transfer.progress.map { progress in
            { [owner] (state: HTTPProgress) in owner.calling(transfer) { if transfer.isWanted { progress(state) } } }
        }
        guard let easy = spare.popLast() ?? EasyHandle(configuration) else { return fail(job) }
        easy.reception.begin(maximumSize: configuration.maximumSize, progress: tell)
        guard easy.prepare(job.address, headers: job.headers, timeout: job.deadline - .now), multi.add(easy) else {
            return fail(job)
        }
        running[easy.pointer] = Running(job: job, easy: easy, server: server)
        handles[ObjectIdentifier(transfer)] = easy.pointer
        return true
    }

    private func fail(_ job: Job) -> Bool {
        give(.failure(.exhausted(job.address, "there is no memory left")), to: job.transfer)
        return false
    }

    /// Fails transfers whose deadline passed before they got a connection.
    private func endOverdue() {
        let now = MonotonicInstant.now
        for name in Array(servers.keys) {
            // In order of deadlines, since all have the same timeout.
            while let job = servers[name]?.next, job.deadline <= now {
                _ = servers[name]?.removeFirst()
                give(.failure(.queuedTooLong(job.address, configuration.timeout)), to: job.transfer)
            }
        }
    }

    private func finish(_ handle: UnsafeMutableRawPointer, _ result: CURLcode) {
        guard let item = remove(handle) else { return }
        let (job, easy) = (item.job, item.easy)
        // A redirect requests the connection before it is passed to another transfer.
        defer { end(item) }
        if result == CURLE_OK { servers[item.server]?.isMultiplexed = easy.isMultiplexed }
        if result == CURLE_OK, let redirect = easy.redirect {
            spare(easy)
            do throws(HTTPError) { try follow(redirect, job) } catch { give(.failure(error), to: job.transfer) }
            return
        }
        let answer: Result<HTTPResponse, HTTPError>
        if result == CURLE_OK {
            let status = easy.status
            let (head, body) = easy.reception.end()
            let url = job.redirects == 0 ? job.transfer.url : job.address.url ?? job.transfer.url
            answer = .success(HTTPResponse(status: status, headers: head.headers, body: body, url: url))
        } else {
            answer = .failure(TransferFailure(result, job.address, easy, configuration).error)
        }
        spare(easy)
        give(answer, to: job.transfer)
    }

    /// Redirects are handled here rather than by libcurl, which would forward most headers to any server.
    private func follow(_ location: String, _ job: Job) throws(HTTPError) {
        let target = try RedirectRule(
            maximum: configuration.maximumRedirects, staysWithServer: configuration.staysWithServer
        ).target(of: location, from: job.address, after: job.redirects)
        if !target.isSameServer(as: job.address) { job.headers.removeAll { !$0.isHarmless } }
        job.address = target
        job.redirects += 1
        queue(job, isRedirected: true)
    }

    /// Removes a transfer from libcurl, which closes its connection unless it has finished.
    private func remove(_ handle: UnsafeMutableRawPointer) -> Running? {
        guard let item = running.removeValue(forKey: handle) else { return nil }
        handles[ObjectIdentifier(item.job.transfer)] = nil
        multi.remove(item.easy)
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
        let interrupted = running.keys.compactMap { remove($0)?.job.transfer }
        let queued = servers.values.flatMap { $0.waiting.map(\.transfer) }
        servers = [:]
        for transfer in interrupted + queued + waiting { give(.failure(.closed(transfer.address)), to: transfer) }
    }

    /// Blocks SIGPIPE, because TLS libraries write without suppressing it.
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

    /// Returns the target of a redirect.
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
