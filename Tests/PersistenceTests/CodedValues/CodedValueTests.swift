import Foundation
import LKPersistence
import LKStorage
import Testing

@Suite("Archiver: what comes back is what was archived") struct CodedValueTests {
    private let sandbox: ArchiveSandbox

    init() throws { sandbox = try ArchiveSandbox() }

    private func returned<Value: Codable>(_ value: Value) throws -> Value? {
        try sandbox.archiver.archive(value, forKey: "value")
        return try sandbox.archiver.unarchive(Value.self, forKey: "value")
    }

    private func expectSame<Value: Codable & Equatable>(_ value: Value) throws { #expect(try returned(value) == value) }

    @Test("Integers of all widths at their limits") func integers() throws {
        func limits<Integer: FixedWidthInteger & Codable>(_ type: Integer.Type) throws {
            for value in [Integer.min, 0, 1, Integer.max] { try expectSame(value) }
            try expectSame([Integer.min, Integer.max])
        }
        try limits(Int.self)
        try limits(UInt.self)
        try limits(Int8.self)
        try limits(UInt8.self)
        try limits(Int16.self)
        try limits(UInt16.self)
        try limits(Int32.self)
        try limits(UInt32.self)
        try limits(Int64.self)
        try limits(UInt64.self)
        try limits(Int128.self)
        try limits(UInt128.self)
    }

    @Test("The widest integers, as properties and elsewhere") func widestIntegers() throws {
        struct Wide: Codable, Equatable {
            var signed = Int128.min
            var unsigned = UInt128.max
            var absent: Int128?
            var present: UInt128? = 5
        }
        try expectSame(Wide())
        try expectSame(Unkeyed(signed: .min, unsigned: .max))
        try expectSame(Single(value: .min))
    }

    @Test("Keys keep their spelling, also where others mean the same characters") func spelling() throws {
        let keys = ["e\u{301}", "\u{e9}", "e\u{301}", "\u{e9}"]
        let result = try #require(try returned(keys.map { [$0: 1] }))
        #expect(result.map { $0.keys.map { Array($0.utf8) } } == keys.map { [Array($0.utf8)] })
    }

    @Test("Floating-point numbers keep all their bits") func floats() throws {
        for value in [0.1, -0.0, .infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .pi, .nan] {
            #expect(try returned(value)?.bitPattern == value.bitPattern)
            #expect(try returned([value])?[0].bitPattern == value.bitPattern)
            #expect(try returned(Float(value))?.bitPattern == Float(value).bitPattern)
        }
        try expectSame([Float(0.1), 1e30])
        try expectSame([[0.1], [], [0.2, 0.3]])
    }

    @Test("Texts, dates, data, links, decimals, identifiers") func others() throws {
        for text in ["", "$null", "null", "a\0b", "👩‍👩‍👧 é", String(repeating: "x", count: 100_000)] {
            try expectSame(text)
        }
        try expectSame(Date(timeIntervalSinceReferenceDate: 712_345_678.123_456_78))
        try expectSame([Date.distantPast, Date.distantFuture])
        try expectSame(Data((0..<1000).map { UInt8(truncatingIfNeeded: $0) }))
        try expectSame(Data())
        try expectSame(URL(string: "http://xcatsan.com/hello?a=1&b=1"))
        try expectSame(URL(string: "b?c", relativeTo: URL(string: "http://example.invalid/a/")))
        try expectSame(Decimal(string: "123456789012345678901234567890.5"))
        try expectSame(UUID(uuidString: "12345678-1234-1234-1234-123456789ABC"))
    }

    @Test("Optionals, collections and keys of all kinds") func collections() throws {
        try expectSame(String?.none)
        try expectSame([1, nil, 3])
        try expectSame(["$null", nil, ""])
        try expectSame([String]())
        try expectSame(["a": 1, "": 2])
        try expectSame([1: "a", -5: "b"])
        try expectSame(Dictionary(uniqueKeysWithValues: (0..<1000).map { ("key\($0)", $0) }))
        try expectSame(Set(0..<50))
        try expectSame([[["a": [Double?.none, 1.5]]]])
    }

    @Test("Enumerations with and without values, and classes that encode their superclass apart") func types() throws {
        enum Shape: Codable, Hashable { case none, circle(radius: Double), box(Int, height: Int?) }
        try expectSame([Shape.none, .circle(radius: 1.5), .box(2, height: nil)])
        let child = EncodedChild(name: "n", number: 3)
        let result = try #require(try returned(child))
        #expect(result.name == "n")
        #expect(result.number == 3)
    }

    @Test("Numbers may change their type where nothing is lost") func conversions() throws {
        let archiver = sandbox.archiver
        try archiver.archive(200, forKey: "n")
        #expect(try archiver.unarchive(UInt8.self, forKey: "n") == 200)
        #expect(try archiver.unarchive(Double.self, forKey: "n") == 200)
        #expect { try archiver.unarchive(Int8.self, forKey: "n") } throws: { .wrongType ~= $0 }
        #expect { try archiver.unarchive(Bool.self, forKey: "n") } throws: { .wrongType ~= $0 }
        #expect { try archiver.unarchive(String.self, forKey: "n") } throws: { .wrongType ~= $0 }
        try archiver.archive([0.1], forKey: "n")
        #expect { try archiver.unarchive([Float].self, forKey: "n") } throws: {
            .wrongType ~= $0 && "\($0)".contains("[0]")
        }
        #expect { try archiver.unarchive([Int].self, forKey: "n") } throws: { .wrongType ~= $0 }
        #expect(try archiver.unarchive([Double?].self, forKey: "n") == [0.1])
    }

