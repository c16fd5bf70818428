/// Filters the output of a table so that a spreadsheet does not read any text as a formula.
///
/// A spreadsheet evaluates text that begins with `=`, `+`, `-` or `@`, and ignores a tab or line end before it. Names of places,
/// photos and input files come from strangers, and a formula may read other cells and send them away. So a `'` precedes
/// such text, as OWASP's page on CSV injection advises; numbers stay as they are.
///
/// It filters written bytes rather than fields, since input rows are passed on unparsed. Without quotes in the syntax of the
/// table, a `'` also precedes a field that begins with a quote: a spreadsheet would take it for a quoted one, whose end may be
/// in another row.
struct SpreadsheetText {
    private enum State {
        /// Before a field, or after the quote that begins one.
        case beginning, quotedBeginning
        /// In a field that is passed unchanged.
        case plain, quoted
        /// After a quote in a quoted field: its end, or the first of two.
        case quote
        /// The same right after the opening quote: for a spreadsheet, the byte after an empty pair is the field's first.
        case secondQuote
        /// In a field that begins like a number; held back until it is known to be one.
        case number(isQuoted: Bool)
    }

    private let table: TableSyntax
    private var state = State.beginning
    private var held: [UInt8] = []

    private static let quote = UInt8(ascii: "\"")
    private static let apostrophe = UInt8(ascii: "'")
    /// Longest number in bytes; spreadsheets do not read longer text as a number.
    private static let maximumNumberLength = 40

    /// Creates a filter for the fields of a table.
    ///
    /// - Parameter table: How the fields are written.
    init(_ table: TableSyntax) { self.table = table }

    /// Filters the next bytes; an incomplete field may be held back.
    package mutating func passed(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.underestimatedCount + 16)
        for byte in bytes { append(byte, &output) }
        return output
    }

    /// Returns the bytes held back, at the end of the output.
    package mutating func ending() -> [UInt8] {
        var output: [UInt8] = []
        release(&output)
        state = .beginning
        return output
    }

    private mutating func append(_ byte: UInt8, _ output: inout [UInt8]) {
        switch state {
        case .beginning:
            if byte == Self.quote, table.hasQuotes {
                state = .quotedBeginning
            } else if endsField(byte) {
                break
            } else {
                return begin(byte, isQuoted: false, &output)
            }
        case .quotedBeginning:
            guard byte == Self.quote else { return begin(byte, isQuoted: true, &output) }
            state = .secondQuote
        case .plain: if endsField(byte) { state = .beginning }
        case .quoted: if byte == Self.quote { state = .quote }
        case .secondQuote:
            guard byte == Self.quote || endsField(byte) else { return begin(byte, isQuoted: false, &output) }
            state = byte == Self.quote ? .quoted : .beginning
        case .quote: state = byte == Self.quote ? .quoted : endsField(byte) ? .beginning : .plain
        case .number(let isQuoted):
            guard isQuoted ? byte == Self.quote : endsField(byte) else {
                held.append(byte)
                if held.count > Self.maximumNumberLength {
                    output.append(Self.apostrophe)
                    output += held
                    held = []
                    state = isQuoted ? .quoted : .plain
                }
                return
            }
            release(&output)
            state = isQuoted ? .quote : .beginning
        }
        output.append(byte)
    }

    /// Processes the first byte of a field.
    private mutating func begin(_ byte: UInt8, isQuoted: Bool, _ output: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "+"), UInt8(ascii: "-"):
            state = .number(isQuoted: isQuoted)
            held = [byte]
            return
        case UInt8(ascii: "="), UInt8(ascii: "@"), UInt8(ascii: "\t"), 10, 13, Self.quote:
            output.append(Self.apostrophe)
        default: break
        }
        state = isQuoted ? .quoted : .plain
        output.append(byte)
    }

    private func endsField(_ byte: UInt8) -> Bool { byte == table.separator || byte == 10 || byte == 13 }

    /// Writes the bytes held back.
    private mutating func release(_ output: inout [UInt8]) {
        if !held.isEmpty, !Self.isNumber(held) { output.append(Self.apostrophe) }
        output += held
        held = []
    }

    /// Returns whether a sign and what follows are one number, not a sum: `-12.5`, `+1e3`.
    private static func isNumber(_ text: [UInt8]) -> Bool {
        var rest = text.dropFirst()[...]
        func digits() -> Int {
            let count = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }.count
            rest = rest.dropFirst(count)
            return count
        }
        var count = digits()
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            count += digits()
        }
        guard count > 0 else { return false }
        if let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
            rest = rest.dropFirst()
            if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest = rest.dropFirst() }
            guard digits() > 0 else { return false }
        }
        return rest.isEmpty
    }
}
