import Formats
import Foundation
import Geo
import TestSupport
import Testing
@testable import TrackFormats

@Suite("TrackFormat") struct TrackFormatTests {
    @Test("Files are told by their content, whatever their name", arguments: TrackFormat.allCases)
    func content(format: TrackFormat) throws {
        let points = [TrackElement](repeating: .point(TrackPoint(Tracks.full)), count: 3)
        let bytes = try Tracks.write(points, format)
        #expect(TrackFormat(beginning: bytes) == format)
        let file = try TemporaryFile(bytes)
        let reader = try TrackFormat.reader(path: file.path)
        var count = 0
        while try reader.next() != nil { count += 1 }
        #expect(count == Tracks.read(bytes, format).elements.count)
    }

    @Test(
        "UTF-16 with a byte order mark reads as UTF-8 does, also where it ends within a character",
        arguments: TrackFormat.allCases, [false, true])
    func utf16(format: TrackFormat, isBigEndian: Bool) throws {
        var point = TrackPoint(Tracks.full)
        point.name = "Café 東京 🗼"
        // More than is looked at to tell the format, so that pieces end anywhere.
        let utf8 = try Tracks.write([TrackElement](repeating: .point(point), count: 300), format)
        var text = String(decoding: utf8, as: UTF8.self)
        text.replace("encoding=\"UTF-8\"", with: "encoding=\"UTF-16\"")
        let bytes = ([0xFEFF] + Array(text.utf16)).flatMap { unit in
            isBigEndian ? [UInt8(unit >> 8), UInt8(unit & 0xFF)] : [UInt8(unit & 0xFF), UInt8(unit >> 8)]
        }
        func elements(_ reader: any TrackReading) throws -> [TrackElement] {
            var elements: [TrackElement] = []
            while let element = try reader.next() { elements.append(element) }
            return elements
        }
        let expected = Tracks.read(utf8, format).elements
        let file = try TemporaryFile(bytes)
        #expect(try elements(TrackFormat.reader(path: file.path)) == expected && !expected.isEmpty)
        for size in [7, 65_536] {
            let chunks = FileChunks(bytes: bytes, name: "x", size: size)
            #expect(try elements(TrackFormat.reader(detecting: chunks)) == expected)
        }
        for count in [bytes.count / 2, bytes.count / 2 + 1, bytes.count - 1] {
            let torn = try TemporaryFile(bytes.prefix(count))
            _ = try? elements(TrackFormat.reader(path: torn.path))
        }
        guard !format.isXML else { return }
        let bare = try TemporaryFile(bytes.dropFirst(2))
        let error = #expect(throws: TrackFormatError.self) { try TrackFormat.reader(path: bare.path) }
        #expect(error?.message.contains("without a byte order mark") == true)
    }

    @Test(
        "Half a character of UTF-16 is a warning, as what is wrong in UTF-8 is",
        arguments: [0xD800, 0xDC00] as [UInt16])
    func halfCharacters(half: UInt16) throws {
        let json = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"name":"a~b🗼"}}"#
        for text in ["lat,lon,name\n1,2,a~b🗼\n", json] {
            let units = [0xFEFF] + text.utf16.map { $0 == 0x7E ? half : $0 }
            for size in [1, 7, 65_536] {
                let chunks = FileChunks(
                    bytes: units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, name: "x", size: size)
                let reader = try TrackFormat.reader(detecting: chunks)
                var elements: [TrackElement] = []
                while let element = try reader.next() { elements.append(element) }
                #expect(TrackRoundTripTests.points(elements).map(\.name) == ["a\u{FFFD}b🗼"])
                #expect(reader.warnings.map(\.message) == [Span<UInt8>.repairWarning])
            }
        }
    }

    @Test("What is none of them is refused with the name of the file")
    func unknown() throws {
        let file = try TemporaryFile("hello, world\n".utf8)
        let error = #expect(throws: TrackFormatError.self) { try TrackFormat.reader(path: file.path) }
        #expect(error?.code == .unrecognized && error?.message.hasPrefix(file.path) == true)
        #expect(TrackFormat(beginning: [UInt8]()) == nil && TrackFormat(beginning: [0, 1, 2, 3]) == nil)
    }

    @Test("The pages that list the formats name every one", arguments: TrackFormat.allCases)
    func pages(format: TrackFormat) throws {
        func text(_ path: String) throws -> String {
            try String(contentsOf: Fixtures.package.appending(path: path), encoding: .utf8)
        }
        for path in ["README.md", "Docs/Guide.md", "Docs/Tracks.md", "Docs/Architecture.md", "Docs/ComingFrom.md"] {
            #expect(try text(path).contains(format.title), "\(path) lists the formats without \(format.title)")
        }
        let pages = ["", "Track"].map { "Docs/Formats/\($0)\(format.title).md" }
        #expect(
            pages.contains { FileManager.default.fileExists(atPath: Fixtures.package.appending(path: $0).path) },
            "\(format.title) needs a page that says what is read and what is lost: \(pages[0])")
    }

    @Test("No two formats have an extension in common, and an extension of other files, too, promises nothing")
    func extensionsAreUnique() {
        for format in TrackFormat.allCases {
            #expect(
                TrackFormat(fileExtension: format.rawValue) == format, "-o walk.\(format.rawValue) names the format")
            #expect(TrackFormat(unsharedExtension: format.rawValue) == format)
        }
        for name in ["json", "txt", "log", "track", ""] { #expect(TrackFormat(unsharedExtension: name) == nil) }
    }

    @Test(
        "Extensions name formats",
        arguments: [("GPX", TrackFormat.gpx), ("json", .geojson), ("kml", .kml), ("log", .nmea)])
    func extensions(name: String, format: TrackFormat) { #expect(TrackFormat(fileExtension: name) == format) }

    @Test(
        "Numbers have their shortest text",
        arguments: [
            (0, "0"), (-0.0, "0"), (1.5, "1.5"), (-0.00004, "0"), (123456.78901, "123456.789"), (100, "100"),
            (0.0001, "0.0001"),
            (999_999_999_999.12345, "999999999999.123"),
        ] as [(Double, String)])
    func numbers(value: Double, text: String) {
        var bytes: [UInt8] = []
        #expect(DecimalText.append(value, decimals: 4, to: &bytes))
        #expect(String(decoding: bytes, as: UTF8.self) == text)
    }

    @Test("Numbers that are written are read again as the same") func exactness() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<20_000 {
            let value = Double(Int.random(in: -180_000_000_000...180_000_000_000, using: &generator)) / 1e9
            var bytes: [UInt8] = []
            DecimalText.append(value, decimals: 9, to: &bytes)
            #expect(DecimalText.parse(bytes.span) == value)
            #expect(Double(String(decoding: bytes, as: UTF8.self)) == value)
        }
    }

    @Test(
        "What is no decimal number is none",
        arguments: ["", "-", ".", "nan", "0x1", "1e999", "1 2", "--1", "1.2.3", "+-1"])
    func noNumbers(text: String) { #expect(DecimalText.parse(Array(text.utf8).span) == nil) }
}
