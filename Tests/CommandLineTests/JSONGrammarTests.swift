import FoundationEssentials
import TestSupport
import Testing

@testable import LKCommandLine

@Suite struct JSONGrammarTests {
    @Test(
        "Accepts exactly the grammar of JSON",
        arguments: [
            #"[1,2,{"a":[]}]"#, "-0.5e+10", "0", "1E9", "{}", "[ ]", #""\u00e9\n\"""#, "true", "null",
            #"{"a" : { "b":1 } }"#,
        ])
    func valid(value: String) {
        let members = JSONSlices.members(of: Array("{\"x\":\(value)}".utf8)[...])
        #expect(members?.map(\.key) == ["x"])
        #expect(members.map { String(decoding: $0[0].value, as: UTF8.self) } == value)
    }

    @Test(
        "Takes nothing else, for it would be printed as it stands",
        arguments: [
            "[1,,2]", #"{"a":1 2}"#, "+1", "02", ".5", "1.", "1e", #"{1:2}"#, #""\q""#, #""\u12g4""#, "[1,]",
            #"{"a":1,}"#, "nul",
            "[", "{", "]", "", "[1}", "tru e", "\"a\nb\"", "--1", "NaN",
        ])
    func invalid(value: String) {
        #expect(JSONSlices.members(of: Array("{\"x\":\(value)}".utf8)[...]) == nil)
    }

    @Test("Deep nesting costs no stack")
    func deep() {
        let text = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        #expect(JSONSlices.members(of: Array("{\"x\":\(text)}".utf8)[...])?.count == 1)
    }

    @Test("Agrees with Foundation's parser on random text")
    func oracle() {
        var random = SeededGenerator(seed: 11)
        let alphabet = Array(#"{}[]:,"0123.eE+-tnabu\ "#.utf8)
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 1...9, using: &random)).map { _ in alphabet.randomElement(using: &random)! }
            let text = Data(Array("{\"x\":".utf8) + bytes + Array("}".utf8))
            let mine = JSONSlices.members(of: Array(text)[...]) != nil
            guard mine else { continue }
            #expect(throws: Never.self, "\(String(decoding: text, as: UTF8.self))") {
                _ = try JSONDecoder().decode([String: Anything].self, from: text)
            }
        }
    }

    /// Any JSON value.
    private struct Anything: Decodable { init(from decoder: any Decoder) throws {} }
}
