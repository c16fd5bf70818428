import Foundation
import Glibc
import TestSupport
import Testing

/// Input that does not come: a named pipe into which nothing is written.
@Suite("Blocked input", .enabled(if: LocateProgram.path != nil, "locate is not built"))
struct BlockedInputTests {
    private let folder = TemporaryFolder()

    /// Whether a thread of the program waits for the pipe's other end, or its main thread for data.
    private func isWaiting(_ program: ChildProcess) -> Bool {
        let process = "/proc/\(program.id)"
        // Before, it is the program that starts it.
        guard text("\(process)/comm") == "locate\n" else { return false }
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "\(process)/task")) ?? []
        return text("\(process)/wchan").contains("poll")
            || threads.contains { text("\(process)/task/\($0)/wchan") == "wait_for_partner" }
    }

    private func text(_ path: String) -> String {
        (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }

    @Test(
        "A signal ends every command that waits for a pipe",
        arguments: [
            ["reverse", "--input", "PIPE.csv"], ["reverse", "--input", "PIPE.gpx", "--input-format", "gpx"],
            ["search", "--input", "PIPE.txt"], ["format", "--input", "PIPE.ndjson"], ["track", "info", "PIPE.gpx"],
            ["track", "export", "PIPE.nmea", "--format", "gpx"],
            ["photos", "geotag", "FOLDER", "--track", "PIPE.gpx"],
        ])
    func signals(words: [String]) async throws {
        let arguments = words.map { word in
            word == "FOLDER" ? folder.path : word.hasPrefix("PIPE") ? folder.file(word) : word
        }
        for (word, path) in zip(words, arguments) where word.hasPrefix("PIPE") {
            try #require(mkfifo(path, 0o600) == 0)
        }
        let program = try LocateProgram.start(arguments)
        #expect(try await eventually { isWaiting(program) })
        program.signal(SIGTERM)
        let end = try await program.end()
        #expect((end.status ?? 128 + (end.signal ?? 0)) == 128 + SIGTERM, "\(end.errors)")
    }
}
