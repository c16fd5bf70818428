import Foundation
import LKGeo
import LKStorage
import TestSupport
import Testing

@testable import LKTracks

@Suite("TrackRecorder: a file that is there") struct ReopenedRecordingTests {
    @Test("A finished track goes on in a segment of its own") func finished() throws {
        var recording = Recording()
        recording.configuration.name = "Walk"
        for round in 0..<3 {
            let recorder = try recording.open()
            #expect(recorder.snapshot.pointCount == 2 * round)
            let start = Double(round) * 10
            recorder.append(Samples.fix(start, metres: start))
            recorder.append(Samples.fix(start + 1, metres: start + 1))
            try recorder.finishAndWait()
            recording.configuration.name = nil
        }
        #expect(try recording.segments() == ["start 0 1", "reopened 10 11", "reopened 20 21"])
        let information = try recording.log.information()
        #expect(information.name == "Walk" && information.software == "LocationKit")
        #expect(abs(information.distance - 3) < 0.01)
    }

    @Test("After a crash the segment goes on where no gap came of it") func crashed() throws {
        let recording = Recording()
        for start in [0.0, 20, 200] {
            // Dropped without its end, as by a crash.
            let recorder = try recording.openWhenFree()
            recorder.append(Samples.fix(start, metres: start))
            recorder.append(Samples.fix(start + 1, metres: start + 1))
            try recorder.flushAndWait()
            recording.clock.advance(by: .seconds(100))
        }
        #expect(try recording.segments() == ["start 0 1 20 21", "reopened 200 201"])
        #expect(try abs(recording.log.information().distance - 22) < 0.01)
        #expect(try recording.log.information().state == .recording)
    }

    @Test("After a crash another receiver is recorded at once, in a segment of its own") func otherReceiver() throws {
        let recording = Recording()
        for (index, device) in ["/dev/ttyACM0", "/dev/ttyUSB0"].enumerated() {
            let recorder = try recording.openWhenFree()
            recorder.append(Samples.fix(Double(index), metres: Double(index)).from(device))
            try recorder.flushAndWait()
        }
        #expect(try recording.segments() == ["start 0", "device 1"])
    }

    @Test("A symbolic link in the place of a log is refused with its target, and nothing is made there") func link()
        throws
    {
        let recording = Recording()
        _ = try recording.open()
        let link = recording.folder.file("link")
        for target in [recording.path, recording.folder.file("missing")] {
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
            let error = #expect(throws: TrackError.self) { _ = try TrackRecorder(path: link) }
            #expect(error?.code == .system)
            #expect(error?.message.contains("is a symbolic link to \(target), ") == true)
            try FileManager.default.removeItem(atPath: link)
        }
        #expect(!FileManager.default.fileExists(atPath: recording.folder.file("missing")))
    }

    @Test("A second recorder is refused by name of the file, also through a linked folder") func second() throws {
        let recording = Recording()
        let recorder = try recording.open()
        let link = recording.folder.file("folder")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: recording.folder.path)
        for path in [recording.path, link + "/walk.track"] {
            let error = #expect(throws: TrackError.self) { _ = try TrackRecorder(path: path) }
            #expect(error?.code == .inUse)
            #expect(error?.message.contains("walk.track is being recorded") == true)
        }
        try recorder.finishAndWait()
        _ = try TrackRecorder(path: link + "/walk.track")
    }

    @Test("Another process that records keeps the file until it is killed") func process() async throws {
        let recording = Recording()
        let holder = try RecorderProgram.start("hold", recording.path)
        _ = try await holder.log.first(seconds: 60) { if case .line("held") = $0 { true } else { nil } }
        #expect(throws: TrackError.self) { _ = try recording.open() }
        #expect(try recording.log.information().pointCount == 1)
        holder.signal(SIGKILL)
        _ = try await holder.end()
        #expect(try recording.open().snapshot.pointCount == 1)
    }

    @Test("A file that is not a track log is rejected and left unchanged") func foreign() throws {
        let recording = Recording()
        let path = recording.path
        func refusal(_ bytes: Data) throws -> TrackError? {
            try bytes.write(to: URL(filePath: path))
            let error = #expect(throws: TrackError.self) { _ = try recording.open() }
            #expect(throws: TrackError.self) { _ = try recording.log }
            #expect(FileManager.default.contents(atPath: path) == bytes)
            #expect(error?.message.contains(path) == true)
            return error
        }
        #expect(try refusal(Data("hello".utf8))?.code == .notATrackLog)
        #expect(try refusal(Data(repeating: 7, count: 5000))?.code == .notATrackLog)
        let other = recording.folder.file("other")
        do {
            let database = try Database(other, .create)
            try database.execute("CREATE TABLE point (id INTEGER PRIMARY KEY)")
        }
        #expect(try refusal(Data(contentsOf: URL(filePath: other)))?.code == .notATrackLog)
        do {
            let newer = Recording()
            try newer.open().finishAndWait()
            try Database(newer.path, .readWrite).execute("PRAGMA user_version=2")
            #expect(try refusal(Data(contentsOf: URL(filePath: newer.path)))?.code == .newerVersion)
        }
        // Nothing at all is a beginning.
        try Data().write(to: URL(filePath: path))
        try recording.open().finishAndWait()
        #expect(try recording.log.information().pointCount == 0)
        #expect(throws: TrackError.self) { try TrackRecorder(path: recording.folder.path) }
        let missing = #expect(throws: TrackError.self) { try TrackLog(path: recording.folder.file("none")) }
        #expect(missing?.code == .missing)
    }
}
