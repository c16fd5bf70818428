import Foundation
import Glibc
import TestSupport
import Testing

@Suite("locate reverse in a pipeline", .serialized)
struct ReversePipeTests {
    /// Runs a line of shell in which `$0` is the tool and `$1` a file.
    private func shell(_ line: String, _ file: String) async throws -> ChildProcess.End {
        guard let path = LocateProgram.path else { throw ChildProcess.Failure(description: "locate is not built") }
        return try await ChildProcess(["/bin/sh", "-c", line, path, file], environment: ["LC_ALL": "C.UTF-8"]).end()
    }

    @Test(
        "Ends quietly, as filters do, when the reader goes away, though there is always more to read",
        .timeLimit(.minutes(10)), arguments: ["csv", "ndjson", "geojson"])
    func closedPipe(format: String) async throws {
        let folder = TemporaryFolder()
        let pipe = folder.file("points.csv")
        try #require(mkfifo(pipe, 0o600) == 0)
        let end = try await shell(
            #"yes 35.68,139.77 > "$1" & { "$0" reverse --format \#(format) --input "$1"; echo $? >&2; } | head -c 1"#,
            pipe)
        #expect(end.output.utf8.count == 1)
        #expect(end.errors == "141\n")
    }

    @Test("Answers what has come before more comes, from CSV, lines and GeoJSON")
    func conversation() async throws {
        let inputs = [
            ("csv", "35,139"), ("ndjson", #"{"lat":35,"lon":139}"#),
            ("geojson", #"{"type":"Point","coordinates":[139,35]}"#),
        ]
        for (format, line) in inputs {
            let folder = TemporaryFolder()
            for pipe in ["in", "out"] { try #require(mkfifo(folder.file(pipe), 0o600) == 0) }
            // The second line is sent only when the answer to the first is there.
            let end = try await shell(
                #"""
                "$0" reverse --format text --language en --input-format \#(format) --input - <"$1/in" >"$1/out" &
                exec 3>"$1/in" 4<"$1/out"
                for turn in 1 2; do echo '\#(line)' >&3; read -r answer <&4; echo "$answer"; done
                exec 3>&-; wait $!; echo $?
                """#, folder.path)
            #expect(end.lines.count == 3)
            #expect(end.lines.first?.isEmpty == false)
            #expect(end.lines.first == end.lines.dropFirst().first)
            #expect(end.lines.last == "0", "\(end.errors)")
        }
    }
}
