import Glibc
import TestSupport
import Testing

@testable import LKCommandLine

@Suite struct NumberTextTests {
    @Test("Zeros at the end are dropped")
    func shortest() {
        #expect(NumberText.shortest(35.681236, decimals: 9) == "35.681236")
        #expect(NumberText.shortest(-0.5, decimals: 9) == "-0.5")
        #expect(NumberText.shortest(12, decimals: 9) == "12")
        #expect(NumberText.shortest(100, decimals: 0) == "100")
        #expect(NumberText.shortest(0, decimals: 9) == "0")
        #expect(NumberText.shortest(-1e-12, decimals: 9) == "0")
        #expect(NumberText.shortest(0.000000001, decimals: 9) == "0.000000001")
        #expect(NumberText.shortest(179.9999999999, decimals: 9) == "180")
        #expect(NumberText.shortest(.nan, decimals: 3) == "null")
    }

    @Test("Fixed decimals stay")
    func fixed() {
        #expect(NumberText.fixed(0, decimals: 6) == "0.000000")
        #expect(NumberText.fixed(-33.8, decimals: 6) == "-33.800000")
        #expect(NumberText.fixed(9.96, decimals: 1) == "10.0")
    }

    @Test("Coordinates are printed as printf prints them")
    func likePrintf() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<2000 {
            let value = Double.random(in: -180...180, using: &generator)
            var buffer = [CChar](repeating: 0, count: 64)
            _ = withVaList([value]) { vsnprintf(&buffer, buffer.count, "%.6f", $0) }
            #expect(
                NumberText.fixed(value, decimals: 6)
                    == String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
        }
    }

    @Test("An accuracy keeps the digits that mean something and never becomes zero")
    func accuracy() {
        #expect(NumberText.accuracy(0.00001) == 0.001)
        #expect(NumberText.accuracy(0.0142) == 0.014)
        #expect(NumberText.accuracy(4.2374) == 4.24)
        #expect(NumberText.accuracy(42.374) == 42.4)
        #expect(NumberText.accuracy(1234.5) == 1235)
    }
}
