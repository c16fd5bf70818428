import Foundation
import LKGeo
import TestSupport
import Testing

@testable import LKTracks

@Suite struct TrackLogTests {
    @Test("A log that is read while it grows ends where it did at the beginning") func growing() throws {
        let recording = Recording()
        let recorder = try recording.open()
        for second in 0..<3000 {
            recorder.append(Samples.fix(Double(second), metres: Double(second)))
            if second % 1024 == 1023 { recorder.mark(name: "after \(second)") }
        }
        try recorder.flushAndWait()
        let reader = try recording.log.makeReader()
        var count = 0
        var marks: [String] = []
        while let element = try reader.next() {
            if case .point = element { count += 1 }
            if case .waypoint(let waypoint) = element { marks.append("\(waypoint.name ?? "") at \(count - 1)") }
            if count == 10 {
                recorder.append(Samples.fix(4000, metres: 4000))
                try recorder.flushAndWait()
            }
        }
        #expect(count == 3000)
        #expect(marks == ["after 1023 at 1023", "after 2047 at 2047"])
        #expect(try reader.next() == nil)
        #expect(try recording.log.information().pointCount > 3000)
    }

    @Test("The figures of a log are those of its track") func statistics() throws {
        let recording = Recording()
        let recorder = try recording.open()
        for second in 0..<500 {
            recorder.append(
                Samples.fix(Double(second), metres: Double(second * 2), altitude: 400 + Double(second % 100)))
            if second == 250 { recorder.pause() }
            if second == 260 { recorder.resume() }
        }
        try recorder.finishAndWait()
        let log = try recording.log
        #expect(try log.statistics() == log.track().statistics)
        #expect(try abs(log.statistics().distance - log.information().distance) < 1e-6)
        #expect(try log.information().segmentCount == 2)
    }

    @Test("sqlite3 and other programs read a log while it is recorded") func otherPrograms() async throws {
        let program = "/usr/bin/sqlite3"
        guard FileManager.default.isExecutableFile(atPath: program) else {
            return print("skipped: sqlite3 is not installed")
        }
        let recording = Recording()
        let recorder = try recording.open()
        for second in 0..<10 { recorder.append(Samples.fix(Double(second), metres: Double(second))) }
        try await recorder.flush()
        let query = "SELECT count(*), datetime(min(time), 'unixepoch') FROM point; PRAGMA integrity_check"
        let end = try await ChildProcess([program, "-readonly", recording.path, query]).end()
        #expect(end.output == "10|2026-09-21 14:13:20\nok\n", "\(end.errors)")
        recorder.append(Samples.fix(10, metres: 10))
        try await recorder.finish()
        #expect(try recording.log.information().pointCount == 11)
    }
}
