import Foundation
import Glibc
import TestSupport
import Testing

@Suite("locate --record at a signal", .enabled(if: LocateProgram.path != nil, "locate is not built"))
struct StoppedRecordingTests {
    /// Waits for the first location.
    private func firstLine(of program: ChildProcess) async throws {
        let _: Bool = try await program.log.first { if case .line = $0 { true } else { nil } }
    }

    @Test("The file holds whole lines up to the last location shown", arguments: [SIGTERM, SIGINT, SIGHUP])
    func complete(signal: Int32) async throws {
        let sample = try SampleRecording(epochs: 3000)
        let record = sample.sibling("session.nmea")
        let program = try LocateProgram.start([
            "--replay", sample.path, "--speed", "20", "--watch", "--json", "--no-address", "--record", record,
        ])
        try await firstLine(of: program)
        program.signal(signal)
        let end = try await program.end()
        #expect(end.status == 128 + signal)
        let original = try Data(contentsOf: URL(filePath: sample.path))
        let recorded = try Data(contentsOf: URL(filePath: record))
        #expect(recorded.last == UInt8(ascii: "\n"))
        #expect(recorded.count < original.count)
        let lines = String(decoding: recorded, as: UTF8.self).split(whereSeparator: \.isNewline)
        let expected = String(decoding: original, as: UTF8.self).split(whereSeparator: \.isNewline)
        #expect(lines == Array(expected.prefix(lines.count)))
        let shown = try end.last()
        let replayed = try await LocateProgram.run(
            "--replay", record, "--speed", "0", "--watch", "--json", "--no-address")
        #expect(try replayed.lines.contains { try PrintedLocation(line: $0).timestamp == shown.timestamp })
    }

    @Test(
        "A reader that does not read delays the end for seconds only, and the file is whole", .timeLimit(.minutes(10)))
    func stuckOutput() async throws {
        let sample = try SampleRecording(epochs: 3000)
        let record = sample.sibling("session.nmea")
        let pipe = sample.sibling("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        // Opened for both, so that there is somebody who could read, and never does.
        let descriptor = open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        defer { close(descriptor) }
        let path = try #require(LocateProgram.path)
        let program = try ChildProcess(
            [
                "/bin/sh", "-c", #"exec "$0" "$@" > "$PIPE""#, path, "--replay", sample.path, "--speed", "0", "--watch",
                "--json", "--no-address", "--record", record,
            ], environment: ["PIPE": pipe])
        // The pipe is full as soon as nothing fits in any more.
        let isFull = try await eventually {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            return poll(&waiting, 1, 0) == 0
        }
        #expect(isFull)
        program.signal(SIGTERM)
        #expect(try await program.end().status == 143)
        let recorded = try Data(contentsOf: URL(filePath: record))
        let original = try Data(contentsOf: URL(filePath: sample.path))
        #expect(recorded.last == UInt8(ascii: "\n"))
        let lines = String(decoding: recorded, as: UTF8.self).split(whereSeparator: \.isNewline)
        let expected = String(decoding: original, as: UTF8.self).split(whereSeparator: \.isNewline)
        #expect(lines == Array(expected.prefix(lines.count)))
    }
}
