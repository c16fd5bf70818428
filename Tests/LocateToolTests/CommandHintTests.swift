import Foundation
import TestSupport
import Testing

@testable import LKCommandLine
@testable import LKDataCommands
@testable import LKPhotoCommands
@testable import LKPositionCommands
@testable import LocateTool

@Suite struct CommandHintTests {
    private func hint(_ words: String..., in command: CommandDescription = .locate) -> String {
        CommandHint.text(for: words, in: command)
    }

    @Test(
        "A position, a place and a command of a group are told from each other",
        arguments: [
            (["35.68", "139.7"], "locate reverse 35.68 139.7"), (["-33.8,151.2"], "locate reverse -33.8,151.2"),
            (["95", "139.7"], "locate reverse 95 139.7"),
            (["48°51'N", "2°21'E"], "locate reverse '48°51'\\''N' '2°21'\\''E'"),
            (["35.68", "139.7", "--json"], "locate reverse 35.68 139.7 --json"),
            (["Paris"], "locate search Paris"), (["New", "York"], "locate search New York"),
            (["São Paulo", "--json"], "locate search 'São Paulo' --json"), (["東京"], "locate search 東京"),
            (["O'Fallon"], "locate search 'O'\\''Fallon'"),
            (["geotag", "Pictures"], "locate photos geotag Pictures"), (["build-world"], "locate data build-world"),
            (["geotga", "Pictures"], "locate photos geotag Pictures"),
            (["serch", "Paris"], "locate search Paris"), (["revers", "1", "2"], "locate reverse 1 2"),
            (["record", "x.track"], "locate track record x.track"),
        ])
    func meant(words: [String], command: String) {
        #expect(CommandHint.text(for: words, in: .locate) == "; did you mean: \(command)")
    }

    @Test("The word that another program uses for a command leads to the command")
    func synonyms() {
        #expect(hint("version") == "; did you mean: locate --version")
        #expect(hint("clean", "a.jpg", in: .photos) == "; did you mean: locate photos strip a.jpg")
        #expect(
            hint("convert", "a.gpx", "--format", "kml", in: .track)
                == "; did you mean: locate track export a.gpx --format kml")
        #expect(hint("import", "a.osm.pbf", in: .data) == "; did you mean: locate data import-osm a.osm.pbf")
    }

    @Test("Each synonym leads to a command that exists")
    func synonymsExist() {
        for (path, words) in CommandHint.synonyms {
            let names = CommandTable.command(path)?.visibleSubcommands.map(\.name) ?? []
            for (word, name) in words { #expect(names.contains(name) && !names.contains(word), "\(path) \(word)") }
        }
    }

    @Test("An edit of a track leads to the export of it", arguments: ["cut", "split", "join", "merge"])
    func trackEdits(word: String) {
        let text = hint(word, "walk.track", "--from", "10:00", in: .track)
        #expect(text.hasPrefix("; tracks are not edited here"))
        #expect(text.hasSuffix("locate track export walk.track --format gpx"))
    }

    @Test("Where several groups have the command, all are named")
    func several() {
        let names = ["track", "data"].map { "locate \($0) info x" }.joined(separator: ", or ")
        #expect(hint("info", "x") == "; did you mean: \(names)")
    }

    @Test("What is nothing known leads to the help")
    func nothing() {
        #expect(hint("35.68") == "; for the name of a place: locate reverse LAT LON")
        #expect(hint("%%%") == "; see locate --help")
        #expect(hint("xyzzy", in: .data) == "; see locate data --help")
        #expect(hint("infos", in: .data) == "; did you mean: locate data info")
    }

    @Test("A file or folder leads to the command that reads it")
    func files() throws {
        let folder = TemporaryFolder()
        for name in ["a.gpx", "a.csv", "a.jpg", "b c.gpx"] {
            try Data().write(to: URL(filePath: folder.file(name)))
        }
        let path = folder.path
        #expect(hint(path) == "; did you mean: locate photos list \(path)")
        #expect(hint("\(path)/a.jpg") == "; did you mean: locate photos list \(path)/a.jpg")
        #expect(hint("\(path)/a.gpx") == "; did you mean: locate track info \(path)/a.gpx")
        #expect(hint("\(path)/a.csv") == "; did you mean: locate reverse --input \(path)/a.csv")
        #expect(hint("\(path)/b c.gpx", in: .track) == "; did you mean: locate track info '\(path)/b c.gpx'")
        // A folder's name may be a place's.
        let here = FileManager.default.currentDirectoryPath
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: here).first { $0 == "Sources" })
        #expect(hint(name) == "; did you mean: locate photos list \(name), or locate search \(name)")
        #expect(hint(path, in: .photos) == "; did you mean: locate photos list \(path)")
    }

    @Test("Every beginning of a line of words has a hint that ends")
    func beginnings() {
        let line = "48°51'24\"N 2°21'08\"E --language ja"
        for length in 0...line.count {
            let words = line.prefix(length).split(separator: " ").map(String.init)
            #expect(CommandHint.text(for: words, in: .locate).hasPrefix(";") == !words.isEmpty)
        }
    }
}
