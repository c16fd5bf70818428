import Glibc

/// The address by which the thumbnail cache knows a file, spelled as GLib does.
enum FileURI {
    /// The URI of a path, which is made absolute; symbolic links stay.
    static func uri(of path: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var text = Array("file://".utf8)
        for byte in absolute(path).utf8 {
            if isPlain(byte) {
                text.append(byte)
            } else {
                text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static let plain = Set("!$&'()*+,-./:=@_~".utf8)

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: plain.contains(byte)
        }
    }

    private static func absolute(_ path: String) -> String {
        var full = path
        if !path.hasPrefix("/"), let folder = getcwd(nil, 0) {
            full = String(cString: folder) + "/" + path
            free(folder)
        }
        var parts: [Substring] = []
        for part in full.split(separator: "/") {
            switch part {
            case ".": continue
            case "..": _ = parts.popLast()
            default: parts.append(part)
            }
        }
        return "/" + parts.joined(separator: "/")
    }
}
