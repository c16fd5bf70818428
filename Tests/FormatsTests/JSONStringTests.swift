import Testing

@testable import LKFormats

@Suite("JSONString")
struct JSONStringTests {
    private func written(_ text: String) -> String {
        var bytes: [UInt8] = []
        JSONString.append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        "Quotes, backslashes and hazards are escapes",
        arguments: [
            ("plain é 東京", #""plain é 東京""#), ("\"\\\n\r\t\u{8}\u{C}\0", #""\"\\\n\r\t\b\f\u0000""#),
            ("\u{7F}\u{9B}\u{2028}\u{202E}", #""\u007f\u009b\u2028\u202e""#), ("\u{E0041}", #""\udb40\udc41""#),
            ("می\u{200C}خ", "\"می\u{200C}خ\""), ("", "\"\""),
        ])
    func escapes(text: String, expected: String) { #expect(written(text) == expected) }

    @Test("Every character that a string can contain survives a round trip through JSON")
    func returns() throws {
        let codes = Array(UInt32(0)...0x2FFF) + [0xFEFF, 0xFFFE, 0xE000, 0xE0041, 0x1F468, 0x10FFFF]
        let wrong = try codes.compactMap(Unicode.Scalar.init).filter { scalar in
            let text = "x\(scalar)\""
            return try JSONValue(parsing: Array(written(text).utf8)) != .string(text)
        }
        #expect(wrong.isEmpty)
    }

    @Test("JSON that was written elsewhere keeps its own escapes and spaces")
    func foreign() {
        var bytes: [UInt8] = []
        let json = Array("{ \"é\u{9B}\":\t\"€\u{202E}\\n\\u001b\", \"\u{7F}\": \"می\u{200C}خ\"}".utf8)
        json.withUnsafeBufferPointer { JSONString.append(json: $0, to: &bytes) }
        let expected = "{ \"é\\u009b\":\t\"€\\u202e\\n\\u001b\", \"\\u007f\": \"می\u{200C}خ\"}"
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }
}
