import Foundation
import Glibc
import LKGeo
import TestSupport
import Testing

@testable import LKTracks

@Suite("TrackRecorder: a file that cannot be written") struct FailingRecordingTests {
    @Test("A medium that goes away and comes back loses nothing") func medium() async throws {
        let recording = Recording()
        let (away, medium) = (recording.folder.file("away"), recording.folder.file("medium"))
        let path = "\(medium)/walk.track"
        let recorder = try TrackRecorder(path: path, configuration: recording.configuration, clock: recording.clock)
        recorder.append(Samples.fix(0))
        try await recorder.flush()
        let events = recorder.events
        try #require(rename(medium, away) == 0)
        for second in 1...50 { recorder.append(Samples.fix(Double(second), metres: Double(second))) }
        let error = await #expect(throws: TrackError.self) { try await recorder.flush() }
        #expect(error?.code == .removed && error?.message.contains(path) == true)
        #expect(recorder.snapshot.status == .failing && recorder.snapshot.pendingCount == 50)
        try #require(rename(away, medium) == 0)
        recording.clock.advance(by: .seconds(1))
        var texts: [String] = []
        for await event in events {
            switch event {
            case .failed: texts.append("failed")
            case .recorded(let count): texts.append("\(count)")
            case .stateChanged(let state): texts.append("state \(state.status)")
            default: texts.append("\(event)")
            }
            if texts.count == 6 { break }
        }
        #expect(texts == ["state recording", "failed", "state failing", "51", "recovered", "state recording"])
        #expect(recorder.snapshot.status == .recording && recorder.snapshot.error == nil)
        try await recorder.finish()
        #expect(try TrackLog(path: path).information().pointCount == 51)
    }

    @Test("A removed file is written again, with all that was in it") func removed() async throws {
        let recording = Recording()
        let recorder = try recording.open()
        for second in 0..<2000 { recorder.append(Samples.fix(Double(second), metres: Double(second))) }
        try await recorder.flush()
        for name in recording.folder.names where name != ".walk.track.lock" { unlink(recording.folder.file(name)) }
        recorder.append(Samples.fix(2000, metres: 2000))
        try await recorder.flush()
        #expect(try recording.log.information().pointCount == 2001)
        recorder.append(Samples.fix(2001, metres: 2001))
        try await recorder.finish()
        #expect(try recording.log.track().count == 2002)
        #expect(recording.folder.names == [".walk.track.lock", "walk.track"])
    }

    @Test("Without the write-ahead log that somebody removed, nothing depends on this process any more")
    func logRemoved()
        async throws
    {
        let recording = Recording()
        let recorder = try recording.open()
        for second in 0..<200 { recorder.append(Samples.fix(Double(second), metres: Double(second))) }
        try await recorder.flush()
        try #require(unlink(recording.path + "-wal") == 0)
        recorder.append(Samples.fix(200, metres: 200))
        try await recorder.flush()
        // As after a kill: what the names lead to, without the recorder.
        let copy = recording.folder.file("copy.track")
        try FileManager.default.copyItem(atPath: recording.path, toPath: copy)
        try FileManager.default.copyItem(atPath: recording.path + "-wal", toPath: copy + "-wal")
        #expect(try TrackLog(path: copy).information().pointCount == 201)
        try await recorder.finish()
        #expect(try recording.log.track().count == 201)
    }

    @Test("A truncated log is reported as truncated, never as complete", arguments: [0, 4096]) func cutOff(
        bytes: Int
    ) async throws {
        let recording = Recording()
        var recorder = try recording.open()
        for second in 0..<3000 { recorder.append(Samples.fix(Double(second), metres: Double(second))) }
        try await recorder.finish()
        recorder = try recording.openWhenFree()
        recorder.append(Samples.fix(3000, metres: 3000))
        try await recorder.flush()
        try #require(truncate(recording.path, off_t(bytes)) == 0)
        recorder.append(Samples.fix(3001, metres: 3001))
        let error = await #expect(throws: TrackError.self) { try await recorder.finish() }
        #expect(error?.code == .damaged && error?.message.contains(recording.path) == true)
    }

