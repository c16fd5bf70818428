/// Cuts a stream into blocks of whole lines, so that the lines can be processed elsewhere, and on other processors.
///
/// Finds only the ends of lines. In CSV (RFC 4180) those between quotes are part of a field, and the first line determines the
/// separator of the fields. A byte order mark at the beginning is dropped. A block consists of the lines that end in one chunk
/// of the stream, the first of which may begin in an earlier one.
package struct LineBlocks {
    /// One or more whole lines.
    package struct Block: Sendable {
        /// The line of the file that its first byte is on, from 1.
        package var line: Int
        /// The bytes; the last line of a file may have no end of line.
        package var bytes: [UInt8]
    }

    /// What ends a line.
    package enum Kind {
        /// Every end of line.
        case plain
        /// Only ends of lines outside of quotes.
        case csv

        /// The maximum length of a line, in bytes: longer ones are not points, and must not fill the memory.
        package var maximumLineLength: Int { self == .csv ? 1 << 20 : 1 << 24 }
    }

    private enum State {
        case fieldStart
        case field
        case quoted
        case quoteInQuoted
    }

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private var stream: ByteStream
    private let kind: Kind
    private let name: String
    /// The beginning of a line whose end has not been read yet, and its number.
    private var pending: [UInt8] = []
    private var line = 1
    private var state = State.fieldStart
    private var isAtStart = true
    /// The separator of the fields of CSV; known once the first block has been read.
    package private(set) var separator = UInt8(ascii: ",")
    private let findSeparator: ((ArraySlice<UInt8>) -> UInt8)?

    /// Creates a reader that divides a file into blocks of whole lines.
    ///
    /// - Parameters:
    ///   - stream: The file.
    ///   - kind: What ends a line.
    ///   - name: The file's name in messages.
    ///   - findSeparator: Returns the separator of the fields in the first line of CSV that is not empty, which is cut off if
    ///     it is very long; `nil` for commas.
    package init(
        _ stream: ByteStream, _ kind: Kind, name: String, findSeparator: ((ArraySlice<UInt8>) -> UInt8)? = nil
    ) {
        self.stream = stream
        self.kind = kind
        self.name = name
        self.findSeparator = findSeparator
    }

    /// Returns the next block, or `nil` at the end.
    ///
    /// - Throws: ``ExitCode/dataError`` for a line that is too long and for a quote that is not closed.
    package mutating func next() throws(ToolError) -> Block? {
        while true {
            var chunk = try stream.chunk()
            let isAtEnd = chunk.isEmpty
            if isAtStart {
                chunk = pending.removingAll() + chunk
                // The byte order mark may be split between chunks.
                if !isAtEnd, chunk.count < Self.mark.count, Self.mark.starts(with: chunk) {
                    pending = chunk
                    continue
                }
                if !isAtEnd, findSeparator != nil, Self.firstLine(of: chunk) == nil, chunk.count < 1 << 16 {
                    pending = chunk
                    continue
                }
                if chunk.starts(with: Self.mark) { chunk.removeFirst(Self.mark.count) }
                if let findSeparator { separator = findSeparator(Self.firstLine(of: chunk) ?? chunk[...]) }
                isAtStart = false
            }
            if let ends = ends(in: chunk) {
                try check(length: pending.count + ends.first)
                var bytes = pending.removingAll()
                if bytes.isEmpty, ends.last == chunk.count { bytes = chunk } else { bytes += chunk[..<ends.last] }
                pending += chunk[ends.last...]
                return block(bytes)
            }
            pending += chunk
            try check(length: pending.count)
            guard isAtEnd else { continue }
            guard state != .quoted else {
                throw wrong("a field opens with a quote that is never closed")
            }
            return pending.isEmpty ? nil : block(pending.removingAll())
        }
    }

    /// Returns the first line that is not empty, without its end, or `nil` if its end has not been read yet.
    private static func firstLine(of bytes: [UInt8]) -> ArraySlice<UInt8>? {
        let rest = bytes.drop { $0 == 10 || $0 == 13 }
        guard let end = rest.firstIndex(of: 10) else { return nil }
        return rest[..<(end > rest.startIndex && rest[end - 1] == 13 ? end - 1 : end)]
    }

    private mutating func block(_ bytes: [UInt8]) -> Block {
        defer { line += bytes.count { $0 == 10 } }
        return Block(line: line, bytes: bytes)
    }

    private func check(length: Int) throws(ToolError) {
        guard length > kind.maximumLineLength else { return }
        switch kind {
        case .plain: throw wrong("the line is longer than 16 MiB")
        case .csv: throw wrong("the row is longer than 1 MiB; is a quote missing its partner?")
        }
    }

    private func wrong(_ what: String) -> ToolError { ToolError(.dataError, "\(name):\(line): \(what)") }

    /// Returns the index of the first end of line, and the one after the last, or `nil` when there is none.
    private mutating func ends(in chunk: [UInt8]) -> (first: Int, last: Int)? {
        guard kind == .csv, state == .quoted || state == .quoteInQuoted || chunk.contains(UInt8(ascii: "\"")) else {
            if let last = chunk.last {
                state = last == 10 || last == separator ? .fieldStart : .field
            }
            guard let first = chunk.firstIndex(of: 10), let last = chunk.lastIndex(of: 10) else { return nil }
            return (first, last + 1)
        }
        var ends: (first: Int, last: Int)?
        for (index, byte) in chunk.enumerated() {
            if state == .quoted {
                if byte == UInt8(ascii: "\"") { state = .quoteInQuoted }
            } else if byte == UInt8(ascii: "\"") {
                // A quote opens a field only at its beginning; elsewhere it is a character like any other.
                state = state == .field ? .field : .quoted
            } else if byte == 10 {
                ends = (ends?.first ?? index, index + 1)
                state = .fieldStart
            } else {
                state = byte == separator ? .fieldStart : .field
            }
        }
        return ends
    }
}
