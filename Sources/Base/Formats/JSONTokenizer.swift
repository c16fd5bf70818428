/// Reads the tokens of JSON (RFC 8259) one by one, in constant memory.
///
/// Several values may follow each other, optionally with the record separators of RFC 8142. Nesting is tracked on an
/// explicit stack of bounded depth. The grammar is strict: NaN, comments and trailing commas are errors.
package struct JSONTokenizer {
    /// A token.
    package enum Token: Sendable {
        case beginObject, endObject, beginArray, endArray, key, string, number, `true`, `false`, null, end
    }

    /// Limits that bound memory and time.
    package struct Limits: Sendable {
        /// Deepest nesting.
        package var depth = 512
        /// Longest string kept, in bytes; the rest is dropped.
        package var text = 1 << 16
        /// Longest number, in bytes.
        package var number = 512
        /// Whether strings may contain control characters, and numbers may begin with zeros or end with a point, as in
        /// some web services' answers.
        package var isLenient = false

        /// Creates the limits for track files.
        package init() {}
    }

    private enum Expected { case value, valueOrEnd, key, keyOrEnd, commaOrEnd }

    /// The text of the key, string or number just read, with escapes resolved.
    package private(set) var text: [UInt8] = []
    /// The current line, counted from 1.
    package private(set) var line = 1
    /// The line of the first text that is not valid UTF-8.
    package var repairedLine: Int?

    private let limits: Limits
    /// Returns the next bytes; none at the end.
    private let read: () throws(JSONFailure) -> ArraySlice<UInt8>
    private var chunk: ArraySlice<UInt8> = []
    private var position = 0
    /// The number of bytes before ``chunk``.
    private var passed = 0
    private var isAtEnd = false
    private var isAtStart = true
    /// Whether each open value is an object, outermost first.
    private var open: [Bool] = []
    private var expected = Expected.value

    /// Creates a tokenizer for bytes that arrive in chunks.
    ///
    /// - Parameters:
    ///   - limits: The limits.
    ///   - read: Returns the next bytes, or none at the end. ``next()`` rethrows its errors.
    package init(limits: Limits = Limits(), read: @escaping () throws(JSONFailure) -> ArraySlice<UInt8>) {
        self.limits = limits
        self.read = read
    }

    /// The number of open objects and arrays.
    package var depth: Int { open.count }

    /// The current byte offset.
    package var offset: Int { passed + position - chunk.startIndex }

    /// Whether some of the bytes that were read have not been consumed yet.
    package var hasBufferedBytes: Bool { position < chunk.endIndex }

    /// Returns the next token; ``Token/end`` at the end of the text.
    package mutating func next() throws(JSONFailure) -> Token {
        while true {
            try skipSpace()
            guard let byte = try peek() else {
                guard open.isEmpty, expected == .value else { throw wrong("the file ends inside a value") }
                return .end
            }
            switch (byte, expected) {
            case (UInt8(ascii: ","), .commaOrEnd):
                position += 1
                expected = open.last == true ? .key : .value
            case (UInt8(ascii: "}"), .commaOrEnd) where open.last == true, (UInt8(ascii: "}"), .keyOrEnd):
                position += 1
                close()
                return .endObject
            case (UInt8(ascii: "]"), .commaOrEnd) where open.last == false, (UInt8(ascii: "]"), .valueOrEnd):
                position += 1
                close()
                return .endArray
            case (UInt8(ascii: "\""), .key), (UInt8(ascii: "\""), .keyOrEnd):
                try readString()
                try skipSpace()
                guard try peek() == UInt8(ascii: ":") else { throw wrong("expected a colon") }
                position += 1
                expected = .value
                return .key
            case (_, .value), (_, .valueOrEnd): return try readValue(byte)
            case (_, .key), (_, .keyOrEnd): throw wrong("expected the name of a member")
            default: throw wrong("expected a comma or the end of the value")
            }
        }
    }

    /// Skips the next value, or the rest of the one that starts with `token`.
    package mutating func skip(_ token: Token? = nil) throws(JSONFailure) {
        var depth = 0
        var token = if let token { token } else { try next() }
        while true {
            switch token {
            case .beginObject, .beginArray: depth += 1
            case .endObject, .endArray: depth -= 1
            default: break
            }
            if depth <= 0, token != .key { return }
            token = try next()
        }
    }

    private func wrong(_ reason: String) -> JSONFailure { failure(.malformed, reason) }

    /// Returns the failure at the current position.
    package func failure(_ kind: JSONFailure.Kind, _ reason: String) -> JSONFailure {
        JSONFailure(kind, reason, line: line, offset: offset)
    }

    private mutating func close() {
        open.removeLast()
        expected = open.isEmpty ? .value : .commaOrEnd
    }

    private mutating func readValue(_ byte: UInt8) throws(JSONFailure) -> Token {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard open.count < limits.depth else {
                throw failure(.tooDeep, "values nested more than \(limits.depth) deep")
            }
            position += 1
            open.append(byte == UInt8(ascii: "{"))
            expected = byte == UInt8(ascii: "{") ? .keyOrEnd : .valueOrEnd
            return byte == UInt8(ascii: "{") ? .beginObject : .beginArray
        default: break
        }
        defer { expected = open.isEmpty ? .value : .commaOrEnd }
        switch byte {
        case UInt8(ascii: "\""):
            try readString()
            return .string
        case UInt8(ascii: "t"): return try readWord("true", .true)
        case UInt8(ascii: "f"): return try readWord("false", .false)
        case UInt8(ascii: "n"): return try readWord("null", .null)
        default:
            try readNumber()
            return .number
        }
    }

    private mutating func peek() throws(JSONFailure) -> UInt8? {
        if position < chunk.endIndex { return chunk[position] }
        guard !isAtEnd else { return nil }
        passed += chunk.count
        // Once the slice is released, the reader can refill its buffer without a copy.
        chunk = []
        position = 0
        chunk = try read()
        position = chunk.startIndex
        isAtEnd = chunk.isEmpty
        guard !isAtEnd else { return nil }
        if isAtStart {
            isAtStart = false
            // The byte order mark may be split between chunks.
            while chunk.count < 3, [0xEF, 0xFE, 0xFF].contains(chunk.first) {
                let more = try read()
                if more.isEmpty { break }
                chunk += more
            }
            position = chunk.startIndex
            if chunk.starts(with: [0xFF, 0xFE]) || chunk.starts(with: [0xFE, 0xFF]) {
                throw wrong("the file is in UTF-16, not UTF-8")
            }
            if chunk.starts(with: [0xEF, 0xBB, 0xBF]) {
                position += 3
                return try peek()
            }
        }
        return chunk[position]
    }

    private mutating func skipSpace() throws(JSONFailure) {
        while let byte = try peek() {
            switch byte {
            case 10: line += 1
            case 0x20, 13, 9: break
            case 0x1E where open.isEmpty: break
            default: return
            }
            position += 1
        }
    }
}

