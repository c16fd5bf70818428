import FoundationEssentials
import LKGeocoding
import LKHTTP
import LKThreads
import Synchronization

/// A web service with its usage rules: identity, pace, retries, and pauses when it asks for them.
struct WebService: Sendable {
    /// The name of the service, for messages.
    let name: String

    /// The server's URL.
    let address: ServiceAddress

    /// The usage policy.
    let policy: UsagePolicy

    /// The state shared by all clients of the same host.
    let gate: ServiceGate

    private let identity: ClientIdentity?
    private let transport: any HTTPTransport

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - name: The name, for messages.
    ///   - server: The server's URL.
    ///   - identity: The client's identity.
    ///   - policy: The usage policy; `nil` for the default of the server.
    ///   - transport: The HTTP transport; `nil` for LocationKit's own client.
    ///   - gates: The state shared by host.
    /// - Throws: `GeocodingError.Code.requestInvalid` for a wrong address, or without identity for a public server.
    init(
        _ name: String, _ server: URL, identity: ClientIdentity?, policy: UsagePolicy?,
        transport: (any HTTPTransport)?, gates: ServiceGates
    ) throws(GeocodingError) {
        self.name = name
        address = try ServiceAddress(server)
        try ClientIdentity.check(identity, for: address.text, isPublic: address.isPublic)
        self.identity = identity
        self.policy =
            address.isPublic ? (policy ?? .publicServer).forPublicServer : policy ?? .ownServer
        self.transport = transport ?? DefaultTransport.make(identity, timeout: self.policy.timeout)
        gate = gates.gate(of: address.host)
    }

    /// Sends a request, and retries if that may help.
    ///
    /// - Parameters:
    ///   - path: The path of the request.
    ///   - items: The query.
    /// - Returns: The reply: data, or a 400 whose message the caller may interpret.
    /// - Throws: `GeocodingError` for everything else.
    func reply(
        to path: String, _ items: [(name: String, value: String)]
    ) async throws(GeocodingError) -> ServiceReply {
        var headers = [HTTPHeader("Accept", "application/json")]
        if let identity { headers.append(HTTPHeader("User-Agent", identity.userAgent)) }
        let request = HTTPRequest(try address.url(path, items), headers: headers)
        var schedule = RetrySchedule(policy)
        var start: MonotonicInstant?
        while true {
            let (reply, failure, sent) = try await send(request)
            guard let failure else { return reply }
            let began = start ?? sent
            start = began
            let now = gate.keeper.now
            switch schedule.decide(after: reply.retry, elapsed: now - began, chance: gate.chance()) {
            case .wait(let pause):
                // Keeps the process's other tasks from asking meanwhile.
                gate.limiter.hold(until: now + pause)
                try await gate.limiter.wait(until: now + pause)
            case .comeBack(let pause):
                gate.leaveAlone(for: pause, address)
                throw GeocodingError(
                    failure.code, failure.message, advice: pauseWords(pause), underlying: failure.underlying)
            case .giveUp:
                // The caller may be able to interpret a 400.
                if failure.code == .serviceRefused, reply.status == 400 { return reply }
                if reply.status >= 500 { gate.breaker.withLock { $0.record(.unreachable, at: now) } }
                throw failure
            }
        }
    }

    /// The error for an answer that is far from the requested point.
    var farAway: GeocodingError {
        GeocodingError(
            .answerInvalid,
            "\(name) at \(address.text) names something far from the point that was asked for; "
                + "check that it is a \(name) server")
    }

    /// Returns the error for a reply that ``reply(to:_:)`` returned.
    func failure(of reply: ServiceReply) -> GeocodingError? { reply.failure(name, address) }

