/// The tokens of JSON (RFC 8259) of any source, one by one, in constant memory.
///
/// Several values may follow each other, also behind the record separators of RFC 8142. Nesting is counted on a stack of our own and
/// bounded. The grammar is that of the RFC: NaN, comments and commas at the end are errors.
package struct JSONTokenizer {
    package enum Token: Sendable {
        case beginObject, endObject, beginArray, endArray, key, string, number, yes, no, null, end
    }

    /// So much of a string is kept.
    static let longestText = 1 << 16
    static let longestNumber = 512
    static let deepest = 512

    private enum Expected { case value, valueOrEnd, key, keyOrEnd, commaOrEnd }

    /// The text of the key, string or number at hand, escapes resolved.
    package var text: [UInt8] = []
    /// The line at hand, counted from 1.
    package private(set) var line = 1
    /// The line of the first text that is not valid UTF-8.
    package var repairedLine: Int?

    private let chunks: FileChunks
    private var chunk: ArraySlice<UInt8> = []
    var position = 0
    private var isAtEnd = false
    private var isAtStart = true
    /// Whether each open value is an object.
    private var open: [Bool] = []
    private var expected = Expected.value

    package init(_ chunks: FileChunks) { self.chunks = chunks }

    /// How many objects and arrays are open.
    package var depth: Int { open.count }

    /// Whether there are bytes that have been read and not understood yet.
    var hasBytesAtHand: Bool { position < chunk.endIndex }

    /// The next token; ``Token/end`` at the end of the file.
    ///
    /// - Throws: ``TrackFormatError/Code/malformed``, ``TrackFormatError/Code/tooLarge``, ``TrackFormatError/Code/unreadable``.
    package mutating func next() throws(TrackFormatError) -> Token {
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

    /// Passes over the value that comes next, or the rest of the one whose first token this was.
    package mutating func skip(_ token: Token? = nil) throws(TrackFormatError) {
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

    func wrong(_ what: String) -> TrackFormatError {
        TrackFormatError(code: .malformed, message: "\(chunks.name):\(line): \(what): this is no JSON")
    }

    package func failure(_ code: TrackFormatError.Code, _ what: String) -> TrackFormatError {
        TrackFormatError(code: code, message: "\(chunks.name):\(line): \(what)")
    }

    private mutating func close() {
        open.removeLast()
        expected = open.isEmpty ? .value : .commaOrEnd
    }

    private mutating func readValue(_ byte: UInt8) throws(TrackFormatError) -> Token {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard open.count < Self.deepest else {
                throw failure(.tooLarge, "values nested more than \(Self.deepest) deep: no GeoJSON needs this")
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
        case UInt8(ascii: "t"): return try readWord("true", .yes)
        case UInt8(ascii: "f"): return try readWord("false", .no)
        case UInt8(ascii: "n"): return try readWord("null", .null)
        default:
            try readNumber()
            return .number
        }
    }

    mutating func peek() throws(TrackFormatError) -> UInt8? {
        if position < chunk.endIndex { return chunk[position] }
        guard !isAtEnd else { return nil }
        chunk = []
        chunk = try chunks.next()
        position = chunk.startIndex
        isAtEnd = chunk.isEmpty
        guard !isAtEnd else { return nil }
        if isAtStart {
            isAtStart = false
            // The mark may come in pieces.
            while chunk.count < 3, [0xEF, 0xFE, 0xFF].contains(chunk.first) {
                let more = try chunks.next()
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

    private mutating func skipSpace() throws(TrackFormatError) {
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
