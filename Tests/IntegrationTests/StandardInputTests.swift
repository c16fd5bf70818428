import Foundation
import LocationKit
import LocationKitPhotos
import TestSupport
import Testing

@Suite("locate with standard input", .enabled(if: LocateProgram.path != nil, "locate is not built"))
struct StandardInputTests {
    private let folder = TemporaryFolder()
    private var walk: String { Fixtures.package.appending(path: "Data/samples/sumida-walk.nmea").path }

    /// Runs a line of shell in which `$0` is the tool and `$1` a folder.
    private func shell(_ line: String) async throws -> ChildProcess.End {
        let path = try #require(LocateProgram.path)
        return try await ChildProcess(
            ["/bin/sh", "-c", line, path, folder.path],
            environment: ["LC_ALL": "C.UTF-8", "XDG_CONFIG_HOME": "/nonexistent", "TMPDIR": folder.path]
        ).end(seconds: 60)
    }

    @Test(
        "A pipe, a file or a dash is read where a point is missing",
        arguments: [
            #"echo 48.86,2.35 | "$0" reverse --language en"#, #"echo 48.86 2.35 | "$0" reverse --language en"#,
            #"echo '48,86;2,35' | "$0" reverse --language en -i -"#,
            #"printf '48.86,2.35' > "$1/x"; "$0" reverse --language en < "$1/x""#,
            #"printf '48°51.6'\''N 2°21'\''E\n' | "$0" reverse --language en -"#,
        ])
    func reverse(line: String) async throws {
        let end = try await shell(line)
        #expect(end.status == 0, "\(end.errors)")
        #expect(end.output.contains("FR") && end.output.contains("Paris"), "\(end.output)")
        #expect(end.lines.count == 1)
    }

