import Foundation
import Glibc
import Testing

@testable import LKPositioning

@Suite struct SessionRecordingTests {
    private let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")

    private func record(_ lines: [String], _ recording: SessionRecording) {
        for line in lines { Array(line.utf8).withUnsafeBufferPointer { recording.record($0) } }
    }

    @Test("Keeps each line, and hands it over when a burst ends")
    func lines() throws {
        defer { try? FileManager.default.removeItem(at: file) }
        let recording = try SessionRecording(path: file.path)
        record(["one", "two"], recording)
        recording.flush()
        #expect(try String(contentsOf: file, encoding: .utf8) == "one\ntwo\n")
        record(["three"], recording)
        recording.finish()
        record(["too late"], recording)
        recording.finish()
        #expect(try String(contentsOf: file, encoding: .utf8) == "one\ntwo\nthree\n")
        #expect(recording.failure == nil)
    }

    @Test("Never writes over a file that holds anything, and leaves none behind that holds nothing")
    func precious() throws {
        try Data("the only copy\n".utf8).write(to: file)
        #expect(throws: PositioningError.self) { try SessionRecording(path: file.path) }
        #expect(try String(contentsOf: file, encoding: .utf8) == "the only copy\n")
        try FileManager.default.removeItem(at: file)
        try SessionRecording(path: file.path).finish()
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test("Only the user has access to a new recording, and an empty file keeps its permissions")
    func permissions() throws {
        defer { try? FileManager.default.removeItem(at: file) }
        var status = stat()
        let recording = try SessionRecording(path: file.path)
        #expect(stat(file.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        recording.finish()
        try Data().write(to: file)
        chmod(file.path, 0o640)
        record(["x"], try SessionRecording(path: file.path))
        #expect(stat(file.path, &status) == 0 && status.st_mode & 0o777 == 0o640)
    }

    @Test("A recording is for the user alone, and is not written through a symbolic link")
    func link() throws {
        let target = file.path + ".target"
        defer { for path in [file.path, target] { unlink(path) } }
        symlink(target, file.path)
        let error = #expect(throws: PositioningError.self) { try SessionRecording(path: file.path) }
        #expect(error?.message.contains("is a symbolic link to \(target), ") == true)
        #expect(access(target, F_OK) != 0)
        unlink(file.path)
        let recording = try SessionRecording(path: file.path)
        record(["one"], recording)
        recording.finish()
        var status = stat()
        #expect(stat(file.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test("A full disk is kept as the failure")
    func fullDisk() throws {
        let recording = try SessionRecording(path: "/dev/full")
        record(["x"], recording)
        recording.flush()
        #expect(recording.failure?.errno == ENOSPC)
        recording.finish()
    }
}
