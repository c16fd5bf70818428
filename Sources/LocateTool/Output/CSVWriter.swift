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
