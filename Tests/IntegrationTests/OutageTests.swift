import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Outages are said", .enabled(if: LocateProgram.path != nil, "locate is not built"), .timeLimit(.minutes(10)))
struct OutageTests {
    private let lost = Gate()
    private let folder = TemporaryFolder()

    private static func fix(second: Int) -> FakeGPSD.Step {
        .send(GPSDLines.fix(time: "\"2026-11-21T06:30:0\(second).000Z\""))
    }

    /// A gpsd that goes away once the gate is open, refuses two connections, and comes back.
    private func restarting() throws -> FakeGPSD {
        try FakeGPSD(
            FakeGPSD.Step.greeting() + [Self.fix(second: 0), .wait(lost), .close], [.close], [.close],
            FakeGPSD.Step.greeting() + [Self.fix(second: 1)])
    }

    private func watch(_ fake: FakeGPSD, _ arguments: String...) throws -> ChildProcess {
        try LocateProgram.start(["--gpsd", "127.0.0.1:\(fake.port)", "--watch", "--no-address"] + arguments)
    }

    /// Waits for a line on standard output, after so many events, and tells how many there were by then.
    private func line(_ program: ChildProcess, with text: String, after mark: Int = 0) async throws {
        let _: Bool = try await program.log.first(after: mark) { event in
            if case .line(let line) = event, line.contains(text) { true } else { nil }
        }
    }

    /// The lines of standard error that are about gpsd itself.
    private func notes(_ end: ChildProcess.End) -> [Substring] {
        end.errors.split(separator: "\n").filter { $0.contains("can be reached") || $0.contains("cannot be reached") }
    }

    @Test("While watching, gpsd's loss and return are objects of their own in JSON, once each")
    func json() async throws {
        let fake = try restarting()
        let program = try watch(fake, "--json")
        try await line(program, with: "\"latitude\"")
        let mark = program.log.count
        lost.open()
        try await line(program, with: "\"latitude\"", after: mark)
        program.signal(SIGTERM)
        let end = try await program.end()
        #expect(end.status == 143)
        let objects = try end.lines.map { try PrintedLocation(line: $0) }
        // A busy machine may find the receiver silent too.
        let lost = objects.filter { $0.reason == "daemon-unreachable" && $0.latitude == nil }
        #expect(lost.map(\.status) == ["updating"])
        #expect(lost.first?.error?.hasPrefix("gpsd cannot be reached at 127.0.0.1:\(fake.port): ") == true)
        let back = objects.filter { $0.recovered == "daemon-unreachable" }
        #expect(back.count == 1 && back.first?.error == nil && back.first?.reason == nil)
        let order = objects.map { $0.recovered.map { "back \($0)" } ?? $0.reason ?? "fix" }
            .filter { !$0.contains("device-silent") }
        #expect(Array(order.prefix(4)) == ["fix", "daemon-unreachable", "back daemon-unreachable", "fix"])
        #expect(notes(end).count == 2)
    }

    @Test("Without a terminal they are said on standard error, with what to do, and not when quiet is wanted")
    func text() async throws {
        let fake = try restarting()
        let program = try watch(fake, "--count", "2")
        try await line(program, with: "35.5")
        lost.open()
        let end = try await program.end(seconds: 120)
        #expect(end.status == 0 && end.lines.count == 2)
        let notes = notes(end)
        #expect(notes.count == 2)
        #expect(notes.first?.hasPrefix("locate: gpsd cannot be reached at 127.0.0.1:\(fake.port): ") == true)
        #expect(notes.first?.contains("; start gpsd") == true)
        #expect(notes.last == "locate: gpsd at 127.0.0.1:\(fake.port) can be reached again")
        let other = try restarting()
        let quiet = try await watch(other, "--count", "2", "--quiet").end(seconds: 120)
        #expect(quiet.status == 0 && quiet.errors.isEmpty)
        withExtendedLifetime(other) {}
    }

