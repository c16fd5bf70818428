package import Foundation

extension URL {
    /// The bytes of a file's path, which need not be UTF-8: those that are escaped in the URL, as they are.
    package var fileBytes: [UInt8] {
        var bytes: [UInt8] = []
        var rest = Substring(path(percentEncoded: true)).utf8[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2, let value = UInt8(Substring(digits), radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}
