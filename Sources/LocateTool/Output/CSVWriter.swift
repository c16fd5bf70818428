/// Fields of comma-separated values (RFC 4180).
enum CSVWriter {
    /// The fields of one row, without the end of the line.
    static func row(_ fields: [String], separator: UInt8 = UInt8(ascii: ",")) -> String {
        fields.map { field($0, separator: separator) }.joined(separator: String(Unicode.Scalar(separator)))
    }

    /// A field, in quotes where it holds a separator, a quote or an end of line, or begins or ends with a space.
    static func field(_ text: String, separator: UInt8 = UInt8(ascii: ",")) -> String {
        var bytes: [UInt8] = []
        append(text, to: &bytes, separator: separator)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends a field.
    static func append(_ text: String, to bytes: inout [UInt8], separator: UInt8 = UInt8(ascii: ",")) {
        let quote = UInt8(ascii: "\"")
        var text = text
        text.withUTF8 { utf8 in
            var needsQuotes = utf8.first == UInt8(ascii: " ") || utf8.last == UInt8(ascii: " ")
            for byte in utf8 {
                needsQuotes = needsQuotes || byte == separator || byte == quote || byte == 10 || byte == 13
            }
            guard needsQuotes else { return bytes.append(contentsOf: utf8) }
            bytes.append(quote)
            for byte in utf8 {
                if byte == quote { bytes.append(quote) }
                bytes.append(byte)
            }
            bytes.append(quote)
        }
    }
}

/// CSV on its way out, in which no text is a formula for a spreadsheet.
///
/// A spreadsheet computes what begins with `=`, `+`, `-` or `@`, and passes over a tab or an end of line in front. Names of places,
/// photos and input files come from strangers, and a formula may read other cells and send them away. So a `'` goes before
/// such a text, as OWASP's page on CSV injection advises; a number stays one.
///
/// It works on bytes as they are written and not where fields are made, since rows of an input are passed on as they stand there.
struct SpreadsheetText {
    private enum State {
        /// Before a field, or after the quote that begins one.
        case beginning, quotedBeginning
        /// In a field that is as it is.
        case plain, quoted
        /// After a quote in a field with quotes: its end, or the first of two.
        case quote
        /// The same after the quote that begins a field: what follows an empty pair is its first byte for a spreadsheet.
        case secondQuote
        /// In a field that begins like a number; it is held back until that is known.
        case number(isQuoted: Bool)
    }

    private let separator: UInt8
    private var state = State.beginning
    private var held: [UInt8] = []

    private static let quote = UInt8(ascii: "\"")
    private static let apostrophe = UInt8(ascii: "'")
    /// No spreadsheet takes a longer text for a number.
    private static let longestNumber = 40

    /// - Parameter separator: What separates the fields.
    init(separator: UInt8 = UInt8(ascii: ",")) { self.separator = separator }

    /// The next bytes as they are to be written; a field that is not at its end may be kept for later.
    mutating func passed(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.underestimatedCount + 16)
        for byte in bytes { append(byte, &output) }
        return output
    }

    /// What was kept, at the end of all.
    mutating func ending() -> [UInt8] {
        var output: [UInt8] = []
        release(&output)
        state = .beginning
        return output
    }

    private mutating func append(_ byte: UInt8, _ output: inout [UInt8]) {
        switch state {
        case .beginning:
            if byte == Self.quote {
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
                if held.count > Self.longestNumber {
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

    /// Takes the first byte of a field.
    private mutating func begin(_ byte: UInt8, isQuoted: Bool, _ output: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "+"), UInt8(ascii: "-"):
            state = .number(isQuoted: isQuoted)
            held = [byte]
            return
        case UInt8(ascii: "="), UInt8(ascii: "@"), UInt8(ascii: "\t"), 10, 13: output.append(Self.apostrophe)
        default: break
        }
        state = isQuoted ? .quoted : .plain
        output.append(byte)
    }

    private func endsField(_ byte: UInt8) -> Bool { byte == separator || byte == 10 || byte == 13 }

    /// Writes what was held back.
    private mutating func release(_ output: inout [UInt8]) {
        if !held.isEmpty, !Self.isNumber(held) { output.append(Self.apostrophe) }
        output += held
        held = []
    }

    /// Whether a sign and what follows are one number, not a sum: `-12.5`, `+1e3`.
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