    /// Sends a request once, when its turn comes.
    private func send(
        _ request: HTTPRequest
    ) async throws(GeocodingError) -> (ServiceReply, failure: GeocodingError?, sent: MonotonicInstant) {
        gate.applySharedPause()
        // Checked before the queue, so that no task waits for a refusal, and again after it, since the wait may be
        // long.
        if let refusal = gate.breaker.withLock({ $0.refusal(at: gate.keeper.now) }) { throw error(for: refusal) }
        try await gate.limiter.begin(policy)
        defer { gate.limiter.end(policy) }
        let sent = gate.keeper.now
        let refusal = gate.breaker.withLock { breaker -> CircuitBreaker.Refusal? in
            do throws(CircuitBreaker.Refusal) {
                try breaker.admit(at: sent)
                return nil
            } catch {
                return error
            }
        }
        if let refusal { throw error(for: refusal) }
        do throws(HTTPError) {
            let reply = ServiceReply(try await transport.response(to: request), now: Date())
            let isBlock = reply.isBlock(address)
            // An overloaded server may answer the next attempt; the outcome is recorded after the last one.
            let outcome: CircuitBreaker.Outcome = isBlock ? .blocked : reply.status >= 500 ? .canceled : .answered
            gate.breaker.withLock { $0.record(outcome, at: gate.keeper.now, upTo: address.maximumPause) }
            return (reply, reply.failure(name, address), sent)
        } catch {
            gate.breaker.withLock { $0.record(Task.isCancelled ? .canceled : error.outcome, at: gate.keeper.now) }
            throw error.geocodingError(name, address)
        }
    }

    /// Describes a pause that an answer requested, and what to do.
    private func pauseWords(_ pause: Duration) -> String {
        let next = min(pause, address.maximumPause)
        let asked =
            next == pause
            ? "it asks to come again \(Self.when(pause))"
            : "it asks to come again in \(Self.seconds(pause)) s, and is asked again \(Self.when(next))"
        guard !address.isSecure else { return "\(asked): wait until then, or use another server" }
        return
            "\(asked): plain HTTP does not show who answered, so open the address in a browser if the network may want "
            + "a login, or give an https address"
    }

    /// Returns the error for a request that was not sent.
    private func error(for refusal: CircuitBreaker.Refusal) -> GeocodingError {
        let server = "\(name) at \(address.text)"
        let pause = max(refusal.until - gate.keeper.now, .zero)
        return switch refusal.reason {
        case .blocked:
            GeocodingError(
                .serviceBlocked,
                "\(server) has blocked this program or this machine and is not asked again; a next try is made "
                    + "\(Self.when(pause)): see its usage policy, or use another server")
        case .overloaded:
            GeocodingError(
                .serviceOverloaded,
                "\(server) asked clients to slow down and is not queried; try again \(Self.when(pause)), or use another "
                    + "server")
        case .unreachable:
            GeocodingError(
                .serviceUnreachable,
                "\(server) was unreachable or failed \(CircuitBreaker.failureThreshold) times in a row and is not queried; "
                    + "a next try is made \(Self.when(pause)): check the network and the address")
        }
    }

    private static func seconds(_ pause: Duration) -> Int { Int((pause / .seconds(1)).rounded(.up)) }

    /// Describes an instant in the future, in seconds and as wall time.
    private static func when(_ pause: Duration) -> String {
        let seconds = seconds(pause)
        return "in \(seconds) s (\(Date(timeIntervalSinceNow: Double(seconds)).formatted(.iso8601)))"
    }
}

/// The default transport.
enum DefaultTransport {
    /// Creates LocationKit's client, with a size limit above that of any answer.
    ///
    /// - Parameters:
    ///   - identity: The client's identity; without it, a private server sees LocationKit's name.
    ///   - timeout: How long an answer may take.
    /// - Returns: A client of its own.
    static func make(_ identity: ClientIdentity?, timeout: Duration) -> any HTTPTransport {
        var configuration = HTTPClient.Configuration(userAgent: identity?.userAgent ?? "LocationKit")
        configuration.maximumSize = 4 << 20
        // The request contains a position.
        configuration.staysWithServer = true
        // A private server allows more connections than the six of browsers; a public one is asked one thing at a time
        // anyway.
        configuration.maximumConnectionsPerHost = 16
        configuration.timeout = timeout
        configuration.stallTimeout = timeout
        configuration.connectTimeout = min(configuration.connectTimeout, timeout)
        return HTTPClient(configuration)
    }
}
