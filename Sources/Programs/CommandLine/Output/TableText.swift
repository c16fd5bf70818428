/// Filters the output of a table so that it is harmless where a person reads it, on a terminal and with `--csv-safe`.
///
/// Elsewhere a table has texts as they are, since programs read them: ends of lines in quotes (RFC 4180) and escape
/// sequences, too. It filters written bytes rather than fields, since input rows are passed on unparsed.
struct TableText {
    private enum State {
        /// Before a field.
        case beginning
        /// In a field without quotes, and in one with quotes.
        case plain, quoted
        /// After a quote in a quoted field: its end, or the first of two.
        case quote
    }

    private let table: TableSyntax
    private let keepsLines: Bool
    private var state = State.beginning
    private var row: [UInt8] = []
    /// Whether a carriage return waits for the line feed; without that it is a hazard.
    private var isReturning = false

    private static let quote = UInt8(ascii: "\"")
    private static let tab = UInt8(ascii: "\t")
    /// A row that is longer, in bytes, is filtered in pieces.
    private static let maximumRow = 1 << 16

    /// Creates a filter for the text of a table.
    ///
    /// - Parameters:
    ///   - table: How the fields are written.
    ///   - keepsLines: Whether ends of lines and tabs in quotes stay, as a spreadsheet shows them in a cell.
    init(_ table: TableSyntax, keepsLines: Bool) {
        self.table = table
        self.keepsLines = keepsLines
    }

    /// Filters the next bytes; an incomplete row is held back.
    package mutating func passed(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.underestimatedCount)
        for byte in bytes { append(byte, to: &output) }
        return output
    }

    /// Returns the bytes held back, at the end of the output.
    package mutating func ending() -> [UInt8] {
        var output: [UInt8] = []
        if isReturning { row.append(13) }
        isReturning = false
        release(to: &output)
        return output
    }

    private mutating func append(_ byte: UInt8, to output: inout [UInt8]) {
        let isQuoted = state == .quoted
        advance(over: byte)
        if isReturning, byte != 10 { row.append(13) }
        let followsReturn = isReturning
        isReturning = byte == 13 && (!isQuoted || keepsLines)
        if isReturning { return }
        let isKept =
            switch byte {
            case 10: !isQuoted || keepsLines
            case Self.tab: isQuoted ? keepsLines : byte == table.separator
            default: false
            }
        if isKept {
            // It passes by the search for hazards, which would find it.
            release(to: &output)
            if followsReturn, byte == 10 { output.append(13) }
            output.append(byte)
        } else {
            row.append(byte)
            // Not within a character.
            if row.count > Self.maximumRow, byte < 0x80 { release(to: &output) }
        }
    }

    private mutating func advance(over byte: UInt8) {
        switch state {
        case .beginning where byte == Self.quote && table.hasQuotes: state = .quoted
        case .quoted: if byte == Self.quote { state = .quote }
        case .quote where byte == Self.quote: state = .quoted
        default: state = byte == table.separator || byte == 10 || byte == 13 ? .beginning : .plain
        }
    }

    private mutating func release(to output: inout [UInt8]) {
        ForeignText.clean(&row, from: 0)
        output += row
        row.removeAll(keepingCapacity: true)
    }
}
