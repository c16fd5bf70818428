/// Reads rows of comma-separated values (RFC 4180), one by one, in constant memory.
struct CSVRowReader {
    /// The longest row, in bytes; longer ones are not points and must not exhaust memory.
    static let maximumRowLength = 1 << 20
    static let maximumFields = 4096

    /// The bytes of the current row, without quotes.
    private(set) var bytes: [UInt8] = []
    /// The range of each field in ``bytes``.
    private(set) var fields: [Range<Int>] = []
    /// The line on which the row begins, counted from 1.
    private(set) var line = 1
    /// Whether the file ends with the current row, without a newline.
    private(set) var isUnterminated = false

    /// Whether the row contains a CR without LF outside quotes.
    private(set) var hasLoneReturn = false

    private let chunks: FileChunks
    private var chunk: ArraySlice<UInt8> = []
    private var position = 0
    private var lineAtHand = 1
    private var isAtEnd = false
    private var isAtStart = true
    /// The field separator, detected from the first row.
    private(set) var separator = UInt8(ascii: ",")

    init(_ chunks: FileChunks) { self.chunks = chunks }

    /// Whether the chunk contains the whole next row.
    var hasBufferedRow: Bool { chunk[position...].contains(10) }

    /// Advances to the next row that is not empty; returns `false` at the end.
    ///
    /// - Throws: ``TrackFormatError/Code/tooLarge``, ``TrackFormatError/Code/malformed`` for a quote that is never closed, and
    ///   ``TrackFormatError/Code/unreadable``.
    mutating func next() throws(TrackFormatError) -> Bool {
        while true {
            guard try readRow() else { return false }
            if fields.count > 1 || !bytes.isEmpty { return true }
        }
    }

    func failure(_ code: TrackFormatError.Code, _ what: String) -> TrackFormatError {
        TrackFormatError(code: code, message: "\(chunks.name):\(line): \(what)")
    }

    /// Returns whether there is another byte at ``position``.
    @inline(__always)
    private mutating func fill() throws(TrackFormatError) -> Bool {
        if position < chunk.endIndex { return true }
        return try readChunk()
    }

    private mutating func readChunk() throws(TrackFormatError) -> Bool {
        while position == chunk.endIndex {
            guard !isAtEnd else { return false }
            chunk = []
            chunk = try chunks.next()
            position = chunk.startIndex
            isAtEnd = chunk.isEmpty
            if isAtEnd { return false }
            if isAtStart { try beginFile() }
        }
        return true
    }

    /// Skips the byte order mark and detects the separator.
    private mutating func beginFile() throws(TrackFormatError) {
        isAtStart = false
        while !chunk.contains(10), chunk.count < 1 << 16 {
            let more = try chunks.next()
            if more.isEmpty { break }
            chunk += more
        }
        position = chunk.startIndex
        if chunk.starts(with: [0xFF, 0xFE]) || chunk.starts(with: [0xFE, 0xFF]) {
            throw failure(.malformed, "the file is in UTF-16; save it in UTF-8")
        }
        if chunk.starts(with: [0xEF, 0xBB, 0xBF]) { position += 3 }
        separator = Self.separator(of: chunk[position...].prefix { $0 != 10 && $0 != 13 })
    }

    /// Returns the separator of a row: the most frequent candidate, unless those are decimal commas.
    static func separator(of row: ArraySlice<UInt8>) -> UInt8 {
        let comma = UInt8(ascii: ",")
        let counts = ",;\t|".utf8.map { separator in (separator, row.count { $0 == separator }) }
        let most = counts.max { $0.1 < $1.1 || ($0.1 == $1.1 && $0.0 != comma) }?.0 ?? comma
        if counts.allSatisfy({ $0.1 == 0 }) { return comma }
        guard most == comma else { return most }
        // In 48,8566;2,3522;35,0 every comma is between digits, and there are other separators.
        let isDecimal = row.indices.allSatisfy { index in
            guard row[index] == comma else { return true }
            return index > row.startIndex && index + 1 < row.endIndex && (48...57).contains(row[index - 1])
                && (48...57).contains(row[index + 1])
        }
        guard isDecimal, let other = counts.first(where: { $0.0 != comma && $0.1 > 0 }) else { return comma }
        return other.0
    }

    private mutating func readRow() throws(TrackFormatError) -> Bool {
        bytes.removeAll(keepingCapacity: true)
        fields.removeAll(keepingCapacity: true)
        line = lineAtHand
        hasLoneReturn = false
        guard try fill() else { return false }
        var fieldStart = 0
        var isQuoted = false
        var wasQuoted = false
        while try fill() {
            if !isQuoted { appendPlainBytes() }
            guard try fill() else { break }
            let byte = chunk[position]
            position += 1
            if byte == 10 { lineAtHand += 1 }
            if isQuoted {
                if byte != UInt8(ascii: "\"") {
                    bytes.append(byte)
                } else if try fill(), chunk[position] == UInt8(ascii: "\"") {
                    bytes.append(byte)
                    position += 1
                } else {
                    isQuoted = false
                }
            } else if byte == separator {
                try endField(&fieldStart)
                wasQuoted = false
            } else if byte == 10 {
                if !wasQuoted, bytes.count > fieldStart, bytes.last == 13 { bytes.removeLast() }
                try endField(&fieldStart)
                return true
            } else if byte == UInt8(ascii: "\""), bytes.count == fieldStart, !wasQuoted {
                isQuoted = true
                wasQuoted = true
            } else if byte == 13 {
                if !wasQuoted { bytes.append(byte) }
                if try fill(), chunk[position] != 10, chunk[position] != 13 { hasLoneReturn = true }
            } else {
                bytes.append(byte)
            }
            guard bytes.count <= Self.maximumRowLength else {
                throw failure(.tooLarge, "the row is longer than 1 MiB; is a quote missing its partner?")
            }
        }
        guard !isQuoted else { throw failure(.malformed, "a field opens with a quote that is never closed") }
        if !wasQuoted, bytes.count > fieldStart, bytes.last == 13 { bytes.removeLast() }
        try endField(&fieldStart)
        isUnterminated = true
        return true
    }

    /// Appends the bytes up to one that may have a meaning, or the end of the chunk.
    ///
    /// These are nearly all of a row, and are copied much faster together than one by one.
    private mutating func appendPlainBytes() {
        let (separator, start, room) = (separator, position, max(Self.maximumRowLength - bytes.count, 0))
        // The first index of a slice is rarely zero.
        let first = start - chunk.startIndex
        let count = chunk.withUnsafeBufferPointer { chunk in
            let limit = min(chunk.count, first + room)
            var index = first
            while index < limit {
                let byte = chunk[index]
                if byte == separator || byte == 10 || byte == 13 || byte == UInt8(ascii: "\"") { break }
                index += 1
            }
            return index - first
        }
        if count > 0 { bytes.append(contentsOf: chunk[start..<start + count]) }
        position = start + count
    }

    private mutating func endField(_ start: inout Int) throws(TrackFormatError) {
        guard fields.count < Self.maximumFields else {
            throw failure(.tooLarge, "the row has more than \(Self.maximumFields) fields")
        }
        fields.append(start..<bytes.count)
        start = bytes.count
    }
}
