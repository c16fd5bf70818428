import Foundation
import Glibc
import TestSupport
import Testing

@Suite("outputs of programs that are killed", .enabled(if: LocateProgram.path != nil, "locate is not built"))
struct KilledOutputTests {
    private let folder = TemporaryFolder()

    /// A track that takes some time to convert.
    private func track() throws -> String {
        var text = "kind,latitude,longitude,time\n"
        for second in 0..<40_000 {
            text += "track,46.\(10_000 + second),7.\(20_000 + second),\(1_700_000_000 + second)\n"
        }
        try folder.write("long.csv", Data(text.utf8))
        return folder.file("long.csv")
    }

    /// Waits until a program has a file of the folder open that it writes: the new one, which may have no name.
    ///
    /// - Returns: `false` if the program ended first.
    private func awaitWriting(_ program: ChildProcess, besides input: String) -> Bool {
        while program.id != 0 {
            let descriptors = "/proc/\(program.id)/fd"
            for name in (try? FileManager.default.contentsOfDirectory(atPath: descriptors)) ?? [] {
                guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\(name)")
                else { continue }
                if path.hasPrefix(folder.path + "/"), path != input { return true }
            }
            sched_yield()
        }
        return false
    }

    @Test("A run that is killed while it writes leaves the old file, and the same command then replaces it")
    func killed() async throws {
        let (input, output) = (try track(), folder.file("out.gpx"))
        let old = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gpx version=\"1.1\" creator=\"LocationKit\"/>"
        try folder.write("out.gpx", Data(old.utf8))
        let program = try LocateProgram.start("track", "export", input, "-o", output)
        #expect(awaitWriting(program, besides: input))
        program.signal(SIGKILL)
        #expect(try await program.end().signal == SIGKILL)
        #expect(FileManager.default.contents(atPath: output) == Data(old.utf8))
        #expect(try await LocateProgram.run("track", "export", input, "-o", output).status == 0)
        let text = try String(contentsOfFile: output, encoding: .utf8)
        #expect(text.hasSuffix("</gpx>\n") && text.count > 1_000_000)
    }

    @Test(
        "A full disk keeps the earlier file, with nothing beside it, and the message says so",
        .enabled(if: Rights.canMount, "\(Rights.mountAbsence)"))
    func fullDisk() async throws {
        let disk = folder.file("disk")
        mkdir(disk, 0o700)
        let mounted = try await ChildProcess(["/usr/bin/mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", disk]).end()
        try #require(mounted.status == 0, "\(mounted.errors)")
        defer { umount2(disk, 2) }
        let small = folder.file("small.csv")
        try folder.write("small.csv", Data("kind,latitude,longitude\ntrack,46,7\n".utf8))
        #expect(try await LocateProgram.run("track", "export", small, "-o", disk + "/out.gpx").status == 0)
        let before = FileManager.default.contents(atPath: disk + "/out.gpx")
        let end = try await LocateProgram.run("track", "export", try track(), "-o", disk + "/out.gpx")
        #expect(end.status == 74 && end.errors.contains("No space left on device"), "\(end)")
        #expect(FileManager.default.contents(atPath: disk + "/out.gpx") == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk) == ["out.gpx"])
    }

    @Test("/dev/stdout is standard output, also where that is a socket or a file that is appended to")
    func standardOutput() async throws {
        let small = folder.file("small.csv")
        try folder.write("small.csv", Data("kind,latitude,longitude\ntrack,46,7\n".utf8))
        let printed = try await LocateProgram.run("track", "export", small, "--format", "csv")
        let named = try await LocateProgram.run("track", "export", small, "--format", "csv", "-o", "/dev/stdout")
        #expect(named.status == 0 && named.output == printed.output && !printed.output.isEmpty)
        let program = try #require(LocateProgram.path)
        let appended = try await ChildProcess(
            [
                "/bin/sh", "-c", #"echo first > "$2"; "$0" track export "$1" -o /dev/stdout --format csv >> "$2""#,
                program, small,
                folder.file("log"),
            ]
        ).end()
        #expect(appended.status == 0)
        #expect(try String(contentsOfFile: folder.file("log"), encoding: .utf8) == "first\n" + printed.output)
    }
}
