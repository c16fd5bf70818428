/// Base64 (RFC 4648).
package enum Base64 {
    /// The 64 letters, by their values.
    package static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Returns bytes as text.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - isPadded: Whether the text is filled up with `=` to a multiple of four letters.
    /// - Returns: The letters, as ASCII.
    package static func text(_ bytes: [UInt8], isPadded: Bool = true) -> [UInt8] {
        let letters = letters
        return [UInt8](unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { text, count in
            func write(_ value: UInt32, letters written: Int) {
                for place in 0..<written {
                    text[count + place] = letters[Int(value >> UInt32(18 - 6 * place) & 63)]
                }
                count += written
                guard isPadded else { return }
                for place in written..<4 { text[count + place - written] = UInt8(ascii: "=") }
                count += 4 - written
            }
            var index = 0
            while index + 2 < bytes.count {
                let high = UInt32(bytes[index]) << 16
                write(high | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2]), letters: 4)
                index += 3
            }
            if index + 1 < bytes.count {
                write(UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8, letters: 3)
            } else if index < bytes.count {
                write(UInt32(bytes[index]) << 16, letters: 2)
            }
        }
    }
}
