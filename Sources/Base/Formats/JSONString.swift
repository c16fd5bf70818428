/// Writes strings of JSON (RFC 8259) that are also harmless on a terminal: each ``DisplayHazard`` is an escape, so that the
/// value stays the same.
package enum JSONString {
    /// Appends a quoted string.
    package static func append(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { append(utf8: $0, to: &bytes) }
    }

    /// Appends UTF-8 as a quoted string.
    ///
    /// - Parameters:
    ///   - utf8: The text.
    ///   - bytes: The buffer.
    ///   - extra: Further ASCII characters to escape, for what surrounds the JSON.
    package static func append(utf8: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8], escaping extra: [UInt8] = [])
    {
        bytes.append(quote)
        if DisplayHazard.first(in: utf8) == nil, !utf8.contains(where: { isEscaped($0, extra) }) {
            bytes.append(contentsOf: utf8)
        } else {
            DisplayHazard.forEachPart(of: utf8) { part, hazard in
                if let hazard { return appendEscape(hazard, to: &bytes) }
                for byte in part {
                    if isEscaped(byte, extra) {
                        appendEscape(Unicode.Scalar(byte), to: &bytes)
                    } else {
                        bytes.append(byte)
                    }
                }
            }
        }
        bytes.append(quote)
    }

    @inline(__always) private static func isEscaped(_ byte: UInt8, _ extra: [UInt8]) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || !extra.isEmpty && extra.contains(byte)
    }

    /// Appends JSON as it was written, each ``DisplayHazard`` of its strings as an escape.
    ///
    /// Controls below U+0020 stay: JSON has them only between its values.
    package static func append(json: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        guard DisplayHazard.first(in: json) != nil else { return bytes.append(contentsOf: json) }
        DisplayHazard.forEachPart(of: json) { part, hazard in
            if let hazard, hazard.value >= 0x20 {
                appendEscape(hazard, to: &bytes)
            } else {
                bytes.append(contentsOf: part)
            }
        }
    }

    private static let quote = UInt8(ascii: "\"")

    private static func appendEscape(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        switch scalar {
        case "\"": bytes += "\\\"".utf8
        case "\\": bytes += "\\\\".utf8
        case "\n": bytes += "\\n".utf8
        case "\r": bytes += "\\r".utf8
        case "\t": bytes += "\\t".utf8
        case "\u{8}": bytes += "\\b".utf8
        case "\u{C}": bytes += "\\f".utf8
        default:
            for unit in String(scalar).utf16 {
                bytes += "\\u".utf8
                for shift in [12, 8, 4, 0] as [UInt16] {
                    bytes.append(HexadecimalDigit.lower(UInt8(unit >> shift & 0xF)))
                }
            }
        }
    }
}
