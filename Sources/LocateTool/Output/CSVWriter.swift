/// Fields of comma-separated values (RFC 4180).
enum CSVWriter {
    /// The fields of one row, without the end of the line.
    static func row(_ fields: [String]) -> String { fields.map(field).joined(separator: ",") }

    /// A field, in quotes where it holds a comma, a quote or an end of line, or begins or ends with a space.
    static func field(_ text: String) -> String {
        let needsQuotes = text.utf8.contains { [UInt8(ascii: ","), UInt8(ascii: "\""), 10, 13].contains($0) }
        guard needsQuotes || text.first == " " || text.last == " " else { return text }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" { quoted += "\"" }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }
}
