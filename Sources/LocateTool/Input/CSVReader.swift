/// Rows of comma-separated values (RFC 4180) in constant memory, with the bytes they were written in.
///
/// A field in quotes may hold commas, quotes (doubled) and ends of lines; a line ends with LF, CRLF or CR LF at the end
/// of the file or not at all; a byte order mark in front is dropped; empty lines are passed over.
struct CSVReader {
    /// One row.
    struct Row {
        /// The line it begins on, from 1.
        var line: Int
        /// Its fields without quotes.
        var fields: [String]
        /// Its bytes as they were written, without the end of the line.
        var raw: [UInt8]
        /// Whether it ended with CRLF.
        var endsWithCRLF: Bool
    }

    /// Longer rows are no rows of places: a quote that never ends must not fill the memory.
    static let longestRow = 1 << 20

    private var stream: ByteStream
    private let name: String
    private var isAtStart = true

    init(_ stream: ByteStream, name: String) {
        self.stream = stream
        self.name = name
    }

    /// The next row; `nil` at the end.
    ///
    /// - Throws: ``ExitCode/dataError`` for a quote that is not closed and for a row over 1 MiB.
    mutating func next() throws(ToolError) -> Row? {
        while true {
            guard try stream.peek() != nil else { return nil }
            let line = stream.line
            var raw = try readRaw(startingOn: line)
            if isAtStart, raw.starts(with: [0xEF, 0xBB, 0xBF]) { raw.removeFirst(3) }
            isAtStart = false
            let endsWithCRLF = raw.last == 13
            if endsWithCRLF { raw.removeLast() }
            if raw.isEmpty { continue }
            return Row(line: line, fields: Self.fields(of: raw), raw: raw, endsWithCRLF: endsWithCRLF)
        }
    }

    /// The bytes up to the end of the line that is outside quotes.
    private mutating func readRaw(startingOn line: Int) throws(ToolError) -> [UInt8] {
        var raw: [UInt8] = []
        var isQuoted = false
        // A quote opens a field only at its beginning; elsewhere it is a character like any other.
        var isAtFieldStart = true
        while let byte = try stream.next() {
            if byte == 10, !isQuoted { return raw }
            guard raw.count < Self.longestRow else {
                throw ToolError(
                    .dataError, "\(name):\(line): the row is longer than 1 MiB; is a quote missing its partner?")
            }
            raw.append(byte)
            if isQuoted {
                guard byte == UInt8(ascii: "\"") else { continue }
                if try stream.peek() == UInt8(ascii: "\"") {
                    _ = try stream.next()
                    raw.append(byte)
                } else {
                    isQuoted = false
                }
            } else {
                isQuoted = byte == UInt8(ascii: "\"") && isAtFieldStart
                let isMark = isAtStart && raw.count <= 3 && raw.elementsEqual([0xEF, 0xBB, 0xBF].prefix(raw.count))
                isAtFieldStart = byte == UInt8(ascii: ",") || isMark
            }
        }
        guard !isQuoted else {
            throw ToolError(.dataError, "\(name):\(line): a field opens with a quote that is never closed")
        }
        return raw
    }

    /// The fields of a row's bytes.
    static func fields(of raw: [UInt8]) -> [String] {
        var fields: [String] = []
        var rest = raw[...]
        while true {
            var field: [UInt8] = []
            if rest.first == UInt8(ascii: "\"") {
                rest.removeFirst()
                while let byte = rest.popFirst() {
                    if byte == UInt8(ascii: "\"") {
                        guard rest.first == UInt8(ascii: "\"") else { break }
                        rest.removeFirst()
                    }
                    field.append(byte)
                }
            }
            // What stands between the closing quote and the comma is kept, as spreadsheets do.
            let plain = rest.prefix { $0 != UInt8(ascii: ",") }
            field += plain
            rest = rest.dropFirst(plain.count)
            fields.append(String(decoding: field, as: UTF8.self))
            if rest.popFirst() == nil { return fields }
        }
    }
}
