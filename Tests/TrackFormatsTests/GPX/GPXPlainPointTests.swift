import Foundation
import LKTrackFormats
import TestSupport
import Testing

/// What is found without the XML parser is compared with what the parser finds: of pieces of one byte it gets them all.
@Suite("Plain points of GPX") struct GPXPlainPointTests {
    /// All that a reader says of a file.
    private struct Reading: Equatable {
        var elements: [TrackElement] = []
        var warnings: [TrackWarnings.Warning] = []
        var warningCount = 0
        var error: TrackFormatError?

        init(_ bytes: [UInt8], pieces size: Int) {
            do throws(TrackFormatError) {
                let reader = try GPXReader(FileChunks(bytes: bytes, name: "x.gpx", size: size))
                defer {
                    warnings = reader.warnings
                    warningCount = reader.warningCount
                }
                while let element = try reader.next() { elements.append(element) }
            } catch { self.error = error }
        }
    }

    private static let points = [
        "<trkpt lat=\"35.1\" lon=\"139.1\"><ele>40.25</ele><time>2026-11-21T06:29:50Z</time></trkpt>",
        "<trkpt lon=\"-139.1\" lat=\"-35.1\">\n  <ele>40.25</ele>\r\n  <time> 2026-11-21T06:29:51.5+09:00 </time>\n</trkpt>",
        "<trkpt\n  lat=\"35.1\"\t lon=\"139.1\" />", "<trkpt lat=\"35.1\" lon=\"139.1\"></trkpt>",
        "<trkpt lat=\"35.1\" lon=\"139.1\"><name>a &amp; b</name><ele/></trkpt>",
        "<trkpt lat=\"35.1\" lon=\"139.1\"><name>plain</name><desc></desc><sym>Flag</sym><fix>dgps</fix></trkpt>",
        "<trkpt lat=\"91\" lon=\"139.1\"><ele>high</ele><time>now</time></trkpt>", "<trkpt lat=\"35.1\"/>",
        "<trkpt lat='35.1' lon='139.1'><sat>7</sat><hdop>0.9</hdop><speed>1</speed><course>361</course></trkpt>",
        "<trkpt lat=\"35.1\" lon=\"139.1\"><sat>7</sat><hdop>0.9</hdop><speed>1</speed><course>360</course></trkpt>",
        "<trkpt lat=\"35.1\" lon=\"139.1\"><ele>1</ele><extensions><hr>70</hr></extensions></trkpt>",
        "<trkpt lat=\"35.1\" lon=\"139.1\"><ele>1</ele><vdop>2</vdop><geoidheight>3</geoidheight></trkpt>",
        "<trkpt lat=\"35.1\" lon=\"139.1\"><ele unit=\"m\">1</ele></trkpt>", "<a:trkpt lat=\"35.1\" lon=\"139.1\"/>",
        "<trkpt lat=\"35.1\" lon=\"139.1\"><ele>1<b>2</b></ele></trkpt>", "\r", "text", "]]&gt;",
        "<![CDATA[<trkpt lat=\"1\" lon=\"1\"></trkpt>", "]]>", "<!-- </trkpt>\n", "-->", "<?x </trkpt>?>",
        "</trkseg><trkseg>", "<extensions>", "</extensions>", "<mood>", "</mood>", "</trkseg></trk><trk><trkseg>",
        "<trkpt lat=\"35.1\" lon=\"139.1\"><ele>1</ele></trkpt", "<trkpt lat=\"35.1\" lat=\"35.1\"/>", "\u{E9}",
    ]

    /// A first piece that ends in a segment and is longer than a point.
    private static let head = Array("<gpx xmlns:a=\"urn:a\"><trk><trkseg>\(String(repeating: " ", count: 300))\n".utf8)

    private static func file(_ encoding: String, _ generator: inout SeededGenerator, _ count: Int) -> [UInt8] {
        var text = "<?xml version=\"1.0\" encoding=\"\(encoding)\"?>\n<gpx xmlns:a=\"urn:a\"><trk><trkseg>\n"
        for _ in 0..<count {
            let isPlain = Int.random(in: 0..<3, using: &generator) > 0
            text += points[Int.random(in: 0..<(isPlain ? 4 : points.count), using: &generator)] + "\n"
        }
        text += "</trkseg></trk></gpx>\n"
        return encoding == "UTF-16"
            ? [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] } : Array(text.utf8)
    }

    @Test("Each kind of point is the same with and without the parser", arguments: points.indices)
    func kinds(index: Int) {
        for around in ["", Self.points[0]] {
            let rest = "\(around)\(Self.points[index])\n\(around)</trkseg></trk></gpx>"
            let bytes = Self.head + Array(rest.utf8)
            for size in [Self.head.count, Self.head.count + 40, 1 << 16] {
                #expect(Reading(bytes, pieces: size) == Reading(bytes, pieces: 1), "\(rest)")
            }
        }
    }

    @Test(
        "Seeded rows of points in pieces of any size are the same, damage and its line included",
        arguments: 0..<Fixtures.rounds(40))
    func rows(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        for round in 0..<20 {
            let encoding = ["UTF-8", "ISO-8859-1", "US-ASCII", "UTF-16"][round % 4]
            var bytes = Self.file(encoding, &generator, 24)
            if round >= 10 {
                let place = Int.random(in: 100..<bytes.count, using: &generator)
                bytes[place] =
                    [0, 9, 10, 13, 32, 34, 38, 39, 47, 60, 62, 93, 127, 128, 255].randomElement(using: &generator) ?? 0
            }
            let size = Int.random(in: 100...1000, using: &generator)
            let expected = Reading(bytes, pieces: 1)
            #expect(Reading(bytes, pieces: size) == expected, "seed \(seed), round \(round), pieces of \(size)")
        }
    }

    @Test("Every change of one byte in a plain point is read as the parser reads it")
    func changedBytes() {
        let point = Array(Self.points[1].utf8)
        let tail = Array("\n<trkpt lat=\"1\" lon=\"2\"/></trkseg></trk></gpx>".utf8)
        for index in point.indices {
            for byte in [0, 9, 10, 13, 32, 34, 38, 39, 45, 47, 60, 62, 65, 93, 97, 127, 200] as [UInt8] {
                var changed = point
                changed[index] = byte
                let bytes = Self.head + changed + tail
                #expect(Reading(bytes, pieces: Self.head.count) == Reading(bytes, pieces: 1), "\(byte) at \(index)")
            }
        }
    }

    @Test("Ends of points in a long comment do not make it be read over and over", .timeLimit(.minutes(10)))
    func comment() {
        let ends = String(repeating: "</trkpt>", count: 100_000)
        let text = "<gpx><trk><trkseg>\n<!-- \(ends) --><trkpt lat=\"1\" lon=\"2\"/></trkseg></trk></gpx>"
        #expect(Reading(Array(text.utf8), pieces: 1 << 16).elements.count == 3)
    }
}
