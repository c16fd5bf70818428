import Foundation
import TestSupport
import Testing

@testable import LKFormats

struct TextNotationTests {
    @Test("Numbers get leading zeros behind their sign, and longer ones stay") func padding() {
        let cases: [(Int, Int, String)] = [
            (7, 2, "07"), (0, 4, "0000"), (12_345, 4, "12345"), (-5, 2, "-5"), (-5, 4, "-005"), (.min, 3, "\(Int.min)"),
        ]
        for (number, width, text) in cases { #expect(number.padded(to: width) == text) }
        for (number, width, text): (UInt, Int, String) in [
            (7, 2, "07"), (0, 4, "0000"), (12_345, 4, "12345"), (.max, 1, "\(UInt.max)"),
        ] {
            var bytes: [UInt8] = []
            bytes.append(number, width: width)
            #expect(String(decoding: bytes, as: UTF8.self) == text)
        }
    }

    @Test("Hexadecimal digits are padded and have the wanted case") func hexadecimal() {
        #expect(UInt8(10).hexadecimal(width: 2) == "0a")
        #expect(UInt16(0x4C4B).hexadecimal(width: 4, uppercase: true) == "4C4B")
        #expect([0, 0x0F, 0xFF].hexadecimal == "000fff")
    }

    @Test("Percent-encoding keeps letters, digits and the given characters, and bytes that are not UTF-8")
    func percent() {
        #expect(PercentEncoding.text("aZ09 é/~".utf8, keeping: "/") == "aZ09%20%C3%A9/%7E")
        #expect(PercentEncoding.text([0xFF, 0x40, 0x5B, 0x60, 0x7B], keeping: "") == "%FF%40%5B%60%7B")
    }

    @Test("Base64 is that of Foundation, with and without padding") func base64() {
        var generator = SeededGenerator(seed: 3)
        for count in 0..<50 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let text = Data(bytes).base64EncodedString()
            #expect(String(decoding: Base64.text(bytes), as: UTF8.self) == text)
            #expect(
                String(decoding: Base64.text(bytes, isPadded: false), as: UTF8.self)
                    == text.prefix { $0 != "=" })
        }
    }

    @Test("Offsets from UTC are written to the minute and read back") func offsets() {
        for (seconds, text) in [
            (32_400, "+09:00"), (-12_600, "-03:30"), (0, "+00:00"), (-59, "-00:00"), (3599, "+00:59"),
        ] {
            #expect(UTCOffset.text(seconds) == text)
        }
        #expect(UTCOffset.text(-3600, minus: "−") == "−01:00")
        let cases: [(String, Int?, minutes: Bool, end: Int)] = [
            ("+09:00", 32_400, true, 6), ("-0330", -12_600, true, 5), ("+09", 32_400, false, 3),
            ("+09:", 32_400, false, 4),
            ("+09:3", 32_400, false, 4), ("+9", nil, false, 0), ("+16:00", nil, false, 0), ("+09:60", nil, false, 0),
            ("09:00", nil, false, 0), ("+", nil, false, 0), ("", nil, false, 0), ("+09:00x", 32_400, true, 6),
        ]
        for (text, seconds, hasMinutes, end) in cases {
            var index = 0
            let parsed = UTCOffset.parse(Array(text.utf8).span, at: &index, maximumHours: 15)
            #expect(
                parsed?.seconds == seconds && (parsed?.hasMinutes ?? false) == hasMinutes && index == end, "\(text)")
        }
        var index = 0
        #expect(
            UTCOffset.parse(Array("+9:30".utf8).span, at: &index, hourDigits: 1...2, maximumHours: 15)?.seconds
                == 34_200)
    }

    @Test("Metres have a decimal below ten, and none that is not a number") func metres() {
        let cases: [(Double, String)] = [
            (4, "4.0 m"), (9.96, "10.0 m"), (10, "10 m"), (12.5, "13 m"), (1e12, "1000000000 m"), (.nan, "0 m"),
        ]
        for (metres, text) in cases { #expect(MetresText.text(metres) == text) }
    }
}