extension JSONTokenizer {
    fileprivate mutating func readWord(_ word: StaticString, _ token: Token) throws(JSONFailure) -> Token {
        for index in 0..<word.utf8CodeUnitCount {
            guard try peek() == word.utf8Start[index] else { throw wrong("expected a value") }
            position += 1
        }
        return token
    }

    fileprivate mutating func readNumber() throws(JSONFailure) {
        text.removeAll(keepingCapacity: true)
        while let byte = try peek(), (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte) {
            guard text.count < limits.number else { throw failure(.tooLong, "a number of immense length") }
            text.append(byte)
            position += 1
        }
        guard limits.isLenient ? Self.isLenientNumber(text) : Self.isNumber(text) else {
            throw wrong("expected a value")
        }
    }

    private static func isNumber(_ text: [UInt8]) -> Bool {
        var index = 0
        func digits() -> Bool {
            let start = index
            while index < text.count, text[index] &- 0x30 <= 9 { index += 1 }
            return index > start
        }
        func skip(_ byte: UInt8) -> Bool {
            guard index < text.count, text[index] == byte else { return false }
            index += 1
            return true
        }
        _ = skip(0x2D)
        if !skip(0x30), !digits() { return false }
        if skip(0x2E), !digits() { return false }
        if skip(0x65) || skip(0x45) {
            if !skip(0x2B) { _ = skip(0x2D) }
            if !digits() { return false }
        }
        return index == text.count
    }

