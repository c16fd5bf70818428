import FoundationEssentials
import TestSupport
import Testing

@testable import LKPersistence

@Suite struct PropertyListCodingTests {
    /// A value through coded value and property list, written and parsed between.
    private func returned<Value: Codable>(_ value: Value) throws -> Value? {
        guard let list = try PropertyListValue.encoding(value) else { return nil }
        return try PropertyListParser.parse(PropertyListWriter.data(list)).decoded(as: Value.self)
    }

    @Test("nil in arrays and dictionaries is distinguished from the text that encodes it") func null() throws {
        let texts = ["$null", nil, "$$null", "$$$null", "$", "null", "$nul", "a$null", ""]
        #expect(try returned(texts) == texts)
        let members = ["a": "$null", "b": nil, "c": "$$null", "$null": "x"]
        #expect(try returned(members) == members)
        #expect(try returned("$null" as String?) == "$null")
        #expect(try PropertyListValue.encoding(String?.none) == nil)
        #expect(try PropertyListValue.encoding([nil, "$null"]) == ["$null", "$$null"])
    }

    @Test("Foundation reads our nil as nil, and we its own") func foundation() throws {
        let ours = PropertyListWriter.data(try #require(try PropertyListValue.encoding(["a", nil])))
        #expect(try PropertyListDecoder().decode([String?].self, from: ours) == ["a", nil])
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        let theirs = try PropertyListParser.parse(try encoder.encode([Int?.some(1), nil]))
        #expect(try theirs.decoded(as: [Int?].self) == [1, nil])
    }

    @Test("Every property list is the same after becoming a coded value") func bijection() throws {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<2000 {
            let list = Self.random(&generator, depth: 3)
            #expect(try PropertyListValue(CodedValue(list)) == list)
            // And as the content of an archive.
            let coded = try CodedValueEncoder.encode(list, at: .top)
            #expect(try CodedValueDecoder.decode(coded, as: PropertyListValue.self, at: .top) == list)
        }
    }

    private static func random(_ generator: inout SeededGenerator, depth: Int) -> PropertyListValue {
        let texts = ["", "$null", "$$null", "$$$null", "text", "$"]
        switch Int.random(in: depth > 0 ? 0..<8 : 0..<6, using: &generator) {
        case 0: return .boolean(.random(using: &generator))
        case 1:
            return .integer(
                Int128.random(in: .min ... .max, using: &generator) >> (Bool.random(using: &generator) ? 0 : 70))
        case 2: return .real(Double.random(in: -1...1, using: &generator))
        case 3: return .string(texts.randomElement(using: &generator) ?? "")
        case 4: return .date(Date(timeIntervalSinceReferenceDate: .random(in: -1e9...1e9, using: &generator)))
        case 5: return .data(Data((0..<3).map { _ in .random(in: 0...255, using: &generator) }))
        case 6: return .array((0..<3).map { _ in random(&generator, depth: depth - 1) })
        default:
            return .dictionary(["a": random(&generator, depth: depth - 1), "": random(&generator, depth: depth - 1)])
        }
    }

    @Test("Integers keep 127 bits, and more are refused with the way to them") func wideIntegers() throws {
        #expect(try returned([Int128.min, .max]) == [.min, .max])
        let largest = UInt128(Int128.max)
        #expect(try returned(largest) == largest)
        #expect { try PropertyListValue.encoding(["a": [UInt128.max]]) } throws: {
            "\(CodingErrorText($0))" == "a[0]: an integer beyond 127 bits"
        }
        // In other formats too, as far as those have them.
        let list: PropertyListValue = [1, 2.5, "a", true, ["k": -3]]
        #expect(try JSONDecoder().decode(PropertyListValue.self, from: JSONEncoder().encode(list)) == list)
    }

    @Test("Addresses are texts, with their base where they have one; older forms are read") func addresses() throws {
        let base = try #require(URL(string: "http://example.org/a?b=1"))
        let relative = try #require(URL(string: "c#d", relativeTo: base))
        #expect(try PropertyListValue.encoding(base) == "http://example.org/a?b=1")
        #expect(try PropertyListValue.encoding(relative) == ["relative": "c#d", "base": "http://example.org/a?b=1"])
        #expect(try returned([base, relative]) == [base, relative])
        let older: PropertyListValue = ["relative": "http://example.org/a?b=1"]
        #expect(try older.decoded(as: URL.self) == base)
        #expect(throws: DecodingError.self) { try PropertyListValue("").decoded(as: URL.self) }
    }

    @Test("Numbers and dates written by hand count in files that are edited, and not in archives") func handwriting()
        throws
    {
        #expect(try PropertyListValue(3.0).decoded(as: UInt8.self) == 3)
        #expect(try PropertyListValue(true).decoded(as: Int.self) == 1)
        #expect(try PropertyListValue(0).decoded(as: Bool.self) == false)
        #expect(try PropertyListValue(0.1).decoded(as: Float.self) == 0.1)
        #expect(try PropertyListValue(0.25).decoded(as: Date.self) == Date(timeIntervalSinceReferenceDate: 0.25))
        #expect(try PropertyListValue.integer(1 << 100).decoded(as: Double.self) == 0x1p100)
        #expect(try (["a": [1, 2.0]] as PropertyListValue).decoded(as: [String: [Int?]].self) == ["a": [1, 2]])
        for (list, type) in [(2, Bool.self), (3.5, Int.self), (.real(.nan), Int.self), (true, Double.self)]
            as [(PropertyListValue, any Decodable.Type)]
        {
            #expect(throws: DecodingError.self, "\(list)") { try list.decoded(as: type) }
        }
        #expect(throws: DecodingError.self) { try CodedValueDecoder.decode(.double(3), as: Int.self, at: .top) }
        #expect(throws: DecodingError.self) { try CodedValueDecoder.decode(.integer(1), as: Bool.self, at: .top) }
    }

    @Test("An error names the way, without steps that have no name") func errors() throws {
        struct Place: Codable { var tags: [Int?] }
        let list: PropertyListValue = ["tags": [1, "x"]]
        #expect { try list.decoded(as: Place.self) } throws: {
            "\(CodingErrorText($0))" == "tags[1]: expected Int, found a string"
        }
        #expect { try list.decoded(as: String?.self) } throws: {
            "\(CodingErrorText($0))" == "expected String, found a dictionary"
        }
    }
}
