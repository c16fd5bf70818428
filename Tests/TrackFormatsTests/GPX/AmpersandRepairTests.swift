import Testing

@testable import LKTrackFormats

@Suite("AmpersandRepair") struct AmpersandRepairTests {
    @Test(
        "Escapes an & that begins no reference, in pieces of any size, and leaves CDATA sections alone",
        arguments: [
            ("a & b", "a &amp; b"), ("a&b", "a&amp;b"), ("&amp; &lt; &#38; &#x26;", "&amp; &lt; &#38; &#x26;"),
            ("&nbsp;", "&amp;nbsp;"), ("&", "&amp;"), ("&&amp;&", "&amp;&amp;&amp;"), ("?a=1&b=2", "?a=1&amp;b=2"),
            ("<![CDATA[a & b]]> & c", "<![CDATA[a & b]]> &amp; c"), ("<![CDATA[]]]>&", "<![CDATA[]]]>&amp;"),
            ("&averylongnamethatisnone;", "&amp;averylongnamethatisnone;"), ("", ""),
        ])
    func repair(text: String, expected: String) {
        let bytes = Array(text.utf8)
        for size in [1, 2, 3, 100] {
            var repair = AmpersandRepair()
            var result: [UInt8] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                result += repair.repaired(bytes[start..<min(start + size, bytes.count)], isAtEnd: false)
            }
            result += repair.repaired([], isAtEnd: true)
            #expect(String(decoding: result, as: UTF8.self) == expected)
        }
    }
}
