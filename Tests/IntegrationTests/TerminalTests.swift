import Foundation
import TestSupport
import Testing

@Suite("locate on a terminal", .enabled(if: LocateProgram.path != nil, "locate is not built"))
struct TerminalTests {
    private static let script = "/usr/bin/script"
    private static let escape = "\u{1B}["

    // Empty variables count as none: those who run the tests may have set them.

    /// Runs a command line on a terminal of a width, where standard output and standard error are one.
    private func shown(_ line: String, columns: Int = 80, _ environment: [String: String] = [:]) async throws -> String
    {
        let program = try #require(LocateProgram.path)
        var variables = [
            "LC_ALL": "C.UTF-8", "XDG_CONFIG_HOME": "/nonexistent", "TERM": "xterm", "HOME": "/nonexistent",
            "NO_COLOR": "",
        ]
        variables.merge(environment) { $1 }
        let command = "stty cols \(columns) rows 24; exec '\(program)' \(line)"
        let end = try await ChildProcess([Self.script, "-qec", command, "/dev/null"], environment: variables).end(
            seconds: 60)
        return end.output.replacing("\r\n", with: "\n")
    }

    private func piped(_ words: String..., environment: [String: String] = [:]) async throws -> ChildProcess.End {
        let program = try #require(LocateProgram.path)
        let variables = ["LC_ALL": "C.UTF-8", "XDG_CONFIG_HOME": "/nonexistent", "TERM": "xterm", "NO_COLOR": ""]
        return try await ChildProcess([program] + words, environment: variables.merging(environment) { $1 }).end()
    }

    @Test("Colours are there on a terminal, never in a pipe, and as the user says")
    func colors() async throws {
        let search = "search Vaduz --language en"
        #expect(try await shown(search).contains("\(Self.escape)1;36mVaduz\(Self.escape)0m, "))
        #expect(!(try await shown(search, ["NO_COLOR": "1"]).contains(Self.escape)))
        #expect(!(try await shown(search + " --color never").contains(Self.escape)))
        #expect(!(try await shown(search, ["TERM": "dumb"]).contains(Self.escape)))
        let pipe = try await piped("search", "Vaduz", "--language", "en")
        #expect(pipe.status == 0 && !pipe.output.contains(Self.escape))
        #expect(try await piped("search", "Vaduz", "--color=always").output.hasPrefix(Self.escape))
        #expect(try await piped("search", "Vaduz", environment: ["CLICOLOR_FORCE": "1"]).output.hasPrefix(Self.escape))
        #expect(try await shown("reverse 95 0").hasPrefix("\(Self.escape)1;31mlocate: reverse:\(Self.escape)0m "))
        #expect(try await piped("reverse", "95", "0").errors.hasPrefix("locate: reverse: "))
        #expect(try await shown("help reverse").contains("\(Self.escape)1mOptions:\(Self.escape)0m\n"))
        let wrong = try await piped("search", "Vaduz", "--color", "sometimes")
        #expect(wrong.status == 64 && wrong.errors.contains("--color sometimes: expected one of auto, always, never"))
    }

