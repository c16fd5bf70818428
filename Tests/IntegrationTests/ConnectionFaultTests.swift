import LocationKit
import TestSupport
import Testing

@Suite("LocationManager with a connection that fails", .serialized)
struct ConnectionFaultTests {
    /// Runs short sessions to their deadlines, each longer than the one before, until one ends with the reason that is expected.
    ///
    /// - Parameters:
    ///   - source: What each session asks, by its seconds.
    ///   - isExpected: Whether a reason is the one.
    /// - Returns: The reason of the last.
    /// - Throws: What `source` throws, and `EventLog.TimedOut` when a session does not end.
    private func reason(
        of source: (Double) throws -> GPSDSource, until isExpected: (LocationManager.NoFixReason?) -> Bool
    ) async throws -> LocationManager.NoFixReason? {
        try await patiently(0.7, until: isExpected) { seconds in
            let end = try await ObservedSession(try source(seconds), timeout: .seconds(seconds)).run()
            #expect(end.status == .failed)
            #expect(end.finishReason == .timeout)
            #expect(end.error?.code == .timeout)
            return end.reason
        }
    }

    private func source(_ port: UInt16) -> GPSDSource { GPSDSource(GPSDSource.Endpoint(host: "127.0.0.1", port: port)) }

    @Test("A port that nobody listens on")
    func refused() async throws {
        let port = try ReservedPort()
        let refused = LocationManager.NoFixReason.daemonUnreachable(
            endpoint: "127.0.0.1:\(port.number)", detail: "Connection refused")
        #expect(try await reason(of: { _ in source(port.number) }, until: { $0 == refused }) == refused)
    }

    @Test("A host without an address")
    func unknownHost() async throws {
        let endpoint = GPSDSource.Endpoint(host: "no such host.invalid", port: 1)
        let isUnreachable = { (reason: LocationManager.NoFixReason?) in
            if case .daemonUnreachable("no such host.invalid:1", _) = reason { true } else { false }
        }
        let reason = try await self.reason(of: { _ in GPSDSource(endpoint) }, until: isUnreachable)
        #expect(isUnreachable(reason), "\(reason as Any)")
    }

    @Test("A connect that nobody answers")
    func blocked() async throws {
        let blocked = try BlockedListener()
        let unanswered = LocationManager.NoFixReason.daemonUnreachable(
            endpoint: "127.0.0.1:\(blocked.port)", detail: "no answer yet")
        #expect(try await reason(of: { _ in source(blocked.port) }, until: { $0 == unanswered }) == unanswered)
    }

    @Test(
        "A server that accepts and says nothing, or nothing that gpsd says",
        arguments: ["", "SSH-2.0-OpenSSH\r\n", "{"])
    func silent(greeting: String) async throws {
        var fake = try FakeGPSD([.send(greeting)])
        let isSilent = { (reason: LocationManager.NoFixReason?) in
            reason == .daemonSilent(endpoint: "127.0.0.1:\(fake.port)")
        }
        let reason = try await self.reason(
            of: { _ in
                fake = try FakeGPSD([.send(greeting)])
                return source(fake.port)
            }, until: isSilent)
        #expect(isSilent(reason), "\(reason as Any)")
        #expect(fake.connections == 1)
    }

    @Test(
        "A server that closes or resets each connection",
        arguments: ["", #"{"class":"VERSION","rel"#], [FakeGPSD.Step.close, .reset])
    func closes(text: String, step: FakeGPSD.Step) async throws {
        var (fake, longest) = (try FakeGPSD([.waitForWatch, .send(text), step]), 0.0)
        let isClosed = { (reason: LocationManager.NoFixReason?) in
            guard case .daemonUnreachable(_, let detail) = reason, fake.connections >= 2 else { return false }
            return ["gpsd closed the connection", "Connection reset by peer"].contains(detail)
        }
        let reason = try await self.reason(
            of: { seconds in
                (fake, longest) = (try FakeGPSD([.waitForWatch, .send(text), step]), seconds)
                return source(fake.port)
            }, until: isClosed)
        #expect(isClosed(reason), "\(reason as Any) after \(fake.connections) connections")
        // The pauses between them grow to 2 s.
        #expect(fake.connections < 10 + Int(longest / 2))
    }

    @Test("A connection that breaks in the middle of a line is made again", arguments: [FakeGPSD.Step.close, .reset])
    func recovers(step: FakeGPSD.Step) async throws {
        let broken = FakeGPSD.Step.greeting() + [.send(SickReport.half), step]
        let fake = try FakeGPSD(broken, broken, FakeGPSD.Step.greeting() + [.send(GPSDLines.fix())])
        let session = ObservedSession(port: fake.port)
        let end = try await session.run()
        #expect(end.finishReason == .accuracy)
        #expect(session.updates.map(\.coordinate.latitude) == [35.5])
        #expect(fake.connections == 3)
    }

    @Test("Descriptors above 1023 are as good as others")
    func highDescriptors() async throws {
        let path = try #require(LocateProgram.path)
        let fake = try FakeGPSD(FakeGPSD.Step.greeting() + [.send(GPSDLines.fix())])
        // In a process of its own: the limit, and what is open, are those of all tests here.
        let command =
            "ulimit -n 4096 && for ((f = 10; f < 1110; f++)); do eval \"exec $f</dev/null\"; done && "
            + "exec '\(path)' --gpsd 127.0.0.1:\(fake.port) --json --no-address"
        let end = try await ChildProcess(
            ["/bin/bash", "-c", command], environment: ["LC_ALL": "C.UTF-8", "XDG_CONFIG_HOME": "/nonexistent"]
        ).end()
        #expect(end.status == 0, "\(end.errors)")
        #expect(try end.last().finishReason == "accuracy")
    }

    @Test("A gpsd that falls silent is asked again and its receiver found")
    func nudged() async throws {
        let fake = try FakeGPSD(FakeGPSD.Step.greeting() + [.waitForWatch, .send(GPSDLines.fix())])
        let session = ObservedSession(port: fake.port)
        let end = try await session.run()
        #expect(end.finishReason == .accuracy)
        #expect(fake.connections == 1)
        try await session.link { if case .nudged = $0 { true } else { false } }
    }
}
