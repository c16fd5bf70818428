import TestSupport
import Testing

@testable import LKCommandLine

@Suite struct JSONSlicesTests {
    private func members(_ text: String) -> [String: String]? {
        JSONSlices.members(of: Array(text.utf8)[...]).map { members in
            Dictionary(members.map { ($0.key, String(decoding: $0.value, as: UTF8.self)) }, uniquingKeysWith: { $1 })
        }
    }

    @Test("Members keep the text they were written in")
    func keepsText() {
        let found = members(#" { "a" : 1.50 , "b\n\u00e9\ud83d\ude89":{"c":[1, {"d":"]}"}]},"e":"\"","f":null } "#)
        #expect(found == ["a": "1.50", "b\né🚉": #"{"c":[1, {"d":"]}"}]}"#, "e": #""\"""#, "f": "null"])
        #expect(members("{}") == [:])
    }

    @Test(
        "What is not one object gives nothing",
        arguments: [
            "", "[]", "1", "{", "{}}", "{} {}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{"a":1 "b":2}"#, #"{a:1}"#,
            #"{"a":[}]}"#,
            #"{"a":tru}"#, "{\"a\":\"\n\"}", #"{"a":NaN}"#,
        ])
    func wrong(text: String) { #expect(members(text) == nil) }

    @Test("Deep nesting neither overflows the stack nor takes long")
    func deep() {
        let depth = 200_000
        let text = #"{"a":"# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
        #expect(members(text)?.count == 1)
        #expect(members(#"{"a":"# + String(repeating: "[", count: depth)) == nil)
    }

    @Test("Cut off or damaged text never traps")
    func damaged() {
        let whole = Array(#"{"a":[1,{"b":"\u00e9\\"}],"c":-1.5e3}"#.utf8)
        for length in whole.indices { #expect(JSONSlices.members(of: whole.prefix(length)) == nil) }
        var generator = SeededGenerator(seed: 9)
        for _ in 0..<5000 {
            var bytes = whole
            bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            for member in JSONSlices.members(of: bytes[...]) ?? [] {
                _ = JSONSlices.elements(of: member.value)
                _ = JSONSlices.string(member.value)
            }
        }
    }
}
