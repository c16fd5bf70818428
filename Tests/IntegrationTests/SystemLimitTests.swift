import Foundation
import TestSupport
import Testing

/// Work with photos within limits of the system: either it is done, or one sentence says what to raise.
@Suite("Limits of the system", .serialized, .enabled(if: LocateProgram.path != nil, "locate is not built"))
struct SystemLimitTests {
    private let folder = TemporaryFolder()
    private let cache = TemporaryFolder()

    /// Runs it from a shell that opens what `opening` says, and has no other descriptors than its own three.
    private func run(
        _ limit: String, _ arguments: String, opening: String = ":"
    ) async throws -> ChildProcess.End {
        let path = try #require(LocateProgram.path)
        // Descriptors of tests that run at the same time are not the program's.
        let closing = "for f in /proc/$$/fd/*; do f=${f##*/}; ((f > 2 && f != 255)) && eval \"exec $f>&-\"; done"
        let command = "\(closing); \(opening); ulimit \(limit); exec '\(path)' photos \(arguments) '\(folder.path)'"
        return try await ChildProcess(
            ["/bin/bash", "-c", command],
            environment: ["LC_ALL": "C.UTF-8", "XDG_CONFIG_HOME": "/nonexistent", "XDG_CACHE_HOME": cache.path]
        ).end(seconds: 120)
    }

    @Test("As many folders as there are get their names with few descriptors")
    func folders() async throws {
        let count = 64
        var facts = TestPhotos.Facts(date: "2014:05:24 10:00:00")
        (facts.north, facts.east) = ((35, 40, 5244), (139, 45, 5445))
        let photo = try TestPhotos.jpeg(60, 40, facts)
        let names = (0..<count + 20).map { folder.file("f\($0)") }
        for name in names {
            try FileManager.default.createDirectory(atPath: name, withIntermediateDirectories: true)
            try photo.write(to: URL(filePath: name + "/a.jpg"))
        }
        let end = try await run("-n \(count)", "tag")
        #expect(end.status == 0 && end.lines.count { $0.hasPrefix("written") } == names.count, "\(end.errors)")
        let undo = try await run("-n \(count)", "undo")
        #expect(undo.status == 0, "\(undo.errors)")
        for name in names { #expect(try Data(contentsOf: URL(filePath: name + "/a.jpg")) == photo) }
    }

    @Test(
        "Too low a limit is one sentence and a status",
        arguments: [
            ("-v 150000", "list"), ("-v 200000", "tag"), ("-v 350000", "strip"), ("-v 400000", "undo"),
            ("-v 600000", "watch"), ("-n 16", "list"), ("-n 24", "tag"),
        ])
    func tooLow(limit: String, command: String) async throws {
        let end = try await run(limit, command)
        #expect(end.status == 74 && end.lines.isEmpty)
        let lines = end.errors.split(separator: "\n")
        #expect(lines.count == 1 && lines[0].hasPrefix("locate: photos \(command): the limit of "))
        #expect(lines[0].contains("raise it: ulimit \(limit.prefix(2)) "))
    }

    @Test("Descriptors that were open already are counted, and said")
    func inherited() async throws {
        let end = try await run(
            "-n 64", "list", opening: "for ((f = 10; f < 50; f++)); do eval \"exec $f</dev/null\"; done")
        #expect(end.status == 74 && end.lines.isEmpty)
        #expect(
            end.errors.hasPrefix(
                "locate: photos list: the limit of open files, 64, of which 43 were open already, is "),
            "\(end.errors)")
    }
}