    @Test("Endless nesting is rejected, a deep list is not") func depth() throws {
        struct Endless: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(self)
            }
        }
        #expect { try sandbox.archiver.archive(Endless(), forKey: "e") } throws: { .notEncodable ~= $0 }
        #expect(try !sandbox.archiver.exists(forKey: "e"))
        var chain = Chain()
        for _ in 0..<250 { chain = Chain(next: [chain]) }
        let result = try #require(try returned(chain))
        #expect(result.length == 251)
    }

    @Test("A type that uses its encoder wrongly is an error") func wrongUse() throws {
        struct Wrong: Encodable {
            func encode(to encoder: any Encoder) throws {
                var first = encoder.unkeyedContainer()
                try first.encode(1)
                _ = encoder.container(keyedBy: Keys.self)
            }
            enum Keys: CodingKey { case a }
        }
        #expect { try sandbox.archiver.archive([Wrong()], forKey: "w") } throws: { .notEncodable ~= $0 }
    }
}

/// Encodes its numbers in an array.
private struct Unkeyed: Codable, Equatable {
    var signed: Int128
    var unsigned: UInt128

    init(signed: Int128, unsigned: UInt128) {
        self.signed = signed
        self.unsigned = unsigned
    }

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        signed = try container.decode(Int128.self)
        unsigned = try container.decode(UInt128.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(signed)
        try container.encode(unsigned)
    }
}

/// Encodes its number alone.
private struct Single: Codable, Equatable {
    var value: Int128

    init(value: Int128) { self.value = value }

    init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Int128.self) }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

private struct Chain: Codable {
    var next: [Chain] = []
    var length: Int { 1 + (next.first?.length ?? 0) }
}

private class EncodedParent: Codable {
    var name: String

    init(name: String) { self.name = name }
}

private final class EncodedChild: EncodedParent {
    private enum Keys: CodingKey { case number, list, pair }

    var number: Int

    init(name: String, number: Int) {
        self.number = number
        super.init(name: name)
    }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        number = try container.decode(Int.self, forKey: .number)
        var list = try container.nestedUnkeyedContainer(forKey: .list)
        let pair = try list.nestedContainer(keyedBy: Keys.self)
        guard try pair.decode(Int.self, forKey: .pair) == number, list.isAtEnd else {
            throw DecodingError.dataCorruptedError(forKey: .list, in: container, debugDescription: "another number")
        }
        try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        // Out of order: what was handed out first is used last.
        let parent = container.superEncoder()
        var list = container.nestedUnkeyedContainer(forKey: .list)
        var pair = list.nestedContainer(keyedBy: Keys.self)
        try container.encode(number, forKey: .number)
        try pair.encode(number, forKey: .pair)
        try super.encode(to: parent)
    }
}
