/// Reads a JSON document (RFC 8259) from bytes that nobody vouches for.
///
/// No recursion deeper than ``deepest``, no work beyond one pass. Text that is no UTF-8 is repaired, a lone surrogate
/// becomes U+FFFD.
struct JSONReader {
    /// How deep arrays and objects may lie in each other; services' answers have 7 levels at most.
    static let deepest = 32

    /// Why a document cannot be read.
    struct Failure: Error, Hashable {
        /// What is wrong.
        var reason: String
        /// Where, in bytes from the document's start.
        var offset: Int
    }

    private let bytes: [UInt8]
    private var index = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads a document.
    ///
    /// - Parameter bytes: The document, in UTF-8.
    /// - Returns: Its value.
    /// - Throws: `Failure` when it is no JSON or too deep.
    static func value(of bytes: some Sequence<UInt8>) throws(Failure) -> JSONValue {
        var reader = JSONReader(Array(bytes))
        if reader.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.index = 3 }
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.index == reader.bytes.count else { throw reader.failure("something follows the document") }
        return value
    }

    private func failure(_ reason: String) -> Failure { Failure(reason: reason, offset: index) }

    private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipSpace() {
        while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }

    /// Steps over a byte if it comes next after spaces.
    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard byte == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func value(depth: Int) throws(Failure) -> JSONValue {
        skipSpace()
        guard let first = byte else { throw failure("the document ends too soon") }
        switch first {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func object(depth: Int) throws(Failure) -> JSONValue {
        guard depth < Self.deepest else { throw failure("it is nested too deeply") }
        index += 1
        var members: [JSONValue.Member] = []
        if take("}") { return .object(members) }
        repeat {
            skipSpace()
            guard byte == UInt8(ascii: "\"") else { throw failure("a name is missing") }
            let name = try string()
            guard take(":") else { throw failure("a colon is missing") }
            members.append(JSONValue.Member(name: name, value: try value(depth: depth + 1)))
        } while take(",")
        guard take("}") else { throw failure("an object is not closed") }
        return .object(members)
    }

    private mutating func array(depth: Int) throws(Failure) -> JSONValue {
        guard depth < Self.deepest else { throw failure("it is nested too deeply") }
        index += 1
        var elements: [JSONValue] = []
        if take("]") { return .array(elements) }
        repeat { elements.append(try value(depth: depth + 1)) } while take(",")
        guard take("]") else { throw failure("an array is not closed") }
        return .array(elements)
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(Failure) -> JSONValue {
        guard bytes[index...].starts(with: word.description.utf8) else { throw failure("a value is missing") }
        index += word.utf8CodeUnitCount
        return value
    }

    private mutating func number() throws(Failure) -> JSONValue {
        let start = index
        while let byte,
            (0x30...0x39).contains(byte) || byte == 0x2B || byte == 0x2D || byte == 0x2E || byte | 0x20 == 0x65
        { index += 1 }
        let digits = String(decoding: bytes[start..<index], as: UTF8.self)
        guard digits.first == "-" || digits.first?.isNumber == true, Double(digits) != nil else {
            index = start
            throw failure("a value is missing")
        }
        return .number(digits)
    }

    private mutating func string() throws(Failure) -> String {
        index += 1
        var text: [UInt8] = []
        while let byte {
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): text.append(contentsOf: String(try escaped()).utf8)
            default: text.append(byte)
            }
        }
        throw failure("a text is not closed")
    }

    private mutating func escaped() throws(Failure) -> Unicode.Scalar {
        guard let byte else { throw failure("a text is not closed") }
        index += 1
        switch byte {
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try codePoint()
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        default: throw failure("a backslash has no meaning")
        }
    }

    private mutating func codePoint() throws(Failure) -> Unicode.Scalar {
        let high = try codeUnit()
        if let scalar = Unicode.Scalar(high) { return scalar }
        let start = index
        // A pair of surrogates is one character; a lone one is none.
        if UTF16.isLeadSurrogate(high), bytes[index...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) {
            index += 2
            let low = try codeUnit()
            if UTF16.isTrailSurrogate(low) {
                let value = 0x10000 + (UInt32(high) - 0xD800) << 10 + (UInt32(low) - 0xDC00)
                return Unicode.Scalar(value) ?? "\u{FFFD}"
            }
            index = start
        }
        return "\u{FFFD}"
    }

    private mutating func codeUnit() throws(Failure) -> UInt16 {
        let digits = bytes[index...].prefix(4)
        guard digits.count == 4, digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw failure("an escaped character is not closed") }
        index += 4
        return unit
    }
}
