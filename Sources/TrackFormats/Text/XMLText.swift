import Formats

/// Writes text and attributes of XML 1.0.
package enum XMLText {
    /// Appends text; drops characters that XML does not allow even in escaped form.
    package static func append(_ text: some StringProtocol, to bytes: inout [UInt8]) {
        append(utf8: text.utf8, isAttribute: false, to: &bytes)
    }

    /// Appends the value of an attribute, without surrounding quotes.
    package static func appendAttribute(_ text: some StringProtocol, to bytes: inout [UInt8]) {
        append(utf8: text.utf8, isAttribute: true, to: &bytes)
    }

    /// Appends UTF-8 bytes.
    static func append(utf8: some Sequence<UInt8>, isAttribute: Bool, to bytes: inout [UInt8]) {
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "&"): bytes += "&amp;".utf8
            case UInt8(ascii: "<"): bytes += "&lt;".utf8
            case UInt8(ascii: ">"): bytes += "&gt;".utf8
            case UInt8(ascii: "\""): bytes += isAttribute ? "&quot;".utf8 : "\"".utf8
            // Parsers normalise these characters unless they are escaped.
            case 13: bytes += "&#13;".utf8
            case 9 where isAttribute: bytes += "&#9;".utf8
            case 10 where isAttribute: bytes += "&#10;".utf8
            case 9, 10: bytes.append(byte)
            case ..<0x20: break
            // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
            case 0xBE, 0xBF:
                if bytes.count >= 2, bytes[bytes.count - 1] == 0xBF, bytes[bytes.count - 2] == 0xEF {
                    bytes.removeLast(2)
                } else {
                    bytes.append(byte)
                }
            // C1 and bidirectional controls affect terminals and can disguise text.
            case 0x80...0x9F where bytes.last == 0xC2:
                bytes.removeLast()
                bytes += "&#\(byte);".utf8
            case 0xAA...0xAE where bytes.suffix(2).elementsEqual([0xE2, 0x80]):
                bytes.removeLast(2)
                bytes += "&#\(8192 + Int(byte) - 0x80);".utf8
            case 0xA6...0xA9 where bytes.suffix(2).elementsEqual([0xE2, 0x81]):
                bytes.removeLast(2)
                bytes += "&#\(8256 + Int(byte) - 0x80);".utf8
            default: bytes.append(byte)
            }
        }
    }
}

// Converts the parser's errors to those of track files.
extension XMLStream {
    /// Makes a parser for a file; the handler must live as long as it.
    ///
    /// UTF-16 is decoded before it: half a character, which is damage, makes the parser miss the next letter, which may
    /// begin a tag.
    static func of(_ chunks: FileChunks, handler: any XMLHandler) throws(TrackFormatError) -> XMLStream {
        _ = try chunks.beginning(of: 2)
        let isDecoded = chunks.decodeUTF16()
        do throws(XMLFailure) { return try XMLStream(handler: handler, isUTF8: isDecoded) } catch {
            throw TrackFormatError(error, chunks.name)
        }
    }

    /// Parses the next bytes of the file called `name`; none mean its end.
    func feed(_ bytes: ArraySlice<UInt8>, of name: String) throws(TrackFormatError) {
        do throws(XMLFailure) { try feed(bytes) } catch { throw TrackFormatError(error, name) }
    }
}

extension TrackFormatError {
    fileprivate init(_ failure: XMLFailure, _ name: String) {
        let located = "\(name):\(failure.line): \(failure.reason)"
        switch failure.kind {
        case .noMemory: self.init(code: .unreadable, message: "\(name): \(failure.reason)")
        case .malformed: self.init(code: .malformed, message: located)
        case .tooLarge: self.init(code: .tooLarge, message: "\(located): no track file needs this")
        case .entities:
            self.init(
                code: .refused,
                message: "\(located), which files of tracks have no use for; remove the DOCTYPE to read it")
        }
    }
}