    @Test("Lines of photos fit, with the end of each path", .timeLimit(.minutes(2)), arguments: [40, 60, 100])
    func lines(columns: Int) async throws {
        let album = try TaggingAlbum()
        let folder = album.photos + "/旅行の写真/二千十四年"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var facts = TestPhotos.Facts(date: "2014:05:24 10:00:00", offset: "+09:00", make: "NIKON", model: "NIKON D70")
        (facts.north, facts.east) = ((35, 40, 5244), (139, 45, 5445))
        for name in ["東京一.jpg", "IMG_0002.JPG"] {
            try TestPhotos.jpeg(60, 40, facts).write(to: URL(filePath: folder + "/" + name))
        }
        let variables = ["XDG_CACHE_HOME": album.folder.path]
        let list = try await shown("photos list '\(album.photos)' --quiet --color never", columns: columns, variables)
        let lines = list.split(separator: "\n").filter { $0.contains("2014-05-24") }
        #expect(lines.count == 2 && lines.contains { $0.hasSuffix("東京一.jpg") } && list.contains("IMG_0002.JPG"))
        // The date and the shortest path are never cut.
        for line in lines { #expect(Self.columns(line) <= max(columns, 78), "\(line)") }
        let whole = try await LocateProgram.start(["photos", "list", album.photos, "--quiet"], keeping: album.folder)
            .end()
        #expect(whole.lines.allSatisfy { $0.contains("60x40") && $0.contains("NIKON D70") && $0.contains(folder) })
    }

    @Test("A photo's name neither begins a line nor gives orders to the terminal", .timeLimit(.minutes(2)))
    func names() async throws {
        let album = try TaggingAlbum()
        let names = [
            "a\nlocate: photos strip: forged.jpg", "\u{1B}]0;title\u{7}x\u{61C}gpj.exe.jpg",
            "b\u{E0041}\u{200B}\u{2028}\u{FEFF}\u{202E}.jpg", "می\u{200C}خواهم 👨\u{200D}👩\u{200D}👧.jpg",
        ]
        for name in names { try album.add(name, try TestPhotos.jpeg(60, 40, TestPhotos.Facts())) }
        let variables = ["XDG_CACHE_HOME": album.folder.path]
        let list = "photos list '\(album.photos)' --quiet --color never"
        for form in ["", "--template '%path|%path'", "-f csv", "-f tsv", "-f csv --csv-safe", "--json", "-f geojson"] {
            let shown = try await shown("\(list) \(form)", columns: 400, variables)
            let lines = shown.split(separator: "\n")
            let header = form.contains("sv") ? 1 : 0
            #expect(lines.count == (form.contains("geojson") ? 1 : names.count + header), "\(form)")
            #expect(!lines.contains { $0.hasPrefix("locate:") })
            let rest = shown.replacing(names[3].dropLast(4), with: "").unicodeScalars.filter {
                $0 != "\n" && $0 != "\t"
            }
            let kinds: [Unicode.GeneralCategory] = [.control, .format, .lineSeparator, .paragraphSeparator]
            #expect(!rest.contains { kinds.contains($0.properties.generalCategory) }, "\(form)")
        }
        let piped = try await LocateProgram.start(
            ["photos", "list", album.photos, "--quiet", "--template", "%path"], keeping: album.folder
        ).end()
        #expect(piped.lines.count == names.count)
        let exact = try await LocateProgram.start(
            ["photos", "list", album.photos, "--quiet", "--format", "csv"], keeping: album.folder
        ).end()
        #expect(names.allSatisfy { exact.output.contains($0) })
    }

    /// Two columns for letters of East Asia.
    private static func columns(_ line: some StringProtocol) -> Int {
        line.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x2E80 ? 2 : 1) }
    }

    @Test("A long batch shows how far it is while it waits, and takes the line away", .timeLimit(.minutes(2)))
    func progress() async throws {
        let program = try #require(LocateProgram.path)
        let folder = TemporaryFolder()
        let record = folder.file("typescript")
        // The input ends once the line was seen.
        let gate = "until grep -aq '[1] row' '\(record)'; do sleep 0.05; done"
        let command =
            "stty cols 80 rows 24; { printf 'lat,lon\\n1,2\\n'; \(gate); printf '3,4\\n'; } | '\(program)' reverse --input - "
            + "> '\(folder.file("answers"))'"
        let variables = ["LC_ALL": "C.UTF-8", "XDG_CONFIG_HOME": "/nonexistent", "TERM": "xterm", "SHELL": "/bin/sh"]
        let end = try await ChildProcess([Self.script, "-qefc", command, record], environment: variables).end(
            seconds: 60)
        #expect(end.status == 0)
        let shown = String(decoding: try Data(contentsOf: URL(filePath: record)), as: UTF8.self)
        #expect(shown.contains("\r\(Self.escape)2K1 row") && !shown.contains("0 s left"))
        let behind = try #require(shown.components(separatedBy: "1 row").last)
        #expect(behind.contains("\r\(Self.escape)2K") && !behind.contains("3 rows"))
        let answers = try String(contentsOfFile: folder.file("answers"), encoding: .utf8)
        #expect(answers.split(separator: "\n").count == 3)
    }

    @Test("A match keeps its name and its position on a narrow terminal")
    func matches() async throws {
        let text = try await shown("search 'Llanfairpwllgwyngyll' --language en --color never", columns: 50)
        for line in text.split(separator: "\n") { #expect(line.count <= 60 && line.contains("  53.")) }
        let track = Fixtures.package.appending(path: "Data/samples/sumida-walk.nmea").path
        let info = try await shown("track info '\(track)' --color never", columns: 40)
        let lines = info.split(separator: "\n").filter { !$0.hasPrefix("locate:") }
        #expect(lines.count > 6 && lines.allSatisfy { $0.count <= 40 })
    }
}
