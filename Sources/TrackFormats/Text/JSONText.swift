/// Writes JSON strings (RFC 8259).
enum JSONText {
    /// Appends a quoted string.
    static func append(_ text: some StringProtocol, to bytes: inout [UInt8]) { append(utf8: text.utf8, to: &bytes) }

    /// Appends UTF-8 bytes as a quoted string.
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
            // C1 controls, C2 80 to C2 9F, and bidirectional controls, E2 80 AA to AE and E2 81 A6 to A9, affect
            // terminals and can disguise text.
            case 0x80...0x9F where bytes.last == 0xC2:
                bytes.removeLast()
                bytes += "\\u00".utf8
                for digit in [byte >> 4, byte & 15] { bytes.append(digit < 10 ? digit + 0x30 : digit + 0x57) }
            case 0xAA...0xAE where bytes.suffix(2).elementsEqual([0xE2, 0x80]):
                bytes.removeLast(2)
                bytes += "\\u202\(String(byte - 0xA0, radix: 16))".utf8
            case 0xA6...0xA9 where bytes.suffix(2).elementsEqual([0xE2, 0x81]):
                bytes.removeLast(2)
                bytes += "\\u206\(byte - 0xA0)".utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
