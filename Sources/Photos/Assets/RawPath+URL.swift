import Foundation

extension RawPath {
    /// The URL of a file; bytes that are no UTF-8 are in it as `%FF`.
    var fileURL: URL {
        if let text = exactText { return URL(filePath: text, directoryHint: .notDirectory) }
        var encoded = "file://"
        for byte in bytes {
            let scalar = Unicode.Scalar(byte)
            if scalar.isASCII,
                scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                    || "/-._~".unicodeScalars.contains(scalar)
            {
                encoded.unicodeScalars.append(scalar)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return URL(string: encoded) ?? URL(filePath: text, directoryHint: .notDirectory)
    }

    /// The path of a file URL, with the bytes that are escaped in it.
    init(_ url: URL) {
        var bytes = url.fileBytes
        while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        self = bytes.withUnsafeBytes { RawPath(bytes: $0) }
    }
}
