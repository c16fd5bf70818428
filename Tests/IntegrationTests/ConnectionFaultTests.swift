import Glibc
import LocationKit
import TestSupport
import Testing

@Suite("LocationManager with a connection that fails", .serialized)
struct ConnectionFaultTests {
    /// Runs a short session to its deadline.
    private func run(port: UInt16) async throws -> LocationSnapshot {
        let session = ObservedSession(port: port, timeout: .milliseconds(700))
        let begin = ContinuousClock.now
        let end = try await session.run()
        #expect(ContinuousClock.now - begin < .seconds(20))
        #expect(end.status == .failed)
        #expect(end.finishReason == .timeout)
        #expect(end.error?.code == .timeout)
        return end
    }

    @Test("a port that nobody listens on")
    func refused() async throws {
        let port = try Loopback.freePort()
        let end = try await run(port: port)
        #expect(end.reason == .daemonUnreachable(endpoint: "127.0.0.1:\(port)", detail: "Connection refused"))
    }

    @Test("a host without an address")
    func unknownHost() async throws {
        let session = ObservedSession(
            GPSDSource(GPSDEndpoint(host: "no such host.invalid", port: 1)), timeout: .milliseconds(700))
        let end = try await session.run()
        guard case .daemonUnreachable(let endpoint, _) = end.reason else {
            Issue.record("\(end.reason as Any)")
            return
        }
        #expect(endpoint == "no such host.invalid:1")
    }

    @Test("a connect that nobody answers")
    func blocked() async throws {
        let blocked = try BlockedListener()
        let end = try await run(port: blocked.port)
        #expect(
            end.reason == .daemonUnreachable(endpoint: "127.0.0.1:\(blocked.port)", detail: "no answer yet"))
    }

    @Test(
        "a server that accepts and says nothing, or nothing that gpsd says",
        arguments: ["", "SSH-2.0-OpenSSH\r\n", "{"])
    func silent(greeting: String) async throws {
        let fake = try FakeGPSD([.send(greeting)])
        #expect(try await run(port: fake.port).reason == .daemonSilent(endpoint: "127.0.0.1:\(fake.port)"))
        #expect(fake.connections == 1)
    }

    @Test(
        "a server that closes or resets each connection",
        arguments: ["", #"{"class":"VERSION","rel"#], [FakeGPSD.Step.close, .reset])
    func closes(text: String, step: FakeGPSD.Step) async throws {
        let fake = try FakeGPSD([.waitForWatch, .send(text), step])
        guard case .daemonUnreachable(_, let detail) = try await run(port: fake.port).reason else {
            Issue.record("another reason")
            return
        }
        #expect(["gpsd closed the connection", "Connection reset by peer"].contains(detail))
        #expect(fake.connections >= 2)
        #expect(fake.connections < 10)
    }

    @Test("a connection that breaks in the middle of a line is made again", arguments: [FakeGPSD.Step.close, .reset])
    func recovers(step: FakeGPSD.Step) async throws {
        let broken = FakeGPSD.Step.greeting() + [.send(SickReport.half), step]
        let fake = try FakeGPSD(broken, broken, FakeGPSD.Step.greeting() + [.send(GPSDLines.fix())])
        let session = ObservedSession(port: fake.port)
        let end = try await session.run()
        #expect(end.finishReason == .accuracy)
        #expect(session.updates.map(\.coordinate.latitude) == [35.5])
        #expect(fake.connections == 3)
    }

    @Test("descriptors above 1023 are as good as others")
    func highDescriptors() async throws {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        try #require(limit.rlim_max >= 4096)
        let usual = limit
        limit.rlim_cur = 4096
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let opened = (0..<1100).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
        defer {
            for descriptor in opened { close(descriptor) }
            var usual = usual
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &usual)
        }
        #expect((opened.max() ?? 0) > 1023)
        let fake = try FakeGPSD(FakeGPSD.Step.greeting() + [.send(GPSDLines.fix())])
        let end = try await ObservedSession(port: fake.port).run()
        #expect(end.finishReason == .accuracy)
    }

    @Test("a gpsd that falls silent is asked again and its receiver found")
    func nudged() async throws {
        let fake = try FakeGPSD(FakeGPSD.Step.greeting() + [.waitForWatch, .send(GPSDLines.fix())])
        let session = ObservedSession(port: fake.port)
        let end = try await session.run()
        #expect(end.finishReason == .accuracy)
        #expect(fake.connections == 1)
        try await session.link { if case .nudged = $0 { true } else { false } }
    }
}
