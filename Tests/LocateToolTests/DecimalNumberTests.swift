import TestSupport
import Testing

@testable import LocateTool

@Suite struct DecimalNumberTests {
    private func parse(_ text: String) -> Double? {
        let bytes = Array(text.utf8)
        return DecimalNumber.parse(bytes.span, 0..<bytes.count)
    }

    @Test("Numbers have the same bits as by the slow way")
    func sameBits() throws {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<20_000 {
            let value = Double.random(in: -180...180, using: &generator)
            let text = NumberText.fixed(value, decimals: Int.random(in: 0...9, using: &generator))
            #expect(parse(text)?.bitPattern == Double(text)?.bitPattern)
        }
        for text in ["0", "-0", "007", "139.767125", " 35.5 ", "0.1", "9007199254740991", "0.123456789012345"] {
            let expected = Double(CSVColumns.trimmed(text))
            #expect(parse(text)?.bitPattern == expected?.bitPattern)
        }
    }

    @Test(
        "Whatever is written otherwise is left to the slow way",
        arguments: [
            "", " ", "-", ".", "-.", "1.", ".5", "+1", "1e3", "1,5", "nan", "1.2.3", "--1", "1234567890123456789", "é",
        ])
    func others(text: String) { #expect(parse(text) == nil) }
}
