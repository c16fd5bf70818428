import LocationKit
import TestSupport
import Testing

/// A server and what `locate` must say of it.
struct SickServer: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var script: [FakeGPSD.Step]
    var status: Int32
    var reason: String
    var sentence: String

    static let all: [SickServer] = [
        .init(
            testDescription: "accepts and says nothing", script: [], status: 69, reason: "daemon-silent",
            sentence: "does not answer as gpsd does; check the host and port: gpsd listens"),
        .init(
            testDescription: "says garbage", script: [.flood((1...255).map { UInt8($0) }, times: 100)], status: 69,
            reason: "daemon-silent", sentence: "does not answer as gpsd does"),
        .init(
            testDescription: "closes in the middle of a line", script: [.send(#"{"class":"VERS"#), .close], status: 69,
            reason: "daemon-unreachable", sentence: "start gpsd (sudo systemctl start gpsd.socket"),
        .init(
            testDescription: "resets", script: [.waitForWatch, .reset], status: 69, reason: "daemon-unreachable",
            sentence: "Connection reset by peer; start gpsd"),
        .init(
            testDescription: "has no receiver", script: FakeGPSD.Step.greeting(devices: []), status: 69,
            reason: "no-device", sentence: "gpsd is running but has no receiver; plug the receiver in"),
        .init(
            testDescription: "has five receivers without a fix",
            script: FakeGPSD.Step.greeting(devices: (0..<5).map { "/dev/tty\($0)" }) + [.send(GPSDLines.sky(count: 4))],
            status: 75, reason: "acquiring",
            sentence: "the receiver is still acquiring a fix (4 satellites in view, 0 used)"),
        .init(
            testDescription: "has a receiver at latitude 95",
            script: FakeGPSD.Step.greeting() + [.send(GPSDLines.fix(latitude: "95"))], status: 75,
            reason: "invalid-position", sentence: "reports a fix without a valid position"),
        .init(
            testDescription: "reports an error",
            script: FakeGPSD.Step.greeting() + [.send("{\"class\":\"ERROR\",\"message\":\"can't open\\u001b[31m\"}\n")],
            status: 69, reason: "daemon-error", sentence: "gpsd reports an error (can't open [31m)"),
        .init(
            testDescription: "sends 10 MB without a line end",
            script: FakeGPSD.Step.greeting() + [.flood([UInt8](repeating: 0x7B, count: 100_000), times: 100)],
            status: 75,
            reason: "acquiring", sentence: "the receiver is still acquiring a fix"),
        .init(
            testDescription: "has 300 satellites",
            script: FakeGPSD.Step.greeting() + [.send(GPSDLines.sky(count: 300))], status: 75, reason: "acquiring",
            sentence: "the receiver is still acquiring a fix"),
    ]
}

@Suite("locate with a gpsd out of its mind", .serialized)
struct ProgramFaultTests {
    @Test("Says what is wrong, in time, and ends with the code for it", arguments: SickServer.all)
    func server(server: SickServer) async throws {
        let end = try await patiently(0.8, until: { (end: ChildProcess.End) in try end.last().reason == server.reason })
        {
            let fake = try FakeGPSD(server.script)
            return try await LocateProgram.run(port: fake.port, "--timeout", "\($0)")
        }
        #expect(end.status == server.status)
        #expect(end.errors.hasPrefix("locate: no position within "))
        #expect(end.errors.contains(server.sentence), "\(end.errors)")
        #expect(end.errors.split(separator: "\n").count == 1)
        let printed = try end.last()
        #expect(printed.status == "failed")
        #expect(printed.finishReason == "timeout")
        #expect(printed.reason == server.reason)
        #expect(printed.latitude == nil)
    }

    @Test("A connect that nobody answers, or that is refused")
    func connect() async throws {
        let blocked = try BlockedListener()
        let refusing = try ReservedPort()
        for port in [blocked.port, refusing.number] {
            let end = try await patiently(0.8, until: { try $0.last().reason == "daemon-unreachable" }) {
                try await LocateProgram.run(port: port, "--timeout", "\($0)")
            }
            #expect(end.status == 69)
            #expect(end.errors.contains("gpsd cannot be reached at 127.0.0.1:\(port): "))
            #expect(end.errors.contains("start gpsd"))
            #expect(try end.last().reason == "daemon-unreachable")
        }
    }

    @Test("Text output has nothing on standard output when there is no position")
    func textWithoutPosition() async throws {
        let port = try ReservedPort()
        let end = try await patiently(0.3, until: { $0.errors.contains("Connection refused") }) {
            try await LocateProgram.run("--gpsd", "127.0.0.1:\(port.number)", "--timeout", "\($0)")
        }
        #expect(end.status == 69)
        #expect(end.output.isEmpty)
        #expect(end.errors.contains("Connection refused"))
    }

    @Test("Waiting in the middle of a line costs no processor time")
    func partialLine() async throws {
        let fake = try FakeGPSD(FakeGPSD.Step.greeting() + [.send(SickReport.half)])
        let idle = try FakeGPSD(FakeGPSD.Step.greeting())
        let waiting = try await patiently(2.2, until: { $0.status == 75 }) {
            try await LocateProgram.run(port: fake.port, "--timeout", "\($0)")
        }
        let baseline = try await LocateProgram.run(port: idle.port, "--timeout", "0.2")
        #expect(waiting.status == 75)
        #expect(waiting.duration > 2)
        // A spin would take two seconds.
        #expect(waiting.processorTime < baseline.processorTime + 0.2)
    }

    @Test("10 MB without a line end cost no memory")
    func floodMemory() async throws {
        let flood = FakeGPSD.Step.flood([UInt8](repeating: 0x20, count: 100_000), times: 100)
        let fake = try FakeGPSD(FakeGPSD.Step.greeting() + [flood, .send("\n" + GPSDLines.fix())])
        let plain = try FakeGPSD(FakeGPSD.Step.greeting() + [.send(GPSDLines.fix())])
        let flooded = try await LocateProgram.run(port: fake.port)
        let baseline = try await LocateProgram.run(port: plain.port)
        #expect(flooded.status == 0)
        #expect(baseline.status == 0)
        #expect(flooded.peakMemory < baseline.peakMemory + 2048)
    }

    @Test("A position is printed though the daemon dies right after it")
    func diesAfterFix() async throws {
        let end = try await patiently(0.8, until: { (end: ChildProcess.End) in end.status == 0 }) {
            let fake = try FakeGPSD(FakeGPSD.Step.greeting() + [.send(GPSDLines.fix(eph: "500.0")), .close], [.close])
            return try await LocateProgram.run(port: fake.port, "--timeout", "\($0)")
        }
        #expect(end.status == 0)
        #expect(try end.last().latitude == 35.5)
        #expect(try end.last().finishReason == "timeout")
        let strict = try await patiently(0.8, until: { (end: ChildProcess.End) in end.status == 69 }) {
            let fake = try FakeGPSD([.close])
            return try await LocateProgram.run(port: fake.port, "--timeout", "\($0)", "--strict")
        }
        #expect(strict.status == 69)
    }

    @Test("An accuracy that is missed under --strict is a failure with its position")
    func strict() async throws {
        let fake = try FakeGPSD(FakeGPSD.Step.greeting() + [.send(GPSDLines.fix(eph: "500.0"))])
        let end = try await patiently(0.5, until: { try $0.last().latitude != nil }) {
            try await LocateProgram.run(port: fake.port, "--timeout", "\($0)", "--strict")
        }
        #expect(end.status == 75)
        #expect(try end.last().latitude == 35.5)
        #expect(try end.last().reason == "inaccurate")
        #expect(end.errors.contains("the best fix is good to 308 m, 100 m was asked for"))
    }
}
