import Foundation
import TestSupport
import Testing

@Suite("The command line of locate", .enabled(if: LocateProgram.path != nil, "locate is not built"))
struct CommandLineTests {
    @Test(
        "A word where a command should be gets the hint that helps",
        arguments: [
            (["35.68", "139.7"], "\"35.68\" is not a command; did you mean: locate reverse 35.68 139.7"),
            (["Paris"], "\"Paris\" is not a command; did you mean: locate search Paris"),
            (["geotag"], "\"geotag\" is not a command; did you mean: locate photos geotag"),
            (["--json", "35.68", "139.7"], "\"35.68\" is not a command; did you mean: locate reverse 35.68 139.7"),
        ])
    func hints(words: [String], message: String) async throws {
        let end = try await LocateProgram.start(words).end()
        #expect(end.status == 64 && end.output.isEmpty)
        #expect(end.errors == "locate: \(message)\n")
    }

    @Test("Short options do what the long ones do")
    func shortOptions() async throws {
        #expect(try await LocateProgram.run("-V").output == LocateProgram.run("--version").output)
        let long = try await LocateProgram.run("search", "Paris", "--limit", "2", "--format", "csv")
        #expect(long.status == 0 && long.lines.count == 3)
        #expect(try await LocateProgram.run("search", "Paris", "-n2", "-f", "csv").output == long.output)
        let quiet = try await LocateProgram.run("reverse", "-qf", "json", "0", "-30")
        #expect(quiet.status == 0 && quiet.errors.isEmpty && quiet.output.hasPrefix("{"))
        #expect(try await LocateProgram.run("reverse", "-j", "0", "-30").errors.contains("did you mean --json?"))
    }

    /// `$0` is the tool; where no other file system may be mounted, nothing is run.
    private func withoutProc(_ arguments: [String]) async throws -> ChildProcess.End {
        let path = try #require(LocateProgram.path)
        let line = #"mount -t tmpfs none /proc || exit 99; exec "$0" "$@""#
        let environment = [
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", "XDG_CONFIG_HOME": "/nonexistent",
        ]
        return try await ChildProcess(
            ["/usr/bin/unshare", "-m", "/bin/sh", "-c", line, path] + arguments, environment: environment
        ).end(seconds: 60)
    }

    @Test(
        "Arguments reach it where /proc is not mounted", .enabled(if: Rights.canMount, "\(Rights.mountAbsence)")
    )
    func withoutProc() async throws {
        let end = try await withoutProc(["reverse", "48.86", "2.35", "--language", "en"])
        #expect(end.status == 0, "\(end.errors)")
        #expect(end.output.contains("Paris"))
        let folder = TemporaryFolder()
        try #"{"lat":48.86,"lon":2.35}"#.write(toFile: folder.file("x"), atomically: true, encoding: .utf8)
        let walk = Fixtures.package.appending(path: "Data/samples/sumida-walk.nmea").path
        let spooled = try await ChildProcess(
            [
                "/usr/bin/unshare", "-m", "/bin/sh", "-c",
                #"mount -t tmpfs none /proc; TMPDIR=$2; export TMPDIR; exec "$0" --replay - --speed 0 --no-address --json < "$1""#,
                try #require(LocateProgram.path), walk, folder.path,
            ], environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "XDG_CONFIG_HOME": "/nonexistent"]
        ).end(seconds: 60)
        #expect(spooled.status == 0, "\(spooled.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["x"])
    }

    @Test(
        "An argument that is not valid UTF-8 is named, with and without /proc",
        arguments: Rights.canMount ? [false, true] : [false])
    func notUTF8(hidesProc: Bool) async throws {
        let path = try #require(LocateProgram.path)
        let hide = hidesProc ? "mount -t tmpfs none /proc; " : ""
        let line = hide + #"exec "$0" photos list "$(printf 'a\377b')" "$(printf '\303\251')""#
        let end = try await ChildProcess(
            (hidesProc ? ["/usr/bin/unshare", "-m"] : []) + ["/bin/sh", "-c", line, path],
            environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
        ).end(seconds: 60)
        #expect(end.status == 64)
        #expect(end.errors.hasPrefix("locate: argument 3 is not valid UTF-8"), "\(end.errors)")
    }
}
