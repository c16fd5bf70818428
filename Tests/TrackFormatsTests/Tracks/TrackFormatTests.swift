import Foundation
import LKFormats
import LKGeo
import TestSupport
import Testing

@testable import LKTrackFormats

@Suite("TrackFormat") struct TrackFormatTests {
    @Test("Files are told by their content, whatever their name", arguments: TrackFormat.writable)
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
        arguments: TrackFormat.writable, [false, true])
    func utf16(format: TrackFormat, isBigEndian: Bool) throws {
        var point = TrackPoint(Tracks.full)
        point.name = "Café 東京 🗼"
        // More than is looked at to tell the format, so that pieces end anywhere.
        let utf8 = try Tracks.write([TrackElement](repeating: .point(point), count: 200), format)
        var text = String(decoding: utf8, as: UTF8.self)
        text.replace("encoding=\"UTF-8\"", with: "encoding=\"UTF-16\"")
        let units: [UInt16] = [0xFEFF] + text.utf16
        let bytes = units.flatMap { unit in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            return isBigEndian ? [high, low] : [low, high]
        }
        #expect(bytes.count > 64 * 1024)
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
        "An incomplete UTF-16 character causes a warning, like invalid UTF-8",
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

    @Test(
        "Half a character of UTF-16 is damage in XML, where it stands, as what is wrong in UTF-8 is",
        arguments: [0xD800, 0xDC00] as [UInt16])
    func halfCharactersInXML(half: UInt16) throws {
        let gpx = "<gpx><wpt lat='2' lon='1'><name>a</name></wpt><wpt lat='3' lon='1'><name>b~</name></wpt></gpx>"
        let kml =
            "<kml><Document><Placemark><name>a</name><Point><coordinates>1,2</coordinates></Point></Placemark>"
            + "<Placemark><name>b~</name></Placemark></Document></kml>"
        let declaration = Array("<?xml version='1.0' encoding='UTF-16'?>\n".utf16)
        for text in [gpx, kml] {
            let units: [UInt16] = [0xFEFF] + declaration + text.utf16.map { $0 == 0x7E ? half : $0 }
            for size in [1, 7, 65_536] {
                let chunks = FileChunks(
                    bytes: units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, name: "x", size: size)
                let reader = try TrackFormat.reader(detecting: chunks)
                var elements: [TrackElement] = []
                let error = #expect(throws: TrackFormatError.self) {
                    while let element = try reader.next() { elements.append(element) }
                }
                #expect(TrackRoundTripTests.points(elements).map(\.name) == ["a"])
                #expect(error?.code == .malformed && error?.message.hasPrefix("x:2: ") == true)
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

    @Test(
        "A file of another kind is named for what it is, whatever its name and whatever bytes are in it",
        arguments: [
            ([0xFF, 0xD8, 0xFF, 0xE0], "a JPEG image"),
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "a PNG image"),
            // 36 bytes long, which is "$".
            ([0, 0, 0, 0x24] + Array("ftypheic".utf8), "a HEIC, AVIF or raw photo"),
            ([0, 0, 0, 0x24] + Array("ftypisom".utf8), "an MPEG-4 or QuickTime video"),
            ([0x1F, 0x8B, 8, 0], "compressed with gzip"), (Array("PK\u{3}\u{4}".utf8), "a ZIP archive, such as KMZ"),
            ([14, 0x10, 0xD9, 7, 1, 0, 0, 0] + Array(".FIT".utf8), "a FIT file, which is not read here"),
            (Array("%PDF-1.7\n{".utf8), "a PDF document"),
        ] as [([UInt8], String)])
    func foreign(beginning: [UInt8], title: String) throws {
        let bytes = beginning + Array("\n$GP,x\r\n$a,b\nlat,lon\n1,2\n".utf8)
        #expect(TrackFormat(beginning: bytes) == nil)
        for name in ["x", "a/walk.nmea", "walk.txt", "walk.csv", "walk.gpx"] {
            let error = #expect(throws: TrackFormatError.self) {
                try TrackFormat.reader(detecting: FileChunks(bytes: bytes, name: name))
            }
            #expect(error?.code == .unrecognized && error?.message.hasPrefix("\(name) is \(title); ") == true)
        }
    }

    @Test("Binary data with a line that begins with a dollar sign is not NMEA, but sentences between binary data are")
    func binary() throws {
        let noise: [UInt8] = [0, 1, 2, 200, 10] + Array("$a7,\u{1},\n$Ab,\n".utf8) + [0, 3]
        #expect(TrackFormat(beginning: noise) == nil)
        let error = #expect(throws: TrackFormatError.self) {
            try TrackFormat.reader(detecting: FileChunks(bytes: noise, name: "walk.nmea"))
        }
        #expect(error?.code == .unrecognized)
        let sentence = Array("\n$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r\n".utf8)
        #expect(TrackFormat(beginning: noise + sentence) == .nmea)
        // A log that was open when power failed.
        let zeros = [UInt8](repeating: 0, count: 70_000) + sentence
        #expect(try TrackFormat.reader(detecting: FileChunks(bytes: zeros, name: "walk.nmea")) is NMEATrackReader)
    }

    @Test("Writing a format without a writer fails, and the error lists the formats that can be written")
    func readOnly() {
        let traits = TrackFormat.Traits(title: "FIT", extensions: ["fit"], read: { NMEATrackReader($0) })
        let error = #expect(throws: TrackFormatError.self) { try traits.writer(to: TrackSink { _ in }) }
        #expect(error?.code == .readOnly)
        #expect(error?.message == "FIT is read but not written; choose one of GPX, GeoJSON, KML, CSV, NMEA")
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
