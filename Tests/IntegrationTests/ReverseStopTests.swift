import Foundation
import Glibc
import TestSupport
import Testing

@Suite("locate reverse at a signal", .enabled(if: LocateProgram.path != nil, "locate is not built"))
struct ReverseStopTests {
    @Test("Answers the lines that have come, and ends with the signal's status", arguments: [SIGINT, SIGTERM, SIGHUP])
    func waiting(signal: Int32) async throws {
        let folder = TemporaryFolder()
        let pipe = folder.file("points.csv")
        try #require(mkfifo(pipe, 0o600) == 0)
        // Opened for both, so that neither side waits for the other.
        let descriptor = open(pipe, O_RDWR | O_CLOEXEC)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        let program = try LocateProgram.start("reverse", "--input", pipe, "--language", "en", "--format", "ndjson")
        // The last line has no end yet: nobody knows what will become of it.
        let text = Array("lat,lon\n35.68,139.77\nx,1\n48.85,2.35\n51.5,-0.1".utf8)
        #expect(write(descriptor, text, text.count) == text.count)
        let _: Bool = try await program.log.first {
            if case .line(let line) = $0, line.contains("\"Paris") { true } else { nil }
        }
        program.signal(signal)
        let end = try await program.end()
        #expect(end.status == 128 + signal)
        #expect(end.lines.count == 3)
        #expect(end.lines.last?.contains("\"Paris") == true)
        #expect(end.errors == "locate: reverse: \(pipe):3: latitude \"x\" is not a number\n")
    }

    @Test("Ends endless input with whole lines, and closes GeoJSON", arguments: [SIGINT, SIGTERM])
    func endless(signal: Int32) async throws {
        let path = try #require(LocateProgram.path)
        let folder = TemporaryFolder()
        let pipe = folder.file("points.csv")
        try #require(mkfifo(pipe, 0o600) == 0)
        for format in ["csv", "geojson"] {
            // The shell becomes the tool, which is the one to get the signal.
            let line = #"yes 35.68,139.77 > "$1" & exec "$0" reverse --input "$1" --format \#(format) > "$2""#
            let output = folder.file("out.\(format)")
            let program = try ChildProcess(
                ["/bin/sh", "-c", line, path, pipe, output], environment: ["XDG_CONFIG_HOME": "/nonexistent"])
            let hasBegun = try await eventually {
                (try? Data(contentsOf: URL(filePath: output)).count > 1 << 18) == true
            }
            #expect(hasBegun)
            program.signal(signal)
            #expect(try await program.end().status == 128 + signal)
            let text = try String(contentsOfFile: output, encoding: .utf8)
            #expect(text.hasSuffix(format == "csv" ? "\n" : "}}]}\n"))
            let rows = text.split(separator: "\n")
            if format == "csv" { #expect(Set(rows.dropFirst()).count == 1) } else { #expect(rows.count == 1) }
        }
    }
}
