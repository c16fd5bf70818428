import TestSupport
import Testing

@testable import LKFormats

@Suite struct JSONValueTests {
    @Test("JSON values of every kind are parsed")
    func everyKindOfValueIsRead() throws {
        let value = try JSONValue(parsing: #" {"a": [1, -2.5e3, "x", true, false, null], "b": {}, "c": []} "#.utf8)
        #expect(
            value["a"]?.elements
                == [.number("1"), .number("-2.5e3"), .string("x"), .bool(true), .bool(false), .null])
        #expect(value["b"] == .object([]))
        #expect(value["c"] == .array([]))
        #expect(value["d"] == nil)
    }

    @Test("Escapes and surrogate pairs are decoded, and a lone surrogate becomes U+FFFD")
    func escapesAndSurrogatesAreCharacters() throws {
        #expect(try JSONValue(parsing: #""\u00e9\ud83d\ude00\/\"\\""#.utf8) == .string("é😀/\"\\"))
        #expect(try JSONValue(parsing: #""\ud83dx\udc00""#.utf8) == .string("\u{FFFD}x\u{FFFD}"))
        #expect(try JSONValue(parsing: #""\ud83d\u0041""#.utf8) == .string("\u{FFFD}A"))
    }

    @Test("A byte order mark at the start is ignored")
    func theByteOrderMarkIsPassedOver() throws {
        #expect(try JSONValue(parsing: [0xEF, 0xBB, 0xBF] + Array("[]".utf8)) == .array([]))
    }

    @Test(
        "Malformed JSON is rejected",
        arguments: [
            "", " ", "{", "[", "[1", "[1,", "[1,]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "tru", "nul", "+1",
            "1 2",
            "\"a",
            "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "-", "1e", "--1", "]", "\u{0}", "{}x",
        ])
    func whatIsNoJSONIsAFailure(_ text: String) {
        #expect(throws: JSONFailure.self) { try JSONValue(parsing: text.utf8) }
    }

    @Test("JSON nested deeper than the limit is rejected without overflowing the stack")
    func nestingIsBounded() throws {
        for count in [JSONValue.maximumDepth + 1, 100_000, 1_000_000] {
            for open in ["[", "{\"a\":"] {
                let text = String(repeating: open, count: count)
                #expect(throws: JSONFailure.self) { try JSONValue(parsing: text.utf8) }
            }
        }
        let deepest =
            String(repeating: "[", count: JSONValue.maximumDepth)
            + String(repeating: "]", count: JSONValue.maximumDepth)
        #expect(try JSONValue(parsing: deepest.utf8).elements.count == 1)
    }

    @Test("Leading zeros, raw line breaks and invalid UTF-8 that services send are accepted")
    func whatServicesWriteAgainstTheRulesIsRead() throws {
        #expect(try JSONValue(parsing: "[01, 1.]".utf8).elements == [.number("01"), .number("1.")])
        #expect(try JSONValue(parsing: "\"a\nb\"".utf8) == .string("a\nb"))
        #expect(try JSONValue(parsing: [0x22, 0xFF, 0x22]) == .string("\u{FFFD}"))
        let long = String(repeating: "x", count: 100_000)
        #expect(try JSONValue(parsing: "\"\(long)\"".utf8) == .string(long))
    }

    @Test(
        "A parse failure gives the byte offset of the mistake",
        arguments: [
            ("[1, 2, x]", 7), (#"{"a" 1}"#, 5), ("", 0), ("[1", 2), ("[] []", 4), ("\"\\x\"", 3),
        ])
    func failuresSayWhere(_ text: String, _ offset: Int) throws {
        let failure = #expect(throws: JSONFailure.self) { try JSONValue(parsing: text.utf8) }
        #expect(failure?.offset == offset, "\(failure?.reason ?? "")")
    }
}

@Suite struct JSONTokenizerTests {
    /// The tokens of a text that comes in pieces, with their texts and lines, and what it ends with.
    private func tokens(_ text: [UInt8], pieces size: Int, limits: JSONTokenizer.Limits = .init()) -> [String] {
        var rest = text[...]
        var tokens = JSONTokenizer(limits: limits) { () throws(JSONFailure) in
            defer { rest = rest.dropFirst(size) }
            return rest.prefix(size)
        }
        var found: [String] = []
        do throws(JSONFailure) {
            while true {
                let token = try tokens.next()
                let text = [.key, .string, .number].contains(token) ? String(decoding: tokens.text, as: UTF8.self) : ""
                found.append("\(tokens.line) \(token) \(text)")
                if token == .end { return found }
            }
        } catch {
            found.append("\(error.line) \(error.offset) \(error.kind) \(error.reason)")
            return found
        }
    }

    private static let sample = """
        \u{FEFF}{"name": "Zürich\\u00e9\\ud83d\\ude00", "at":
        [47.37, -8.5e0, null, true, false, {}, []]}
        \u{1E}"next"
        """

    @Test("Tokens are the same whatever pieces the text arrives in")
    func tokensAreTheSameHoweverTheTextIsCut() {
        let text = Array(Self.sample.utf8)
        let whole = tokens(text, pieces: text.count)
        #expect(whole.count == 18 && whole.last == "3 end ")
        #expect(whole[2] == "1 string Zürich\u{E9}😀")
        for size in 1...9 { #expect(tokens(text, pieces: size) == whole) }
    }

    @Test("Every truncated text gives the same tokens and failure, whatever pieces it arrives in")
    func everyPrefixEndsWithAFailureOrTheEnd() {
        let text = Array(Self.sample.utf8)
        for length in 0..<text.count {
            let cut = Array(text[..<length])
            #expect(tokens(cut, pieces: 7) == tokens(cut, pieces: max(length, 1)))
        }
    }

    @Test("Limits on depth, length of numbers and length of text are enforced")
    func limitsAreKept() {
        var limits = JSONTokenizer.Limits()
        (limits.depth, limits.text, limits.number) = (2, 3, 4)
        #expect(
            tokens(Array("[[[".utf8), pieces: 9, limits: limits).last == "1 2 tooDeep values nested more than 2 deep")
        #expect(tokens(Array("12345".utf8), pieces: 9, limits: limits).last?.contains("tooLong") == true)
        #expect(tokens(Array("\"12345\"".utf8), pieces: 9, limits: limits).first == "1 string 123")
    }

    @Test(
        "The tokenizer rejects what strict JSON does not allow",
        arguments: [
            "01", "1.", ".5", "+1", "NaN", "[1,]", "{\"a\":1,}", "\"a\tb\"", "// x", "'a'", "\u{FEFF}\u{FEFF}1",
        ])
    func theGrammarIsStrict(_ text: String) {
        #expect(tokens(Array(text.utf8), pieces: 9).last?.contains("malformed") == true)
    }

    @Test("An error thrown while reading is passed on as unreadable, with its cause")
    func whatReadingThrowsComesOut() {
        struct Unplugged: Error {}
        var tokens = JSONTokenizer { () throws(JSONFailure) in throw JSONFailure(reading: Unplugged()) }
        let failure = #expect(throws: JSONFailure.self) { try tokens.next() }
        #expect(failure?.kind == .unreadable && failure?.underlying is Unplugged)
    }
}