    /// Returns whether `Double` can parse a text that begins with a digit or a minus sign.
    private static func isLenientNumber(_ text: [UInt8]) -> Bool {
        guard let first = text.first, first == 0x2D || first &- 0x30 <= 9 else { return false }
        return Double(String(decoding: text, as: UTF8.self)) != nil
    }

    fileprivate mutating func readString() throws(JSONFailure) {
        text.removeAll(keepingCapacity: true)
        position += 1
        var highSurrogate: UInt32?
        while let byte = try peek() {
            position += 1
            if byte == UInt8(ascii: "\\") {
                try readEscape(&highSurrogate)
                continue
            }
            if highSurrogate != nil {
                append(scalar: 0xFFFD)
                highSurrogate = nil
            }
            if byte == UInt8(ascii: "\"") {
                // A truncated string may end within a character.
                if text.count < limits.text, !text.span.isValidText { repairedLine = repairedLine ?? line }
                return
            }
            guard byte >= 0x20 || limits.isLenient else { throw wrong("a string contains a control character") }
            if byte == 10 { line += 1 }
            append(byte)
        }
        throw wrong("the file ends inside a string")
    }

    private mutating func readEscape(_ highSurrogate: inout UInt32?) throws(JSONFailure) {
        guard let kind = try peek() else { throw wrong("the file ends inside a string") }
        position += 1
        if kind != UInt8(ascii: "u"), highSurrogate != nil {
            append(scalar: 0xFFFD)
            highSurrogate = nil
        }
        switch kind {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): append(kind)
        case UInt8(ascii: "b"): append(8)
        case UInt8(ascii: "f"): append(12)
        case UInt8(ascii: "n"): append(10)
        case UInt8(ascii: "r"): append(13)
        case UInt8(ascii: "t"): append(9)
        case UInt8(ascii: "u"):
            var unit: UInt32 = 0
            for _ in 0..<4 {
                guard let digit = try peek().flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
                    throw wrong("a string contains an escape that is none")
                }
                position += 1
                unit = unit << 4 | UInt32(digit)
            }
            if let high = highSurrogate {
                highSurrogate = nil
                if (0xDC00..<0xE000).contains(unit) {
                    return append(scalar: 0x10000 + (high - 0xD800) << 10 + (unit - 0xDC00))
                }
                append(scalar: 0xFFFD)
            }
            if (0xD800..<0xDC00).contains(unit) { highSurrogate = unit } else { append(scalar: unit) }
        default: throw wrong("a string contains an escape that is none")
        }
    }

    private mutating func append(scalar: UInt32) {
        for byte in String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8 { append(byte) }
    }

    private mutating func append(_ byte: UInt8) { if text.count < limits.text { text.append(byte) } }
}

/// Why JSON cannot be read; the caller converts it to its own error, which names the file.
package struct JSONFailure: Error {
    /// The kind of a failure.
    package enum Kind: Sendable {
        /// The text is not JSON.
        case malformed
        /// Values are nested too deeply.
        case tooDeep
        /// A token is too long.
        case tooLong
        /// The bytes could not be read; see ``JSONFailure/underlying``.
        case unreadable
    }

    /// The kind.
    package let kind: Kind
    /// What is wrong, without file and line.
    package let reason: String
    /// The line, counted from 1.
    package let line: Int
    /// Where, in bytes from the beginning.
    package let offset: Int
    /// The error thrown while reading.
    package let underlying: (any Error)?

    /// Creates a failure.
    package init(_ kind: Kind, _ reason: String, line: Int, offset: Int) {
        (self.kind, self.reason, self.line, self.offset) = (kind, reason, line, offset)
        underlying = nil
    }

    /// Creates a failure from an error thrown while reading.
    package init(reading error: any Error) {
        (kind, reason, line, offset) = (.unreadable, "", 0, 0)
        underlying = error
    }
}

extension Span<UInt8> {
    /// Whether the bytes are valid UTF-8.
    package var isValidText: Bool {
        do {
            _ = try UTF8Span(validating: self)
            return true
        } catch {
            return false
        }
    }
}
