import Foundation
import LKGeo
import LKTrackFormats
import TestSupport
import Testing

@Suite("GPXReader and damaged or hostile input") struct GPXDamageTests {
    private func error(_ text: String) -> TrackFormatError? {
        #expect(throws: TrackFormatError.self) { try GPXReaderTests.read(text) }
    }

    @Test("Every truncation is an error that names file and line, after the points before it")
    func truncation() throws {
        let bytes = Array(GPXReaderTests.full.utf8)
        for length in 0..<bytes.count {
            let file = try TemporaryFile(bytes[..<length])
            let reader = TrackPointReader(try GPXReader(path: file.path))
            var count = 0
            let error = #expect(throws: TrackFormatError.self) {
                while try reader.next() != nil { count += 1 }
            }
            #expect(error?.code == .malformed)
            #expect(error?.message.hasPrefix("\(file.path):") == true)
            #expect(count <= 6)
            #expect(throws: TrackFormatError.self) { try reader.next() }
        }
    }

    @Test("Seeded corruption is an error or other points, never a trap", arguments: 0..<20)
    func corruption(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<25 {
            var bytes = Array(GPXReaderTests.full.utf8)
            for _ in 0..<Int.random(in: 1...5, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            let file = try TemporaryFile(bytes)
            let reader = TrackPointReader(try GPXReader(path: file.path))
            var count = 0
            do {
                while try reader.next() != nil { count += 1 }
            } catch {
                #expect(error.code == .malformed || error.code == .refused)
            }
            #expect(count <= 6)
        }
    }

    @Test("Malformed XML is named with its line")
    func malformed() {
        let found = error("<gpx>\n<trk>\n</gpx>")
        #expect(found?.code == .malformed)
        #expect(found?.message.contains(":3: not well-formed XML: mismatched tag") == true)
    }

    @Test("Text in another encoding is named as such, with its line")
    func encodings() throws {
        for padding in [0, 65_500, 200_000] {
            let blank = String(repeating: " ", count: padding)
            let latin =
                Array("<gpx>\n\(blank)<wpt lat='1' lon='2'><name>Caf".utf8) + [0xE9] + Array("</name></wpt></gpx>".utf8)
            let file = try TemporaryFile(latin)
            let found = #expect(throws: TrackFormatError.self) {
                let reader = TrackPointReader(try GPXReader(path: file.path))
                while try reader.next() != nil {}
            }
            #expect(found?.message.contains(":2: not well-formed XML: the text is not valid in its encoding") == true)
        }
        #expect(
            error("<?xml version='1.0' encoding='x-klingon'?><gpx/>")?.message.hasSuffix(
                "save the file as UTF-8 and declare that encoding") == true)
        #expect(error("<gpx>\u{1}</gpx>")?.message.contains("invalid token") == true)
    }

    @Test("XML of another kind is rejected as not GPX", arguments: ["<kml/>", "<html><body/></html>"])
    func otherRoot(text: String) {
        #expect(error(text)?.code == .malformed)
        #expect(error(text)?.message.contains("this is not a GPX file") == true)
    }

    @Test("Entities are refused before they grow or read files")
    func entities() {
        let laughs = (1...9).map { "<!ENTITY l\($0) \"\(String(repeating: "&l\($0 - 1);", count: 10))\">" }.joined()
        let bomb =
            "<!DOCTYPE gpx [<!ENTITY l0 \"lol\">\(laughs)]><gpx><wpt lat='1' lon='2'><name>&l9;</name></wpt></gpx>"
        #expect(error(bomb)?.code == .refused)
        let external =
            "<!DOCTYPE gpx [<!ENTITY f SYSTEM \"file:///etc/passwd\">]><gpx><wpt lat='1' lon='2'><name>&f;</name></wpt></gpx>"
        #expect(error(external)?.code == .refused)
        #expect(error(external)?.message.contains(":1: declares XML entities") == true)
        let parameter = "<!DOCTYPE gpx [<!ENTITY % p SYSTEM \"http://127.0.0.1:1/\"> %p;]><gpx/>"
        #expect(error(parameter)?.code == .refused)
    }

    @Test("Immense texts, attributes and depths are refused")
    func immense() {
        let text = String(repeating: "x", count: 70_000)
        #expect(error("<gpx><wpt lat='1' lon='2'><name>\(text)</name></wpt></gpx>")?.code == .tooLarge)
        let attribute = String(repeating: "x", count: 3_000_000)
        #expect(error("<gpx a='\(attribute)'/>")?.code == .tooLarge)
        #expect(error("<gpx>\(String(repeating: "<a>", count: 300))")?.code == .tooLarge)
    }

    @Test("Long comments are passed over")
    func comments() throws {
        let comment = String(repeating: "x", count: 300_000)
        #expect(try GPXReaderTests.read("<gpx><!--\(comment)--><wpt lat='1' lon='2'/></gpx>").points.count == 1)
    }
}
