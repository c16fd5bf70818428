/// How fields become the row of a table.
package struct TableSyntax: Equatable, Sendable {
    /// The byte between fields.
    package let separator: UInt8
    /// Whether fields that need it are in quotes (RFC 4180); otherwise their tabs, line ends and backslashes are escaped.
    let hasQuotes: Bool

    /// Returns the syntax of comma-separated values (RFC 4180), or the same with another separator.
    package static func csv(separator: UInt8 = UInt8(ascii: ",")) -> TableSyntax {
        TableSyntax(separator: separator, hasQuotes: true)
    }

    /// Comma-separated values (RFC 4180).
    package static let csv = csv()

    /// Tab-separated values as IANA registered them, which have neither quotes nor a way to write a tab or line end.
    ///
    /// Those become `\t`, `\n` and `\r`, and a backslash two, as in the text format of PostgreSQL's COPY, in MySQL's LOAD DATA
    /// and in jq's `@tsv`: a line is a row for any program, and nothing is lost.
    package static let tsv = TableSyntax(separator: UInt8(ascii: "\t"), hasQuotes: false)

    /// Returns the text of a row, without a line end.
    package func row(_ fields: [String]) -> String {
        fields.map(field).joined(separator: String(Unicode.Scalar(separator)))
    }

    /// Returns the text of a field.
    package func field(_ text: String) -> String {
        var bytes: [UInt8] = []
        append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends a field.
    package func append(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { utf8 in
            if hasQuotes { appendQuoted(utf8, to: &bytes) } else { Self.appendEscaped(utf8, to: &bytes) }
        }
    }

    /// Appends a field, in quotes if it contains a separator, a quote or a line end, or begins or ends with a space.
    private func appendQuoted(_ utf8: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        let quote = UInt8(ascii: "\"")
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

    private static func appendEscaped(_ utf8: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        let backslash = UInt8(ascii: "\\")
        func escape(_ byte: UInt8) -> UInt8? {
            switch byte {
            case 9: UInt8(ascii: "t")
            case 10: UInt8(ascii: "n")
            case 13: UInt8(ascii: "r")
            case backslash: backslash
            default: nil
            }
        }
        guard utf8.contains(where: { escape($0) != nil }) else { return bytes.append(contentsOf: utf8) }
        for byte in utf8 {
            if let letter = escape(byte) { bytes += [backslash, letter] } else { bytes.append(byte) }
        }
    }
}
