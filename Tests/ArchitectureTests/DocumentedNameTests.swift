import FoundationEssentials
import TestSupport
import Testing

/// What README, CONTRIBUTING and the pages in `Docs` name between back quotes exists.
@Suite("Names in the pages") struct DocumentedNameTests {
    /// Code between back quotes, outside of blocks.
    private struct Span {
        var page: String
        var code: String
    }

    private static let package = Result { try PackageWords() }

    /// What other programs and formats call theirs, by page.
    ///
    /// `Docs/ComingFrom.md` is compared by `DocumentTests`: its first column is all of others.
    private static let foreign: [String: Set<String>] = [
        "Docs/Design/PlanetStreets.md": ["applyInArrow"],
        "Docs/Formats/Boxes.md": ["DateUTC", "mmmmN"],
        "Docs/Formats/GPX.md": ["metadataType", "trkType", "wptType", "vAcc"],
        "Docs/Formats/MetadataWriting.md": [
            "AltitudeRef", "ComponentsConfiguration", "DateStamp", "FlashpixVersion", "HPositioningError", "HomeLat",
            "ImgDirection", "ImgDirectionRef", "LatitudeRef", "LocationName", "LongitudeRef", "MapDatum",
            "OffsetTimeDigitized", "ResolutionUnit", "SpeedRef", "TrackRef", "VersionID", "XResolution",
            "YCbCrPositioning", "YResolution",
        ],
        "Docs/Formats/TrackCSV.md": ["serverTime"],
        "Docs/Maps.md": ["--headless", "--print-to-pdf"],
        "Docs/Metadata.md": ["OffsetTime", "SubSecTimeOriginal", "TimeCreated", "--compress_boxes"],
        "Docs/Names.md": ["languageMatching"],
        "Docs/Spark.md": ["addPyFile", "--archives"],
        "Docs/TaskCompletion.md": ["InhibitDelayMaxSec", "SendSIGHUP", "TasksMax", "TimeoutStopSec"],
    ]

    /// The spans of all pages but those that only tell what was or what others have.
    private static func spans() throws -> [Span] {
        let docs = Fixtures.package.appending(path: "Docs").path
        let below = try FileManager.default.subpathsOfDirectory(atPath: docs).filter { $0.hasSuffix(".md") }
        var spans: [Span] = []
        for page in ["README.md", "CONTRIBUTING.md"] + below.sorted().map({ "Docs/\($0)" })
        where page != "Docs/ComingFrom.md" {
            let text = String(
                decoding: try Data(contentsOf: Fixtures.package.appending(path: page)), as: UTF8.self)
            var isBlock = false
            for line in text.split(separator: "\n") {
                if line.hasPrefix("```") {
                    isBlock.toggle()
                } else if !isBlock {
                    // Links to symbols have two back quotes.
                    let parts = line.replacing("``", with: "`").split(
                        separator: "`", omittingEmptySubsequences: false)
                    for (index, part) in parts.enumerated() where !index.isMultiple(of: 2) {
                        spans.append(Span(page: page, code: String(part)))
                    }
                }
            }
        }
        return spans
    }

    /// Whether a word is a name of two words at least, such as `movingTime`, `GPXReader`: others may be plain English.
    private static func isCompound(_ word: some StringProtocol) -> Bool {
        let bytes = Array(word.utf8)
        let isUpper = { (byte: UInt8) in (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
        let isLower = { (byte: UInt8) in (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
        return bytes.indices.dropFirst().contains { index in
            isUpper(bytes[index]) && isLower(bytes[index - 1])
                || index > 1 && isLower(bytes[index]) && isUpper(bytes[index - 1]) && isUpper(bytes[index - 2])
        }
    }

    private static func words(_ code: String) -> [Substring] {
        code.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")) }
    }

    @Test("Types, members, files and options that a page names are in the package")
    func names() throws {
        let package = try Self.package.get()
        var checked = 0
        for span in try Self.spans() {
            let others = Self.foreign[span.page] ?? []
            for word in Self.words(span.code) where Self.isCompound(word) && !others.contains(String(word)) {
                checked += 1
                let isThere = package.words.contains(String(word)) || package.fileNames.contains(String(word))
                #expect(isThere, "\(span.page): `\(span.code)`: there is no \(word)")
            }
            for word in span.code.split(separator: " ") where word.hasPrefix("--") {
                let option = String(word.prefix { $0.isLetter || $0 == "-" || $0 == "_" })
                guard option.count > 2, !others.contains(option) else { continue }
                checked += 1
                #expect(package.options.contains(option), "\(span.page): `\(span.code)`: there is no \(option)")
            }
        }
        #expect(checked > 1_000)
    }

    @Test("A member that a page names with its type is in a file that declares or extends the type")
    func members() throws {
        let package = try Self.package.get()
        var checked = 0
        for span in try Self.spans() where span.page != "Docs/Python.md" && span.page != "Docs/Spark.md" {
            let parts = span.code.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }
            for part in parts {
                let names = part.split(separator: ".").map(String.init)
                for (type, member) in zip(names, names.dropFirst())
                where type.first?.isUppercase == true && member.first?.isLowercase == true && member != "swift" {
                    guard let inside = package.declaring[type] else { continue }
                    checked += 1
                    #expect(inside.contains(member), "\(span.page): `\(span.code)`: \(type) has no \(member)")
                }
            }
        }
        #expect(checked > 60)
    }

    @Test("Paths and Swift files that a page names are there")
    func paths() throws {
        let package = try Self.package.get()
        var checked = 0
        for span in try Self.spans() {
            for word in span.code.split(separator: " ") {
                let isPath = ["Sources/", "Docs/", "Scripts/", "Snippets/", "Tests/", "Data/", "Benchmarks/"]
                    .contains { word.hasPrefix($0) }
                // NAME stands for a name of the reader's.
                guard isPath || word.hasSuffix(".swift"), !word.contains("NAME") else { continue }
                checked += 1
                let path = word.hasSuffix("/") ? String(word.dropLast()) : String(word)
                #expect(
                    package.paths.contains { $0 == path || $0.hasSuffix("/\(path)") },
                    "\(span.page): there is no \(path)")
            }
        }
        #expect(checked > 60)
    }

    @Test("A name that is nowhere is noticed, and one in a comment does not count")
    func unknown() throws {
        let package = try Self.package.get()
        // The name is put together here, so that this file does not have it.
        let name = "Zlib" + "Checksums"
        #expect(!package.words.contains(name))
        #expect(Self.isCompound(name) && Self.isCompound("GPXReader") && !Self.isCompound("Track"))
        #expect(package.words.contains("TrackRecorder") && package.options.contains("--dry-run"))
        #expect(package.declaring["TrackRecorder"]?.contains("appendWaiting") == true)
    }
}
