/// Texts of IPTC, which have greatest lengths in bytes, and a character set for all of them.
enum IPTCText {
    /// A text cut to a length, between two letters as people see them.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - most: The greatest length, in bytes of UTF-8.
    /// - Returns: The bytes, or `nil` when nothing is left.
    static func bytes(_ text: String?, most: Int) -> [UInt8]? {
        guard let text = XMPText.clean(text) else { return nil }
        var bytes: [UInt8] = []
        for character in text {
            guard bytes.count + character.utf8.count <= most else { break }
            bytes += character.utf8
        }
        while bytes.last == 0x20 { bytes.removeLast() }
        return bytes.isEmpty ? nil : bytes
    }

    /// Whether a value is the same in every character set.
    static func isASCII(_ value: some Sequence<UInt8>) -> Bool { value.allSatisfy { $0 < 0x80 } }

    /// A value of Windows' western character set, for which others than UTF-8 are taken, in UTF-8.
    static func utf8(ofWestern value: [UInt8]) -> [UInt8] {
        var text = ""
        for byte in value {
            let scalar = (0x80...0x9F).contains(byte) ? western[Int(byte) - 0x80] : Unicode.Scalar(byte)
            text.unicodeScalars.append(scalar)
        }
        return Array(text.utf8)
    }

    /// The letters 0x80...0x9F; five of them are none, and stay what they are in Latin-1.
    private static let western: [Unicode.Scalar] = [
        "\u{20AC}", "\u{81}", "\u{201A}", "\u{192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}", "\u{2C6}",
        "\u{2030}", "\u{160}", "\u{2039}", "\u{152}", "\u{8D}", "\u{17D}", "\u{8F}", "\u{90}", "\u{2018}", "\u{2019}",
        "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}", "\u{2DC}", "\u{2122}", "\u{161}", "\u{203A}",
        "\u{153}", "\u{9D}", "\u{17E}", "\u{178}",
    ]
}
