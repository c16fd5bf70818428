import Foundation
import TestSupport
import Testing

@testable import LKFormats

@Suite("DecimalText") struct DecimalTextTests {
    private func isSame(_ text: String) -> Bool {
        let known = strtod(text, nil)
        return DecimalText.parse(Array(text.utf8).span)?.bitPattern == (known.isFinite ? known.bitPattern : nil)
    }

    @Test("Digits with a point anywhere are read as strtod reads them, to the last bit", arguments: 0..<8)
    func digits(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<5000 {
            let count = Int.random(in: 1...(Bool.random(using: &generator) ? 24 : 40), using: &generator)
            var text = (0..<count).map { _ in "0123456789".randomElement(using: &generator).map(String.init) ?? "" }
            if Bool.random(using: &generator) { text.insert(".", at: Int.random(in: 0...count, using: &generator)) }
            let whole = (Bool.random(using: &generator) ? "-" : "") + text.joined()
            #expect(isSame(whole), "\(whole)")
        }
    }

    /// The number in the middle of a double and the next one, with all its digits.
    private func middle(_ number: Double) -> String {
        let texts = [number, number.nextUp].map { String(format: "%.80f", $0).utf8.reversed().map { Int($0) - 0x30 } }
        var sum: [Int] = []
        var carry = 0
        for (first, second) in zip(texts[0], texts[1]) {
            if first < 0 {
                sum.append(first)
                continue
            }
            sum.append((first + second + carry) % 10)
            carry = (first + second + carry) / 10
        }
        var text = ""
        var remainder = carry
        for digit in sum.reversed() {
            guard digit >= 0 else {
                text += "."
                continue
            }
            text += String((remainder * 10 + digit) / 2)
            remainder = (remainder * 10 + digit) % 2
        }
        return text
    }

    @Test("Doubles, the middle between two of them, and numbers a digit beside those are read as strtod reads them")
    func middles() {
        let bounds: [Double] = [0.001, 1, 90, 360, 10_000]
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<400 {
            let bound = bounds[Int.random(in: bounds.indices, using: &generator)]
            let number = Double.random(in: 0..<bound, using: &generator)
            for text in [String(format: "%.80f", number), middle(number)] {
                for length in [15, 17, 19, 20, 24, 30, 60, text.count] {
                    let cut = String(text.prefix(length))
                    let shorter = String(cut.dropLast())
                    for other in [cut, cut + "1", shorter + "4", shorter + "6", "-" + cut, "000" + cut] {
                        #expect(isSame(other), "\(other)")
                    }
                }
            }
        }
    }

    @Test("Zeros keep their sign, and exponents are read")
    func rare() {
        for text in ["0", "-0", "-0.00000000000000000000000", "1e3", "-1.5E-7", "+4", "18446744073709551616", "5."] {
            #expect(isSame(text), "\(text)")
        }
    }

    private func plain(_ text: String, point: UInt8 = UInt8(ascii: ".")) -> Double? {
        let bytes = Array("x\(text)5".utf8)
        return DecimalText.plain(bytes.span, 1..<bytes.count - 1, point: point)
    }

    @Test("The quick way gives the same bits as the slow one")
    func sameBits() throws {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<20_000 {
            let value = Double.random(in: -180...180, using: &generator)
            let text = String(format: "%.\(Int.random(in: 0...9, using: &generator))f", value)
            #expect(plain(text)?.bitPattern == Double(text)?.bitPattern)
        }
        for text in ["0", "-0", "007", "139.767125", " 35.5 ", "0.1", "9007199254740991", "0.123456789012345"] {
            #expect(plain(text)?.bitPattern == Double(text.filter { $0 != " " })?.bitPattern)
        }
        #expect(plain("48,8566", point: UInt8(ascii: ",")) == 48.8566)
        #expect(plain("48.8566", point: UInt8(ascii: ",")) == 48.8566)
    }

    @Test(
        "What is written otherwise is left to the slow way",
        arguments: [
            "", " ", "-", ".", "-.", "1.", ".5", "+1", "1e3", "1,5", "nan", "1.2.3", "--1", "1234567890123456789", "é",
        ])
    func others(text: String) { #expect(plain(text) == nil) }
}
