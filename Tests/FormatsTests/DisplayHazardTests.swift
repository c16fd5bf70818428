import TestSupport
import Testing

@testable import LKFormats

@Suite("DisplayHazard")
struct DisplayHazardTests {
    private static let scalars = (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init)

    private func firstHazard(_ bytes: [UInt8]) -> DisplayHazard? {
        bytes.withUnsafeBufferPointer { DisplayHazard.first(in: $0) }
    }

    private func codes(_ text: String) -> String {
        text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
    }

    @Test(
        "Controls, format characters, separators, private use and noncharacters are hazards, letters and marks are not")
    func categories() {
        let wrong = Self.scalars.filter { scalar in
            let isHazard = DisplayHazard.contains(scalar)
            return switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate: !isHazard
            case .unassigned: false
            default: isHazard && !scalar.properties.isDefaultIgnorableCodePoint
            }
        }
        #expect(wrong.isEmpty)
        for code: UInt32 in [0xFFFE, 0xFDD0, 0x1FFFF, 0x2065, 0xE0080] {
            #expect(Unicode.Scalar(code).map(DisplayHazard.contains) == true)
        }
        // A letter of a later version of Unicode.
        #expect(Unicode.Scalar(0x88FFF as UInt32).map(DisplayHazard.contains) == false)
    }

    @Test("A search by bytes finds each hazard that the properties name, and nothing else")
    func bytes() {
        var missed: [String] = []
        for scalar in Self.scalars {
            let hazard = firstHazard(Array("12345678\(scalar)".utf8))
            let isRight =
                DisplayHazard.contains(scalar)
                ? hazard?.scalar == scalar && hazard?.range == 8..<8 + UTF8.width(scalar) : hazard == nil
            // A variation selector behind a digit makes it an emoji.
            if !isRight, !scalar.properties.isVariationSelector { missed.append(codes(String(scalar))) }
        }
        #expect(missed.isEmpty)
    }

    @Test(
        "Joiners, selectors and tags stay where a script or an emoji needs them",
        arguments: [
            "می\u{200C}خواهم", "خانه\u{200C}های", "کار\u{200C}ها", "۲۰\u{200C}ساله", "مُ\u{200C}ک", "क्\u{200D}ष",
            "श्\u{200D}र",
            "शक्\u{200D}", "ಸಾಫ್ಟ್\u{200C}ವೇರ್", "ශ්\u{200D}රී ලංකා", "র\u{200D}্যাব", "അവന്\u{200D}",
            "👨\u{200D}👩\u{200D}👧\u{200D}👦",
            "👩🏽\u{200D}🚀", "❤\u{FE0F}\u{200D}🔥", "🏴\u{200D}☠\u{FE0F}", "🏳\u{FE0F}\u{200D}🌈", "🇯🇵🇩🇪", "1\u{FE0F}\u{20E3}",
            "🏴\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}", "☎\u{FE0E}", "葛\u{E0100}城", "ភាសា\u{200B}ខ្មែរ",
            "กรุงเทพ\u{200B}มหานคร", "ᠮᠣᠩᠭᠣᠯ\u{180E}ᠠ", "ᠭ\u{180B}ᠠ", "Saint-Étienne, 東京, Ελλάδα, Львів, القاهرة, नई दिल्ली",
            "‘’ – … € × ½ \u{A0}\u{3000}", "e\u{301}", "",
        ])
    func kept(text: String) {
        #expect(text.isDisplayable)
        #expect(text.displayable == text)
    }

    @Test(
        "The same characters are hazards anywhere else",
        arguments: [
            "a\u{200D}b", "a\u{200C}b", "\u{200C}می", "می\u{200C}", "می\u{200C}a", "می\u{200C}\u{200C}خ", "क\u{200D}ख",
            "क्\u{200C}",
            "क्\u{200D}\u{200D}ष", "1\u{200D}2", "👨\u{200D}", "👨\u{200D}a", "\u{200D}👨", "a\u{FE0F}",
            "❤\u{FE0F}\u{FE0F}", "\u{FE0F}",
            "漢\u{180B}", "a\u{E0100}", "🏴\u{E0067}\u{E007F}", "🏴\u{E0067}\u{E0062}\u{E0077}",
            "🏴\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}\u{E0041}", "👨\u{E0067}\u{E0062}\u{E0077}\u{E007F}",
            "\u{E0041}",
            "\u{E0001}", "a\u{200B}b", "ក\u{200B}a", "ក\u{200B}\u{200B}ក", "a\u{180E}b", "a\u{61C}b", "a\u{200E}",
            "\u{200F}a", "\u{2028}",
            "\u{2029}", "\u{FEFF}a", "\u{202A}", "\u{202E}", "\u{2066}", "\u{2069}", "a\u{AD}b", "\u{2060}", "\u{3164}",
            "\u{115F}",
            "\u{34F}", "\u{E000}", "\u{10FFFD}", "\0", "\n", "\r", "\t", "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}",
        ])
    func caught(text: String) {
        #expect(!text.isDisplayable)
        #expect(text.displayable.isDisplayable)
        let shown = text.replacingHazards { _ in "\u{FFFD}" }
        #expect(shown.contains("\u{FFFD}") && shown.isDisplayable)
    }

    @Test("A text on one line has spaces for controls and separators, and nothing for what is invisible")
    func displayable() {
        #expect("a\nb\u{2028}c\u{202E}d\u{AD}e\u{1B}[0m".displayable == "a b cde [0m")
    }

    @Test("Any text is harmless once its hazards are replaced, and the rest stays as it is")
    func random() {
        let alphabet = Array(
            "a1é東می\u{200C}\u{200D}\u{200B}क्\u{94D}👨🏴❤\u{FE0F}\u{E0067}\u{E007F}\u{180E}\u{180B}ᠮក\u{202E}\n\u{301}\u{1F3FD}"
                .unicodeScalars)
        var generator = SeededGenerator(seed: 42)
        var wrong: [String] = []
        for _ in 0..<20_000 {
            let length = Int.random(in: 0...14, using: &generator)
            var text = String.UnicodeScalarView()
            for _ in 0..<length { text.append(alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]) }
            let whole = String(text)
            var count = 0
            let replaced = whole.replacingHazards { _ in
                count += 1
                return "\u{FFFD}"
            }
            let marks = replaced.unicodeScalars.count { $0 == "\u{FFFD}" }
            let isRight = replaced.isDisplayable && whole.displayable.isDisplayable && marks == count
            if !isRight || replaced.unicodeScalars.count != text.count { wrong.append(codes(whole)) }
        }
        #expect(wrong.isEmpty)
    }

    @Test("Bytes that are not valid UTF-8 are passed over, at each boundary")
    func damaged() {
        for bytes: [UInt8] in [[0xFF, 0x41], [0xE2, 0x80], [0xF3, 0xA0, 0x81], [0xC2], [0x9B], [0xE0, 0x80, 0x8A]] {
            #expect(firstHazard(bytes) == nil)
        }
        #expect(firstHazard([0xFF, 0x1B])?.range == 1..<2)
        let text = Array("می\u{200C}خ👨\u{200D}👩🏴\u{E0067}\u{E0062}\u{E0077}\u{E007F}क्\u{200D}ष".utf8)
        for length in 0...text.count { _ = firstHazard(Array(text[..<length])) }
        for start in 0...text.count { _ = firstHazard(Array(text[start...])) }
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...20, using: &generator)
            _ = firstHazard((0..<count).map { _ in UInt8.random(in: 0x80...255, using: &generator) })
        }
    }
}
