/// A character of a text from outside that must not reach a person as it is: the one decision for all outputs.
///
/// Names of files, places and receivers come from strangers. A control character can move the cursor, retitle the window
/// or begin a line that the program seems to have written; an invisible one can turn the direction of a text or make two
/// names look alike. The Unicode properties decide: controls (Cc), format characters (Cf), line and paragraph separators
/// (Zl, Zp), private use (Co), surrogates (Cs), noncharacters, and whatever Unicode calls ignorable by default, such as
/// variation selectors. Other unassigned characters (Cn) are letters of a newer Unicode and stay.
///
/// What a script or an emoji needs stays where it needs it: see ``DisplayContext``.
package struct DisplayHazard {
    /// The byte offsets of the character in the text.
    package var range: Range<Int>
    /// The character.
    package var scalar: Unicode.Scalar

    /// Returns whether a character is a hazard where no script needs it.
    package static func contains(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate: true
        default: properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint
        }
    }

    /// Finds the next hazard in UTF-8.
    ///
    /// Bytes that are not valid UTF-8 are passed over.
    ///
    /// - Parameters:
    ///   - text: The text, from its beginning, since the characters around one count.
    ///   - start: The byte offset at which the search begins.
    /// - Returns: The first hazard at or after it; `nil` if there is none.
    package static func first(in text: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> DisplayHazard? {
        var index = start
        while index < text.count {
            let byte = text[index]
            guard mayBegin(byte) else {
                index += byte < 0x80 && isPlain(text, index) ? 8 : 1
                continue
            }
            guard isNearHazard(byte, index + 1 < text.count ? text[index + 1] : 0),
                let (scalar, end) = DisplayContext.scalar(at: index, in: text)
            else {
                index += 1
                continue
            }
            if contains(scalar), !DisplayContext(text: text, range: index..<end).needs(scalar) {
                return DisplayHazard(range: index..<end, scalar: scalar)
            }
            index = end
        }
        return nil
    }

    /// Returns whether the next eight bytes are printable ASCII, looking at them at once.
    @inline(__always) private static func isPlain(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        guard index + 8 <= text.count else { return false }
        let word = UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: index, as: UInt64.self)
        let high: UInt64 = 0x8080_8080_8080_8080
        // Without high bits, adding one sets that of 7F, and only bytes from 20 on keep one when 20 is taken away.
        return word & high == 0 && (word &+ 0x0101_0101_0101_0101) & high == 0
            && ((word | high) &- 0x2020_2020_2020_2020) & high == high
    }

    /// Calls a function with each hazard of a text, and with the bytes between them.
    ///
    /// - Parameters:
    ///   - text: UTF-8.
    ///   - body: Takes bytes of the text, and the hazard that they are; `nil` for all others.
    package static func forEachPart(
        of text: UnsafeBufferPointer<UInt8>, _ body: (Slice<UnsafeBufferPointer<UInt8>>, Unicode.Scalar?) -> Void
    ) {
        var index = 0
        while let hazard = first(in: text, from: index) {
            if index < hazard.range.lowerBound { body(text[index..<hazard.range.lowerBound], nil) }
            body(text[hazard.range], hazard.scalar)
            index = hazard.range.upperBound
        }
        if index < text.count { body(text[index...], nil) }
    }

    /// Returns whether a byte may begin a hazard: a control of ASCII, or one of 16 leading bytes; letters of Europe and
    /// most of East Asia begin with others.
    @inline(__always) private static func mayBegin(_ byte: UInt8) -> Bool {
        if byte < 0x7F { return byte < 0x20 }
        return byte == 0x7F || byte >= 0xC0 && leads & (1 << UInt64(byte & 0x3F)) != 0
    }

    /// The leading bytes C2, CD, D8, DB, DC, E0 to E3, EE, EF and F0 to F4, as bits from C0.
    private static let leads: UInt64 =
        1 << 0x02 | 1 << 0x0D | 1 << 0x18 | 1 << 0x1B | 1 << 0x1C | 0xF << 0x20 | 0x3 << 0x2E | 0x1F << 0x30

    /// Returns whether two bytes may begin a hazard.
    ///
    /// Looking up a property takes as long as reading forty bytes, and only few of the characters after these leading
    /// bytes need it. The tests compare this choice with the properties of all characters.
    private static func isNearHazard(_ lead: UInt8, _ second: UInt8) -> Bool {
        switch lead {
        case 0xC2: second < 0xA0 || second == 0xAD
        case 0xCD: second == 0x8F
        case 0xD8: second < 0x86 || second == 0x9C
        case 0xDB: second == 0x9D
        case 0xDC: second == 0x8F
        case 0xE0: second == 0xA2 || second == 0xA3
        case 0xE1: second == 0x85 || second == 0x9E || second == 0xA0
        case 0xE2: second == 0x80 || second == 0x81
        case 0xE3: second == 0x85
        case 0xEF: second < 0xA4 || second >= 0xB7
        case 0xF0: second == 0x91 || second == 0x93 || second == 0x9B || second == 0x9D || second & 0xF == 0xF
        default: true
        }
    }
}

extension String {
    /// Whether nothing of the text is a ``DisplayHazard``.
    package var isDisplayable: Bool {
        var text = self
        return text.withUTF8 { DisplayHazard.first(in: $0) == nil }
    }

    /// Returns the text with a replacement for each ``DisplayHazard``.
    package func replacingHazards(_ replacement: (Unicode.Scalar) -> String) -> String {
        var text = self
        return text.withUTF8 { utf8 in
            guard DisplayHazard.first(in: utf8) != nil else { return self }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(utf8.count)
            DisplayHazard.forEachPart(of: utf8) { part, hazard in
                if let hazard { bytes += replacement(hazard).utf8 } else { bytes += part }
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// The text on one line without any ``DisplayHazard``: controls and separators become spaces, what is invisible goes.
    package var displayable: String {
        replacingHazards { hazard in
            switch hazard.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: " "
            default: ""
            }
        }
    }
}
