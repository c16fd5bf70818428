/// A row of comma-separated values (RFC 4180) within a block of rows, found without copying anything.
///
/// Semicolons or tabs may replace the commas. A field in quotes may hold commas, quotes (doubled) and ends of lines; a row ends with LF, CRLF, or CR or nothing at the end of
/// the file.
package struct CSVRow {
    /// Its bytes as they were written, without the end of the line.
    package private(set) var bytes: Range<Int>
    /// Whether it ended with CRLF.
    package private(set) var endsWithCRLF: Bool
    /// Where the next row begins.
    package private(set) var next: Int
    /// How many ends of lines it has, its own included.
    package private(set) var lines: Int
    /// How many fields it has.
    package private(set) var fieldCount: Int
    /// The two fields asked for, quotes included; empty if it does not have them.
    package private(set) var fields: (Range<Int>, Range<Int>)

    /// Creates the row that begins at an index.
    ///
    /// - Parameters:
    ///   - start: Where it begins, before the end of the block.
    ///   - block: Rows.
    ///   - wanted: The numbers of two fields, from 0.
    ///   - separator: The field separator.
    package init(
        at start: Int, in block: Span<UInt8>, wanted: (Int, Int) = (0, 0), separator: UInt8 = UInt8(ascii: ",")
    ) {
        var index = start
        var count = 0
        var lines = 0
        var fields = (start..<start, start..<start)
        while true {
            let first = index
            index = Self.endOfField(from: first, in: block, separator, lines: &lines)
            if count == wanted.0 { fields.0 = first..<index }
            if count == wanted.1 { fields.1 = first..<index }
            count += 1
            if index == block.count || block[index] == 10 { break }
            index += 1
        }
        endsWithCRLF = index > start && block[index - 1] == 13
        let end = endsWithCRLF ? index - 1 : index
        bytes = start..<end
        self.fields = (fields.0.clamped(to: start..<end), fields.1.clamped(to: start..<end))
        fieldCount = count
        next = index < block.count ? index + 1 : index
        self.lines = index < block.count ? lines + 1 : lines
    }

    /// Returns the end of the field at an index: a separator, the end of the line or the end of the block.
    private static func endOfField(
        from start: Int, in block: Span<UInt8>, _ separator: UInt8, lines: inout Int
    ) -> Int {
        let quote = UInt8(ascii: "\"")
        var index = start
        if index < block.count, block[index] == quote {
            index += 1
            while index < block.count {
                let byte = block[index]
                index += 1
                if byte == 10 { lines += 1 }
                guard byte == quote else { continue }
                guard index < block.count, block[index] == quote else { break }
                index += 1
            }
        }
        // Text between the closing quote and the separator is kept, as in spreadsheets.
        while index < block.count, block[index] != separator, block[index] != 10 { index += 1 }
        return index
    }

    /// Returns the text of a field, without quotes.
    package static func text(of field: ArraySlice<UInt8>) -> String {
        guard field.first == UInt8(ascii: "\"") else { return String(decoding: field, as: UTF8.self) }
        var rest = field.dropFirst()
        var text: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\"") {
                guard rest.first == UInt8(ascii: "\"") else { break }
                rest.removeFirst()
            }
            text.append(byte)
        }
        return String(decoding: text + rest, as: UTF8.self)
    }

    /// Returns the texts of all fields of a row's bytes, which have no end of line outside quotes.
    package static func texts(of row: ArraySlice<UInt8>, separator: UInt8 = UInt8(ascii: ",")) -> [String] {
        let bytes = Array(row)
        var texts: [String] = []
        var (start, lines) = (0, 0)
        while true {
            let end = endOfField(from: start, in: bytes.span, separator, lines: &lines)
            texts.append(text(of: bytes[start..<end]))
            if end == bytes.count { return texts }
            start = end + 1
        }
    }
}