    @Test(
        "On a terminal the line says them",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script"), "script is not installed"))
    func terminal() async throws {
        let path = try #require(LocateProgram.path)
        let fake = try restarting()
        lost.open()
        let command = "'\(path)' --gpsd 127.0.0.1:\(fake.port) --watch --no-address --count 2"
        let end = try await ChildProcess(
            ["/usr/bin/script", "-qec", command, "/dev/null"],
            environment: ["TERM": "xterm", "XDG_CONFIG_HOME": "/nonexistent", "XDG_CONFIG_DIRS": "/nonexistent"]
        ).end(seconds: 120)
        #expect(end.status == 0)
        // What a line of 80 columns has room for.
        #expect(end.output.contains("\u{1B}[2KWaiting: gpsd cannot be reached at 127.0.0.1:\(fake.port)"))
        #expect(end.output.contains("\u{1B}[2Kgpsd at 127.0.0.1:\(fake.port) can be reached again"))
        #expect(!end.output.contains("locate: "))
    }

    @Test("A gpsd without a receiver is told as such, and one that is plugged in too")
    func noDevice() async throws {
        let plugged = Gate()
        let fake = try FakeGPSD(
            FakeGPSD.Step.greeting(devices: []) + [
                .wait(plugged), .send(GPSDLines.devices(["/dev/ttyACM0"])), Self.fix(second: 0),
            ])
        let program = try watch(fake, "--json")
        try await line(program, with: #""reason":"no-device""#)
        plugged.open()
        try await line(program, with: #"{"status":"updating","recovered":"no-device"}"#)
        try await line(program, with: "\"latitude\"")
        program.signal(SIGTERM)
        let end = try await program.end()
        #expect(end.errors.contains("locate: gpsd is running but has no receiver; plug the receiver in"))
        #expect(end.errors.contains("locate: gpsd has a receiver now\n"))
        #expect(end.lines.count { $0.contains("no-device") } == 2)
    }

    @Test("A receiver that falls silent is told once, and its return")
    func silent() async throws {
        let again = Gate()
        // gpsd itself answers when the client asks.
        let answer = [FakeGPSD.Step.waitForWatch, .send(GPSDLines.devices(["/dev/ttyACM0"]))]
        let silence = (0..<4).flatMap { _ in answer }
        let fake = try FakeGPSD(
            FakeGPSD.Step.greeting() + [Self.fix(second: 0)] + silence + [.wait(again), Self.fix(second: 1)])
        let program = try watch(fake, "--json")
        try await line(program, with: #""reason":"device-silent","error":"the receiver /dev/ttyACM0 sends nothing""#)
        again.open()
        try await line(program, with: #"{"status":"updating","recovered":"device-silent"}"#)
        program.signal(SIGTERM)
        let end = try await program.end()
        #expect(end.errors.contains("locate: the receiver /dev/ttyACM0 sends again\n"))
    }

    @Test("Without any gpsd it is said once, at the beginning")
    func never() async throws {
        let port = try ReservedPort()
        let program = try LocateProgram.start(
            "--gpsd", "127.0.0.1:\(port.number)", "--watch", "--json", "--no-address", "--timeout", "4")
        let end = try await program.end(seconds: 120)
        #expect(end.status == 69)
        #expect(try end.lines.map { try PrintedLocation(line: $0).status } == ["updating", "failed"])
        #expect(notes(end).count == 2)
    }

    @Test("A single search reports a refused connection at once, with what to do, and retries until its time is up")
    func single() async throws {
        let port = try ReservedPort()
        let program = try LocateProgram.start(
            "--gpsd", "127.0.0.1:\(port.number)", "--no-address", "--timeout", "600")
        let note: String = try await program.log.first { if case .note(let note) = $0 { note } else { nil } }
        let place = "127.0.0.1:\(port.number)"
        #expect(note.hasPrefix("locate: gpsd cannot be reached at \(place): Connection refused; start gpsd"))
        #expect(note.hasSuffix("; retrying for 600 s. To play a recording without gpsd: locate --replay FILE"))
        program.signal(SIGTERM)
        let end = try await program.end()
        #expect(end.status == 143 && end.lines.isEmpty)
        #expect(notes(end).count == 1)
    }

    @Test("A refused connection leaves one JSON object, and --quiet leaves only the error at the end")
    func singleForms() async throws {
        let port = try ReservedPort()
        let json = try await LocateProgram.run(port: port.number, "--timeout", "0.8")
        #expect(json.status == 69 && json.lines.count == 1)
        #expect(try json.last().reason == "daemon-unreachable")
        #expect(notes(json).count == 2)
        let quiet = try await LocateProgram.run(port: port.number, "--timeout", "0.8", "--quiet")
        #expect(quiet.status == 69 && quiet.lines.count == 1)
        #expect(notes(quiet).count == 1 && quiet.errors.hasPrefix("locate: no position within 0.8 s: "))
    }

    @Test("A refused connection of a recording names the command that records without gpsd")
    func refusedRecording() async throws {
        let port = try ReservedPort()
        let end = try await LocateProgram.run(
            "track", "record", folder.file("walk.track"), "--gpsd", "127.0.0.1:\(port.number)", "--duration", "0.8")
        #expect(end.status == 69)
        #expect(notes(end).first?.hasSuffix("locate track record \(folder.file("walk.track")) --replay FILE") == true)
    }

    /// Starts a gpsd whose receiver has a fix, then reports without one whenever the client asks, and then a fix again, which it may
    /// lose once more.
    private func losing(again: Bool = false) throws -> FakeGPSD {
        var loss: [FakeGPSD.Step] = []
        for _ in 0..<6 {
            loss += [.waitForWatch, .send(#"{"class":"TPV","device":"/dev/ttyACM0","mode":1}"# + "\n")]
        }
        let steps = FakeGPSD.Step.greeting() + [Self.fix(second: 0)] + loss + [Self.fix(second: 9)]
        return try FakeGPSD(steps + (again ? loss : []) + [.wait(Gate())])
    }

    @Test("The loss of the fix and its return are objects in JSON and notes on standard error")
    func lostFix() async throws {
        let fake = try losing()
        let program = try watch(fake, "--json")
        try await line(program, with: #"{"status":"updating","reason":"acquiring","error":"the fix was lost: "#)
        try await line(program, with: #"{"status":"updating","recovered":"acquiring"}"#)
        try await line(program, with: "T06:30:09")
        program.signal(SIGTERM)
        let end = try await program.end()
        let notes = end.errors.split(separator: "\n").filter { !$0.contains(" sends ") }
        #expect(notes.first?.hasPrefix("locate: the fix was lost: the receiver is still acquiring a fix; keep") == true)
        #expect(notes.last == "locate: there are positions again")
    }

    @Test("A recording reports the loss of the fix and its return")
    func lostFixOfRecording() async throws {
        let fake = try losing(again: true)
        let program = try LocateProgram.start(
            "track", "record", folder.file("lost.track"), "--gpsd", "127.0.0.1:\(fake.port)")
        // The second point is recorded after the note of its coming, and before the fix is lost again.
        let losses = Mutex(0)
        let _: Bool = try await program.log.first { event in
            guard case .note(let text) = event, text.contains("the fix was lost") else { return nil }
            return losses.withLock { count in
                count += 1
                return count == 2 ? true : nil
            }
        }
        program.signal(SIGTERM)
        let end = try await program.end()
        #expect(end.errors.contains("locate: track record: the fix was lost: the receiver is still acquiring"))
        #expect(end.errors.contains("locate: track record: there are positions again"))
        #expect(end.errors.contains("2 points"))
    }

    @Test("A recording is finished when its signal comes twice", arguments: [SIGTERM, SIGHUP, SIGINT])
    func repeatedSignal(signal: Int32) async throws {
        let fake = try FakeGPSD(FakeGPSD.Step.greeting() + [Self.fix(second: 0), .wait(Gate())])
        let track = folder.file("twice.track")
        let program = try LocateProgram.start("track", "record", track, "--gpsd", "127.0.0.1:\(fake.port)")
        let hasLog = try await eventually { FileManager.default.fileExists(atPath: track) }
        #expect(hasLog)
        program.signal(signal)
        program.signal(signal)
        let end = try await program.end()
        #expect((end.status ?? end.signal.map { $0 + 128 }) == 128 + signal)
        #expect(end.errors.contains(" in \(track)\n"))
        let info = try await LocateProgram.run("track", "info", track, "--template", "%status")
        #expect(info.output == "finished\n")
    }

    @Test("A recording says gpsd's loss and return, and goes on")
    func recording() async throws {
        let fake = try FakeGPSD(
            FakeGPSD.Step.greeting() + [Self.fix(second: 0), .wait(lost), .close], [.close], [.close],
            FakeGPSD.Step.greeting() + [Self.fix(second: 1)])
        let track = folder.file("walk.track")
        let program = try LocateProgram.start("track", "record", track, "--gpsd", "127.0.0.1:\(fake.port)")
        let _: Bool = try await fake.log.first { if case .line(0, _) = $0 { true } else { nil } }
        lost.open()
        let _: Bool = try await program.log.first { event in
            if case .note(let note) = event, note.contains("can be reached again") { true } else { nil }
        }
        program.signal(SIGINT)
        let end = try await program.end()
        #expect(end.status == 130)
        let notes = notes(end)
        #expect(notes.count == 2)
        #expect(notes.first?.hasPrefix("locate: track record: gpsd cannot be reached at 127.0.0.1:") == true)
        #expect(notes.last == "locate: track record: gpsd at 127.0.0.1:\(fake.port) can be reached again")
    }
}
