import Foundation
import LKGeo
import TestSupport
import Testing

@testable import LKTracks

@Suite("TrackLog: damaged files") struct TrackLogDamageTests {
    private let recording = Recording()

    private func sample() throws -> [UInt8] {
        let recorder = try recording.open()
        for second in 0..<60 { recorder.append(Samples.fix(Double(second), metres: Double(second), altitude: 400)) }
        recorder.mark(name: "Hut")
        recorder.note("rain")
        try recorder.finishAndWait()
        return [UInt8](try #require(FileManager.default.contents(atPath: recording.path)))
    }

    /// Reads everything there is in a file of these bytes; errors are all right, and nothing else.
    private func readAll(_ bytes: [UInt8]) throws -> Bool {
        try Data(bytes).write(to: URL(filePath: recording.path))
        do throws(TrackError) {
            let log = try recording.logOfPath()
            _ = try log.track()
            _ = try log.visits()
            return true
        } catch {
            #expect(error.message.contains("walk.track"))
            return false
        }
    }

    @Test("A file that is cut off anywhere is an error and no trap") func truncated() throws {
        let bytes = try sample()
        var lengths = Array(stride(from: 1, to: 512, by: 7)) + Array(stride(from: 512, to: bytes.count, by: 256))
        lengths += stride(from: 4096, to: bytes.count, by: 4096).flatMap { [$0 - 1, $0, $0 + 1] }
        for length in lengths where length < bytes.count {
            let isReadable = try readAll(Array(bytes.prefix(length)))
            // Of the last page the end may be empty anyway.
            if length <= bytes.count - 4096 { #expect(!isReadable, "\(length) of \(bytes.count) bytes") }
        }
    }

    @Test("Flipped bits are an error or other values, and no trap") func flipped() throws {
        let bytes = try sample()
        var random = SeededGenerator(seed: 3)
        var errors = 0
        for _ in 0..<600 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                damaged[Int.random(in: damaged.indices, using: &random)] ^= 1 << UInt8.random(in: 0...7, using: &random)
            }
            if try !readAll(damaged) { errors += 1 }
        }
        #expect(errors > 20)
    }

    @Test("A damaged log is not recorded into") func continued() throws {
        var bytes = try sample()
        for index in 4096..<bytes.count { bytes[index] ^= 0x55 }
        try Data(bytes).write(to: URL(filePath: recording.path))
        let error = #expect(throws: TrackError.self) { _ = try recording.open() }
        #expect(error?.code == .damaged, "\(error?.message ?? "")")
        #expect(FileManager.default.contents(atPath: recording.path) == Data(bytes))
    }

    @Test("A log with damage anywhere in its middle is repaired and continued") func damagedMiddle() throws {
        let recorder = try recording.open()
        for second in 0..<5000 { recorder.append(Samples.fix(Double(second), metres: Double(second))) }
        try recorder.finishAndWait()
        let whole = try #require(FileManager.default.contents(atPath: recording.path))
        var repaired = 0
        for page in stride(from: 16, to: whole.count / 4096 - 2, by: 16) {
            var bytes = whole
            for index in page * 4096..<page * 4096 + 512 { bytes[index] = 0xA5 }
            try bytes.write(to: URL(filePath: recording.path))
            let recorder = try recording.openWhenFree()
            if let repair = recorder.repair {
                repaired += 1
                #expect(FileManager.default.contents(atPath: repair.originalPath) == bytes)
                // The points of a page, and no others.
                #expect((4950..<5000).contains(repair.pointCount), "page \(page)")
                try FileManager.default.removeItem(atPath: repair.originalPath)
            }
            #expect(throws: Never.self, "page \(page)") { try recording.log.track() }
        }
        #expect(repaired > 0)
    }
}

extension Recording {
    func logOfPath() throws(TrackError) -> TrackLog { try TrackLog(path: path) }
}
