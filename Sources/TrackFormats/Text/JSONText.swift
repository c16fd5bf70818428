/// Strings of JSON (RFC 8259).
enum JSONText {
    /// Appends a string in quotes.
    static func append(_ text: some StringProtocol, to bytes: inout [UInt8]) { append(utf8: text.utf8, to: &bytes) }

    /// Appends bytes of UTF-8 as a string in quotes.
    static func append(utf8: some Sequence<UInt8>, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "\""): bytes += "\\\"".utf8
            case UInt8(ascii: "\\"): bytes += "\\\\".utf8
            case 10: bytes += "\\n".utf8
            case 13: bytes += "\\r".utf8
            case 9: bytes += "\\t".utf8
            case ..<0x20:
                bytes += "\\u00".utf8
                for digit in [byte >> 4, byte & 15] { bytes.append(digit < 10 ? digit + 0x30 : digit + 0x57) }
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