    @Test("A point of the command line counts more than a pipe, and without either it is a usage error")
    func point() async throws {
        let given = try await shell(#"echo 0,0 | "$0" reverse 48.86 2.35 --language en"#)
        #expect(given.output.contains("Paris"))
        #expect(try await LocateProgram.run("reverse").status == 64)
        #expect(try await LocateProgram.run("search").status == 64)
    }

    @Test("Names are searched for line by line without an option, and addresses formatted")
    func names() async throws {
        let end = try await shell(#"printf 'Paris\nTokyo\n' | "$0" search --language en -f csv"#)
        #expect(
            end.status == 0 && end.lines.count == 3 && end.lines.last?.hasPrefix("Tokyo,35.") == true, "\(end.output)")
        let dash = try await shell(#"echo Paris | "$0" search - --language en"#)
        #expect(dash.status == 0 && dash.output.hasPrefix("Paris"))
        let format = try await shell(#"echo '{"city":"Kiel"}' | "$0" format -"#)
        #expect(format.output == "Kiel\n" && format.status == 0)
        let file = try await shell(#"echo x > "$1/x y"; cd "$1"; "$0" format 'x y'; "$0" reverse 'x y'"#)
        #expect(file.errors.contains("\"x y\" is a file; did you mean: locate format --input 'x y'\n"))
        #expect(file.errors.contains("\"x y\" is a file; did you mean: locate reverse --input 'x y'\n"))
    }

    @Test(
        "JSON becomes CSV with all its members, from a file and from a pipe",
        arguments: ["-i \"$1/x.json\"", "< \"$1/x.json\"", "-i -"])
    func columns(input: String) async throws {
        try #"[{"lat":48.86,"lon":2.35,"id":1},{"lat":0,"lon":-30,"note":"sea, deep"}]"#.write(
            toFile: folder.file("x.json"), atomically: true, encoding: .utf8)
        let pipe = input == "-i -" ? #"cat "$1/x.json" | "# : ""
        let end = try await shell(pipe + #""$0" reverse --language en -f csv "# + input)
        #expect(end.status == 0, "\(end.errors)")
        #expect(end.lines.first?.hasPrefix("latitude,longitude,lat,lon,id,note,country_code,") == true)
        #expect(end.lines.dropFirst().first?.hasPrefix("48.86,2.35,48.86,2.35,1,,FR,France,") == true)
        #expect(end.lines.last?.hasPrefix("0,-30,0,-30,,\"sea, deep\",") == true)
    }

    @Test(
        "Tracks are read from it, also where they are read twice", arguments: TrackFormat.writable.map(\.rawValue))
    func tracks(format: String) async throws {
        let plain = try await LocateProgram.run("track", "export", walk, "--format", format)
        #expect(plain.status == 0)
        #expect(try await shell(#"cat "\#(walk)" | "$0" track export - -f \#(format)"#).output == plain.output)
        #expect(try await shell(#""$0" track export - -f \#(format) < "\#(walk)""#).output == plain.output)
        try plain.output.write(toFile: folder.file("x"), atomically: true, encoding: .utf8)
        let named = try await LocateProgram.run("track", "info", folder.file("x"), "--json")
        let piped = try await shell(#"cat "$1/x" | "$0" track info - --json"#)
        #expect(piped.status == 0 && piped.output == named.output)
        // Nothing is left where temporary files are made.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["x"])
    }

    @Test("A track log from a pipe is refused in plain words, and so is nothing, or something else")
    func refusals() async throws {
        let record = ["track", "record", folder.file("walk.track"), "--replay", walk, "--speed", "0"]
        #expect(try await LocateProgram.start(record).end().status == 0)
        for line in ["track info -", "track export - -f gpx"] {
            let end = try await shell(#"cat "$1/walk.track" | "$0" \#(line)"#)
            #expect(end.status == 66)
            #expect(
                end.errors.hasSuffix(
                    "standard input is a track log, which cannot be read from a pipe; save it to a file and name that\n"
                ),
                "\(end.errors)")
        }
        #expect(try await shell(#"echo hello | "$0" track info -"#).status == 65)
        let empty = try await shell(#": | "$0" track info -"#)
        #expect(empty.status == 65 && empty.errors.contains("standard input"))
        let cut = try await shell(#"printf '<gpx><trk><trkseg><trkpt lat="1" lon="2"/>' | "$0" track info -"#)
        #expect(cut.status == 65 && cut.errors.contains("standard input:1"), "\(cut.errors)")
        #expect(try await shell(#"cat "$1/walk.track" | "$0" track repair - -o "$1/new.track""#).status == 64)
        let repaired = try await shell(
            #"printf '<gpx><trk><trkseg><trkpt lat="1" lon="2"/>' | "$0" track repair - -o "$1/new.gpx""#)
        #expect(repaired.status == 1 && FileManager.default.fileExists(atPath: folder.file("new.gpx")))
    }

    @Test("A recording is played from a pipe", arguments: ["--replay", "--simulate"])
    func replay(option: String) async throws {
        let line = #"cat "\#(walk)" | "$0" \#(option) - --speed 0 --json --no-address"#
        let end = try await shell(line)
        if option == "--simulate", end.status == 69 { return }
        #expect(end.status == 0, "\(end.errors)")
        #expect(try end.last().latitude.map { abs($0 - 35.7) < 0.2 } == true)
        let wrong = try await shell(#"echo hello | "$0" --replay - --json --no-address"#)
        #expect(wrong.status == 65)
        #expect(wrong.errors.contains("standard input is neither gpsd JSON nor NMEA 0183 nor GPX"), "\(wrong.errors)")
        #expect(try await shell(#": | "$0" --replay - --no-address"#).errors.contains("standard input is empty"))
        let recorded = try await shell(#"cat "\#(walk)" | "$0" track record "$1/w.track" --replay - --speed 0"#)
        #expect(recorded.status == 0, "\(recorded.errors)")
    }

    @Test("An input that does not end is spoken of, and a signal ends the wait", .timeLimit(.minutes(2)))
    func endless() async throws {
        let line = #"""
            mkfifo "$1/in" "$1/err"; exec 3<>"$1/in"
            "$0" track export - -f gpx <&3 2>"$1/err" &
            read -r sentence <"$1/err"; echo "$sentence"
            kill -TERM $!; wait $!; echo $?
            """#
        let end = try await shell(line)
        #expect(
            end.lines == [
                "locate: track export: waiting for the end of standard input, all of which is read first", "143",
            ], "\(end.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["err", "in"])
    }

    @Test("Photos get their positions from a track of a pipe, and no photo is read from one")
    func photos() async throws {
        let end = try await shell(#"cat "\#(walk)" | "$0" photos geotag "$1" --track - -n"#)
        #expect(end.status == 0, "\(end.errors)")
        let twice = try await shell(#": | "$0" photos geotag --files-from - --track -"#)
        #expect(twice.status == 64 && twice.errors.contains("standard input can be read only once"))
        for words in ["list -", "geotag - --track x.gpx", "thumbnail - -o x.png", "place a.jpg --like -"] {
            let end = try await shell(#": | "$0" photos \#(words)"#)
            #expect(end.status == 64 && end.errors.contains("not from standard input"), "\(words): \(end.errors)")
        }
    }
}