    @Test("A file of several names is refused, since each would have a lock of its own") func hardLink() async throws {
        let recording = Recording()
        let recorder = try recording.open()
        recorder.append(Samples.fix(0))
        try await recorder.flush()
        let other = recording.folder.file("other.track")
        try #require(link(recording.path, other) == 0)
        let error = #expect(throws: TrackError.self) {
            _ = try TrackRecorder(path: other, configuration: recording.configuration, clock: recording.clock)
        }
        #expect(error?.code == .inUse && error?.message.contains("2 hard links") == true)
        unlink(other)
        try await recorder.finish()
        #expect(try recording.segments() == ["start 0"])
    }

    @Test(
        "A log behind the link of another user is not made",
        .enabled(if: geteuid() == 0, "only root can make links of other users"))
    func plantedLink() throws {
        let recording = Recording()
        let link = recording.folder.file("link")
        try #require(mkdir(recording.folder.file("private"), 0o700) == 0 && symlink("private", link) == 0)
        try #require(lchown(link, 2001, 2001) == 0)
        let error = #expect(throws: TrackError.self) {
            _ = try TrackRecorder(
                path: link + "/walk.tracklog", configuration: recording.configuration, clock: recording.clock)
        }
        #expect(
            error?.message.contains("is a symbolic link of another user (uid 2001)") == true,
            "\(String(describing: error))")
        #expect(try FileManager.default.contentsOfDirectory(atPath: recording.folder.file("private")).isEmpty)
    }

    @Test(
        "Nothing is recorded into a file of another user, nor beside one",
        .enabled(if: geteuid() == 0, "only root can make files of other users"), arguments: ["", "-wal", "-journal"])
    func planted(suffix: String) throws {
        let recording = Recording()
        try Data().write(to: URL(filePath: recording.path + suffix))
        try #require(chmod(recording.path + suffix, 0o666) == 0 && chown(recording.path + suffix, 2001, 2001) == 0)
        let error = #expect(throws: TrackError.self) {
            _ = try TrackRecorder(
                path: recording.path, configuration: recording.configuration, clock: recording.clock)
        }
        #expect(error?.message.contains("belongs to another user (uid 2001)") == true)
        #expect(FileManager.default.contents(atPath: recording.path + suffix)?.isEmpty == true)
    }

    @Test("Another file in its place is left alone, and the log is written when that is gone") func replaced()
        async throws
    {
        let recording = Recording()
        let recorder = try recording.open()
        recorder.append(Samples.fix(0))
        try await recorder.flush()
        let away = recording.folder.file("away")
        try #require(rename(recording.path, away) == 0)
        try Data("mine".utf8).write(to: URL(filePath: recording.path))
        recorder.append(Samples.fix(1, metres: 1))
        let error = await #expect(throws: TrackError.self) { try await recorder.finish() }
        #expect(error?.code == .removed)
        #expect(FileManager.default.contents(atPath: recording.path) == Data("mine".utf8))
        // The end that failed was none.
        recorder.append(Samples.fix(2, metres: 2))
        try #require(rename(away, recording.path) == 0)
        try await recorder.finish()
        #expect(try recording.segments() == ["start 0 1 2"])
    }

    @Test("Beyond the bound every other fix is given up, so that the way stays complete") func thinning() async throws {
        var recording = Recording()
        recording.configuration.maximumPendingItems = 100
        let (away, medium) = (recording.folder.file("away"), recording.folder.file("medium"))
        let path = "\(medium)/walk.track"
        let recorder = try TrackRecorder(path: path, configuration: recording.configuration, clock: recording.clock)
        recorder.append(Samples.fix(0))
        try await recorder.flush()
        try #require(rename(medium, away) == 0)
        for second in 1..<1000 {
            recorder.append(Samples.fix(Double(second), metres: Double(second)))
            if second % 100 == 0 { recorder.mark(name: "\(second)") }
        }
        await #expect(throws: TrackError.self) { try await recorder.flush() }
        let failing = recorder.snapshot
        #expect(failing.pendingCount <= 100)
        try #require(rename(away, medium) == 0)
        try await recorder.finish()
        let track = try TrackLog(path: path).track()
        let given = try TrackLog(path: path).information().suppressed[.notWritten] ?? 0
        #expect(track.count + given == 1000)
        #expect(track.waypoints.count == 9)
        let times = track.locations.compactMap(\.timestamp)
        #expect(times.last == Samples.start.addingTimeInterval(999))
        #expect(zip(times, times.dropFirst()).allSatisfy { $1.timeIntervalSince($0) <= 64 && $1 > $0 })
        #expect(abs(recorder.snapshot.distance - 999) < 0.1)
    }

    @Test("Where files may not grow the recording waits, and goes on when they may") func limited() async throws {
        let recording = Recording()
        let end = try await RecorderProgram.start("limited", recording.path).end(seconds: 120)
        #expect(end.status == 0, "\(end.errors)")
        let lines = end.output.split(separator: "\n").map { $0.split(separator: " ") }
        try #require(lines.count == 3, "\(end.output)")
        let text = end.output
        #expect(lines[0].starts(with: ["failed", "failing"]) && text.contains("walk.track") && text.contains("; "))
        let (atFailure, tried) = (try #require(Int(lines[0][2])), try #require(Int(lines[0][3])))
        #expect(tried == atFailure + 1)
        let (pending, thinned) = (try #require(Int(lines[1][1])), try #require(Int(lines[1][2])))
        #expect(pending <= 100 && thinned > 800)
        let (points, made, given) = (Int(lines[2][2]) ?? 0, Int(lines[2][3]) ?? 0, Int(lines[2][4]) ?? 0)
        #expect(lines[2][1] == "finished" && points + given == made)
        let altitudes = try recording.log.track().locations.compactMap(\.altitude)
        #expect(altitudes.prefix(atFailure).elementsEqual((1...atFailure).map { Double($0) }))
        #expect(altitudes.count == points && altitudes.last == Double(made))
    }

    @Test(
        "A full disk is said, waited for, and loses nothing",
        .enabled(if: Rights.canMount, "\(Rights.mountAbsence)"))
    func full() async throws {
        let recording = Recording()
        let disk = recording.folder.file("disk")
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
        try #require(mount("tmpfs", disk, "tmpfs", 0, "size=2m") == 0)
        // MNT_DETACH: also when something is still open.
        defer { umount2(disk, 2) }
        let path = "\(disk)/walk.track"
        let recorder = try TrackRecorder(path: path, configuration: recording.configuration, clock: recording.clock)
        recorder.append(Samples.fix(0))
        try await recorder.flush()
        // All the room there is.
        let filler = FileManager.default.createFile(atPath: "\(disk)/filler", contents: nil)
        try #require(filler)
        let file = open("\(disk)/filler", O_WRONLY)
        let zeros = [UInt8](repeating: 0, count: 4096)
        while write(file, zeros, 4096) > 0 {}
        close(file)
        var second = 0
        while recorder.snapshot.error == nil, second < 100_000 {
            second += 1
            recorder.append(Samples.fix(Double(second), metres: Double(second)))
            try? await recorder.flush()
        }
        let error = try #require(recorder.snapshot.error)
        #expect(
            error.code == .system && error.message.contains(path) && error.message.contains("make room"), "\(error)")
        #expect(try TrackLog(path: path).information().pointCount == second)
        unlink("\(disk)/filler")
        try await recorder.flush()
        #expect(recorder.snapshot.status == .recording)
        try await recorder.finish()
        #expect(try TrackLog(path: path).track().count == second + 1)
    }

    @Test("A folder that cannot be written to is named") func readOnly() throws {
        let error = #expect(throws: TrackError.self) { _ = try TrackRecorder(path: "/proc/walk.track") }
        #expect(error?.code == .system && error?.message.contains("/proc") == true)
    }
}
