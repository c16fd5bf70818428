import Foundation
import Glibc
import LKGeo
import TestSupport
import Testing

@testable import LKTracks

@Suite("TrackRecorder: killed and without power") struct KilledRecordingTests {
    /// Runs the program until it has said that so many more points are durable, then kills it a random moment later.
    ///
    /// - Returns: The last number that it said.
    private func recordAndKill(_ arguments: [String], _ random: inout SeededGenerator) async throws -> Int {
        let program = try RecorderProgram.start(arguments[0], arguments[1], arguments.count > 2 ? arguments[2] : "")
        let wanted = Int.random(in: 1...30, using: &random)
        var lines = 0
        // From the opening on, so that kills meet that too.
        while lines < wanted {
            let isEnd = try await program.log.first(after: lines, seconds: 60) { event -> Bool? in
                if case .ended = event { true } else { false }
            }
            lines += 1
            if isEnd { break }
        }
        usleep(UInt32.random(in: 0...3000, using: &random))
        program.signal(SIGKILL)
        let end = try await program.end(seconds: 60)
        #expect(end.signal == SIGKILL, "\(end.errors)")
        // The last line may be cut.
        let whole = end.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        return whole.compactMap { Int($0.split(separator: " ").last ?? "") }.last ?? 0
    }

    /// The points are 1, 2, 3, ..., and the marks lie between them where they were made.
    private func check(_ path: String, atLeast acknowledged: Int, _ round: Int) throws -> Int {
        let log = try TrackLog(path: path)
        var number = 0
        var segments = 0
        var isSound = true
        try log.forEach { element in
            switch element {
            case .segment: segments += 1
            case .point(let location):
                number += 1
                isSound = isSound && location.altitude == Double(number)
            case .waypoint(let waypoint): isSound = isSound && waypoint.name == "\(number)"
            case .note: break
            }
        }
        #expect(isSound, "round \(round)")
        #expect(number >= acknowledged, "round \(round)")
        #expect(segments == (number == 0 ? 0 : 1), "round \(round)")
        #expect(try log.information().pointCount == number, "round \(round)")
        return number
    }

    @Test("Killed at random moments, all that was said to be recorded is there, and the track goes on")
    func kills() async throws {
        var recording = Recording()
        var random = SeededGenerator(seed: 7)
        let rounds = Fixtures.isThorough ? 500 : 8
        var (count, total) = (0, 0)
        for round in 0..<rounds {
            if round % 25 == 0 { (recording, count) = (Recording(), 0) }
            let acknowledged = try await recordAndKill(["record", recording.path], &random)
            let found = try check(recording.path, atLeast: max(acknowledged, count), round)
            total += found - count
            count = found
        }
        print("\(rounds) kills, \(total) points")
        #expect(total > 0)
    }

    @Test("Without power at random moments, all that was said to be recorded is on the disk") func power() async throws
    {
        var random = SeededGenerator(seed: 11)
        let rounds = Fixtures.isThorough ? 200 : 6
        var (count, torn) = (0, 0)
        var round = 0
        // At least one has to have recorded something.
        while round < rounds || count == 0 && round < 40 * rounds {
            defer { round += 1 }
            let live = TemporaryFolder()
            let kept = TemporaryFolder()
            let path = live.file("walk.track")
            let acknowledged = try await recordAndKill(["power", path, kept.path], &random)
            let disk = TemporaryFolder()
            // Of what was not synchronized the disk may have any part.
            let isTorn = round % 2 == 1
            torn += isTorn ? 1 : 0
            try restore(kept, live, to: disk, isTorn: isTorn, &random)
            guard FileManager.default.fileExists(atPath: disk.file("walk.track")) else {
                #expect(acknowledged == 0, "round \(round)")
                continue
            }
            guard acknowledged > 0 else { continue }
            count += try check(disk.file("walk.track"), atLeast: acknowledged, round)
            // And it can be continued.
            let recorder = try TrackRecorder(path: disk.file("walk.track"))
            recorder.append(Samples.fix(0))
            try recorder.finishAndWait()
        }
        print("\(rounds) power failures, \(torn) of them with torn files, \(count) points")
        #expect(count > 0)
    }

    /// Makes the files as they are after the power came back.
    private func restore(
        _ kept: TemporaryFolder, _ live: TemporaryFolder, to disk: TemporaryFolder, isTorn: Bool,
        _ random: inout SeededGenerator
    ) throws {
        let list = FileManager.default.contents(atPath: kept.file("names")) ?? Data()
        for line in String(decoding: list, as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
            var bytes = [UInt8](FileManager.default.contents(atPath: kept.file(parts[0])) ?? Data())
            if isTorn, parts[1] != ".walk.track.lock",
                let newer = FileManager.default.contents(atPath: live.file(parts[1])).map([UInt8].init)
            {
                for sector in stride(from: 0, to: newer.count, by: 512) where Bool.random(using: &random) {
                    let end = min(sector + 512, newer.count)
                    if bytes.count < end { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
                    bytes.replaceSubrange(sector..<end, with: newer[sector..<end])
                }
            }
            // Shared memory does not outlive a machine.
            if !parts[1].hasSuffix("-shm") { try Data(bytes).write(to: URL(filePath: disk.file(parts[1]))) }
        }
    }

    @Test("A long recording needs no more memory at its end than at its beginning") func soak() async throws {
        let recording = Recording()
        let count = Fixtures.isThorough ? 1_000_000 : 40_000
        let end = try await RecorderProgram.start("soak", recording.path, "\(count)").end(seconds: 600)
        #expect(end.status == 0, "\(end.errors)")
        let lines = end.output.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(lines.last.map { $0.joined(separator: " ") } == "finished \(count)", "\(end.output)")
        let memory = lines.filter { $0[0] == "memory" }.compactMap { Int($0[2]) }
        try #require(memory.count == 10)
        print("\(count) fixes in \(end.duration) s, \(memory) KiB, peak \(end.peakMemory) KiB")
        let later = try #require(memory.dropFirst(2).max())
        // What the queue holds when the disk is behind comes and goes.
        if !RecorderProgram.isSanitized { #expect(later < memory[0] + 24_000) }
        #expect(try recording.log.statistics().count == count)
    }
}
