import Foundation
import Glibc
import LocationKit
import TestSupport
import Testing

@Suite("SimulatedSource", .enabled(if: TestGPSD.program != nil, "gpsd is not installed"), .serialized)
struct SimulationTests {
    @Test("What a simulation records replays to the same positions")
    func recorded() async throws {
        let sample = try SampleRecording()
        let recording = try SessionRecording(path: sample.sibling("session.json"))
        let simulated = ObservedSession(
            SimulatedSource(path: sample.path, speed: 0, recorder: recording), accuracy: 0, timeout: nil)
        _ = try await simulated.run()
        recording.finish()
        #expect(recording.failure == nil)
        let replayed = ObservedSession(ReplaySource(path: recording.path, speed: 0), accuracy: 0, timeout: nil)
        _ = try await replayed.run()
        let direct = ObservedSession(ReplaySource(path: sample.path, speed: 0), accuracy: 0, timeout: nil)
        _ = try await direct.run()
        let last = try #require(simulated.updates.last)
        #expect(abs(last.coordinate.latitude - 35.0019) < 1e-6)
        #expect(last.horizontalAccuracy != nil)
        for other in [replayed, direct] {
            #expect(other.updates.last?.coordinate == last.coordinate)
            #expect(other.updates.last?.timestamp == last.timestamp)
            #expect(other.updates.last?.fix == last.fix)
        }
        #expect(replayed.updates.last?.horizontalAccuracy == last.horizontalAccuracy)
    }

    @Test("--record keeps what --replay needs to print the same")
    func recordedByProgram() async throws {
        let sample = try SampleRecording()
        let file = sample.sibling("session.json")
        let options = ["--watch", "--json", "--no-address", "--speed", "0"]
        let simulated = try await LocateProgram.start(options + ["--simulate", sample.path, "--record", file]).end()
        #expect(simulated.status == 0)
        #expect(simulated.errors.isEmpty)
        let replayed = try await LocateProgram.start(options + ["--replay", file]).end()
        #expect(replayed.status == 0)
        let (first, second) = (try simulated.last(), try replayed.last())
        #expect(abs((first.latitude ?? 0) - 35.0019) < 1e-6)
        #expect(second.latitude == first.latitude)
        #expect(second.longitude == first.longitude)
        #expect(second.timestamp == first.timestamp)
        #expect(second.fix == first.fix)
        #expect(second.horizontalAccuracy == first.horizontalAccuracy)
        #expect(second.device == first.device)
    }

    @Test("One shot ends with the accuracy that was asked for")
    func oneShot() async throws {
        let sample = try SampleRecording()
        let end = try await LocateProgram.run(
            "--simulate", sample.path, "--speed", "10", "--json", "--no-address", "--accuracy", "50")
        #expect(end.status == 0)
        let printed = try end.last()
        #expect(end.lines.count == 1)
        #expect(printed.status == "updated")
        #expect(printed.finishReason == "accuracy")
        #expect((printed.horizontalAccuracy ?? 100) <= 50)
        #expect(printed.simulated == true)
        #expect(printed.device?.hasPrefix("udp://127.0.0.1:") == true)
    }

    @Test("A manager that stops ends the private gpsd")
    func stopEndsDaemon() async throws {
        let sample = try SampleRecording(epochs: 200)
        let session = ObservedSession(SimulatedSource(path: sample.path, speed: 20), accuracy: 0, timeout: nil)
        session.manager.startUpdating()
        let device = try #require(try await session.update().device)
        #expect(try RunningPrograms.count(mentioning: device) == 1)
        session.manager.stopUpdating()
        let isGone = try await eventually { try RunningPrograms.count(mentioning: device) == 0 }
        #expect(isGone)
    }

    @Test(
        "The private gpsd ends however the program does",
        arguments: zip([SIGINT, SIGTERM, SIGHUP, SIGKILL], [130, 143, 129, nil]))
    func signalEndsDaemon(signal: Int32, status: Int32?) async throws {
        let sample = try SampleRecording(epochs: 200)
        let program = try LocateProgram.start(
            "--simulate", sample.path, "--speed", "20", "--watch", "--json", "--no-address")
        let device: String = try await program.log.first {
            if case .line(let line) = $0 { try? PrintedLocation(line: line).device } else { nil }
        }
        // locate itself is not among them: it does not know the port before it runs.
        #expect(try RunningPrograms.count(mentioning: device) == 1)
        program.signal(signal)
        let end = try await program.end()
        #expect(end.status == status)
        #expect(end.signal == (status == nil ? signal : nil))
        let isGone = try await eventually { try RunningPrograms.count(mentioning: device) == 0 }
        #expect(isGone)
        #expect(try end.lines.allSatisfy { try PrintedLocation(line: $0).latitude != nil })
    }

    @Test("--count ends after so many, with 0")
    func count() async throws {
        let sample = try SampleRecording()
        let end = try await LocateProgram.run(
            "--simulate", sample.path, "--speed", "0", "--count", "3", "--json", "--no-address")
        #expect(end.status == 0)
        #expect(end.lines.count == 3)
        #expect(end.errors.isEmpty)
    }

    @Test("A fix with a street from an index says so, with the words that the licence requires")
    func street() async throws {
        let sample = try SampleRecording()
        let folder = TemporaryFolder()
        let extract = """
            <osm version="0.6"><node id="1" version="1" lat="35.0" lon="139.766"/>
            <node id="2" version="1" lat="35.004" lon="139.769"/><way id="1" version="1"><nd ref="1"/><nd ref="2"/>
            <tag k="highway" v="residential"/><tag k="name" v="Test Street"/></way></osm>
            """
        try folder.write("x.osm", Data(extract.utf8))
        let index = folder.file("x.streets")
        try #require(try await LocateProgram.run("data", "import-osm", folder.file("x.osm"), "-o", index).status == 0)
        let words = ["--simulate", sample.path, "--speed", "0", "--json", "--quiet"]
        let end = try await LocateProgram.start(words + ["--streets", index]).end()
        #expect(end.output.contains("\"provider\":\"streets\"") && end.output.contains("Test Street"))
        #expect(end.output.contains("\"attribution\":\"") && end.output.contains("OpenStreetMap"))
        // The built-in world is credited by `locate data info`.
        let world = try await LocateProgram.start(words).end()
        #expect(world.output.contains("\"address\":") && !world.output.contains("\"provider\""))
    }

    @Test("A file that is missing, and one that is no recording, end with their codes")
    func badFiles() async throws {
        let sample = try SampleRecording()
        let missing = try await LocateProgram.run("--simulate", sample.sibling("none.nmea"))
        #expect(missing.status == 66)
        #expect(missing.errors.contains("none.nmea cannot be opened: No such file or directory"))
        let noise = sample.sibling("noise.bin")
        var random = SeededGenerator(seed: 7)
        try Data((0..<5000).map { _ in UInt8.random(in: 0...255, using: &random) }).write(to: URL(filePath: noise))
        let simulated = try await LocateProgram.run("--simulate", noise, "--speed", "0", "--json", "--no-address")
        // Noise may look like a receiver's packet to gpsd.
        #expect([65, 75].contains(simulated.status))
        #expect(try simulated.last().status == "failed")
        let replayed = try await LocateProgram.run("--replay", noise)
        #expect(replayed.status == 65)
        #expect(replayed.errors.contains("neither gpsd JSON nor NMEA 0183 nor GPX"))
    }
}
