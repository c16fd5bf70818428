import FoundationEssentials
import TestSupport
import Testing

@testable import LKPersistence

@Suite struct PropertyListTests {
    static let sample: PropertyListValue = [
        "volume": 0.5, "mute": true, "off": false, "names": ["a & b", "", "<ü>"], "count": -12, "nothing": [],
        "data": .data(Data([0, 255, 7])), "date": .date(Date(timeIntervalSince1970: 1_795_242_600)), "none": [:],
    ]

    @Test("Written values are read back, by Foundation's reader too")
    func roundTrip() throws {
        let data = PropertyListWriter.data(Self.sample)
        #expect(try PropertyListParser.parse(data) == Self.sample)
        struct Known: Decodable, Equatable {
            var volume: Double
            var mute: Bool
            var names: [String]
            var count: Int
            var data: Data
            var date: Date
        }
        let known = try PropertyListDecoder().decode(Known.self, from: data)
        #expect(
            known
                == Known(
                    volume: 0.5, mute: true, names: ["a & b", "", "<ü>"], count: -12, data: Data([0, 255, 7]),
                    date: Date(timeIntervalSince1970: 1_795_242_600)))
    }

    @Test("Describes itself in one line that people can read, however deep it is")
    func descriptions() {
        #expect(
            "\(Self.sample)"
                == #"["count": -12, "data": 3 bytes, "date": 2026-11-21T06:30:00Z, "mute": true, "names": ["a & b", "", "#
                + #""<ü>"], "none": [:], "nothing": [], "off": false, "volume": 0.5]"#)
        #expect("\(PropertyListValue.string("a\nb"))" == "a\nb" && "\(["a\nb"] as PropertyListValue)" == #"["a\nb"]"#)
        for seconds in [Double.nan, .infinity, -1e300, 1e300] {
            #expect("\(PropertyListValue.date(Date(timeIntervalSince1970: seconds)))" == "\(seconds) s since 1970")
        }
        var deep: PropertyListValue = []
        for _ in 0..<1000 { deep = [deep] }
        #expect("\(deep)".contains("[…]") && "\(deep)".count < 250)
    }

    @Test("What Foundation writes is read")
    func foundation() throws {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        let data = try encoder.encode(["long": Data(repeating: 9, count: 500)])
        #expect(try PropertyListParser.parse(data) == ["long": .data(Data(repeating: 9, count: 500))])
    }

    @Test("Comments, CDATA, entities and white space")
    func syntax() throws {
        let text = """
            \u{FEFF}<?xml version='1.0'?>
            <!-- <dict> --><!DOCTYPE plist><plist version="1.0"> <dict >
            <key>a&#x41;&amp;</key><!-- b --><string><![CDATA[<x>]]>&lt;</string><key/><true></true></dict></plist>
            <!-- end -->
            """
        #expect(try PropertyListParser.parse(Data(text.utf8)) == ["aA&": "<x><", "": true])
    }

    @Test(
        "What is none is refused with its line",
        arguments: [
            "", "x", "<plist>", "<plist></plist>", "<plist><dict></plist>", "<plist><dict><true/></dict></plist>",
            "<plist><dict><key>a</key></dict></plist>", "<plist><integer>1.5</integer></plist>",
            "<plist><real>x</real></plist>", "<plist><date>2026-02-30T00:00:00Z</date></plist>",
            "<plist><data>!</data></plist>", "<plist><string>&x;</string></plist>",
            "<plist><string>&#xD800;</string></plist>",
            "<plist><true/><true/></plist>", "<plist><true/></plist>x", "<plist><set/></plist>", "bplist00\u{0}",
            "<!DOCTYPE plist [<!ENTITY x 'y'>]><plist><true/></plist>",
            "<plist><integer>99999999999999999999999999999999999999999999</integer></plist>",
            "<plist>" + String(repeating: "<array>", count: 50_000),
        ])
    func refused(text: String) {
        #expect(throws: PropertyListParser.Failure.self) { try PropertyListParser.parse(Data(text.utf8)) }
    }

    @Test("White space around numbers and comments within texts are what people write")
    func edited() throws {
        let text = """
            <plist><array><integer> 7
            </integer><real>\t0.5 </real><date> 2026-11-21T06:30:00Z </date><true> </true>
            <string> a<!-- <b> -->c </string><integer><!-- was 1 -->2</integer></array></plist>
            """
        #expect(
            try PropertyListParser.parse(Data(text.utf8)) == [
                7, 0.5, .date(Date(timeIntervalSince1970: 1_795_242_600)), true, " ac ", 2,
            ])
    }

    @Test("Every truncation is refused")
    func truncations() {
        let data = PropertyListWriter.data(Self.sample)
        // The end of the last line may be missing.
        for length in Fixtures.cuts(0..<data.count - 1) {
            #expect(throws: PropertyListParser.Failure.self, "\(length)") {
                try PropertyListParser.parse(data.prefix(length))
            }
        }
    }

    @Test("Seeded bit flips neither trap nor hang, and what is still read can be written")
    func bitFlips() throws {
        var generator = SeededGenerator(seed: 11)
        let data = PropertyListWriter.data(Self.sample)
        var (sound, refused) = (0, 0)
        for _ in 0..<Fixtures.rounds(10_000) {
            var flipped = data
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let index = Int.random(in: 0..<data.count, using: &generator)
                flipped[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            }
            guard let value = try? PropertyListParser.parse(flipped) else {
                refused += 1
                continue
            }
            sound += 1
            let again = PropertyListWriter.data(value)
            #expect(PropertyListWriter.data(try PropertyListParser.parse(again)) == again)
        }
        #expect(sound > 100 && refused > (Fixtures.isThorough ? 1000 : 500))
    }

    @Test("A date for every day of 800 years and their seconds")
    func dates() throws {
        for day in stride(from: -730_000, to: 2_900_000, by: Fixtures.isThorough ? 37 : 997) {
            let date = Date(timeIntervalSinceReferenceDate: Double(day) * 86_400 + Double((day & 0xFFFF) % 86_400))
            guard let text = PropertyListDate.text(date) else { continue }
            #expect(PropertyListDate.date(text.utf8) == date, "\(text)")
        }
        #expect(PropertyListDate.date("2024-02-29T23:59:59Z".utf8) == Date(timeIntervalSince1970: 1_709_251_199))
        #expect(PropertyListDate.text(Date(timeIntervalSinceReferenceDate: .nan)) == nil)
    }
}
