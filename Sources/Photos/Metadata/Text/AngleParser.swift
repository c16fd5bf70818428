/// Parses a latitude or longitude that is a text: in XMP, in EXIF of programs that write letters instead of fractions.
///
/// Read are the standard's `52,1.2N` and `52,1,12N`, and what programs write instead: `-12.5`, `1e-05`, `5202/100`,
/// `52.02 N`, `N 52 1.2`, `49 deg 30' 20.00" N`, `49°30′20″N`, `52,842781` and `52,00000,50,00000,34,01180` with decimal
/// commas. A text with two meanings has no value: `12,30` without a letter may be minutes or decimals.
struct AngleParser {
    /// A direction from the equator or from Greenwich.
    enum Axis {
        case latitude, longitude

        /// The largest angle, in degrees.
        var maximumAngle: Double { self == .latitude ? 90 : 180 }

        /// Returns whether a word names the negative hemisphere; `nil` if it names neither of the two.
        fileprivate func isNegative(_ word: String) -> Bool? {
            switch (self, word) {
            case (.latitude, "n"), (.latitude, "north"): false
            case (.latitude, "s"), (.latitude, "south"): true
            case (.longitude, "e"), (.longitude, "east"): false
            case (.longitude, "w"), (.longitude, "west"): true
            default: nil
            }
        }

        /// Returns whether a separate reference means the negative hemisphere, by its first letter.
        ///
        /// - Parameter reference: Such as `W`, or `West`.
        /// - Returns: `nil` if it names neither hemisphere.
        func isNegative(reference: some Sequence<UInt8>) -> Bool? {
            guard let first = reference.first(where: { $0 > 0x20 }) else { return nil }
            return isNegative(String(decoding: [first | 0x20], as: UTF8.self))
        }
    }

    /// An angle, and the hemisphere that its text states.
    struct Angle: Hashable {
        /// Degrees, not negative.
        var magnitude: Double
        /// Whether it is south or west, by a letter or a minus sign; `nil` if the text states neither.
        var isNegative: Bool?
    }

    private struct Part {
        var value: Double
        var text: String
        /// Whether it has only digits.
        var isWhole: Bool
        /// The characters before it and after the previous part.
        var separator: [UInt8]
    }

    private let text: [UInt8]
    private let axis: Axis
    private var index = 0
    private var parts: [Part] = []
    private var separator: [UInt8] = []
    private var hasMinus = false
    private var hasUnits = false
    private var hemispheres: Set<Bool> = []

    /// Returns the angle of a text.
    ///
    /// - Parameters:
    ///   - text: The text, possibly padded with blanks and zeros.
    ///   - axis: Its axis.
    ///   - hasReference: Whether the hemisphere is stated elsewhere, as the standard requires of degrees and minutes.
    /// - Returns: `nil` if the text has no meaning, or several.
    static func angle(_ text: some Sequence<UInt8>, axis: Axis, hasReference: Bool = false) -> Angle? {
        var parser = AngleParser(text, axis)
        guard parser.scan() else { return nil }
        return parser.angle(hasReference: hasReference)
    }

    private init(_ text: some Sequence<UInt8>, _ axis: Axis) {
        let isBlank = { (byte: UInt8) in byte <= 0x20 }
        var trimmed = Array(text.drop(while: isBlank))
        while let last = trimmed.last, isBlank(last) { trimmed.removeLast() }
        self.text = trimmed
        self.axis = axis
    }

    // MARK: Scanning

    /// The longest text, in bytes.
    private static let maximumCount = 64
    /// Signs of degrees, minutes and seconds that are not ASCII, in UTF-8 and in Latin-1.
    private static let signs: [[UInt8]] = [
        [0xC2, 0xB0], [0xC2, 0xBA], [0xCB, 0x9A], [0xE2, 0x80, 0xB2], [0xE2, 0x80, 0xB3], [0xE2, 0x80, 0x99],
        [0xE2, 0x80, 0x9D], [0xC2, 0xB4], [0xC2, 0xA0], [0xB0], [0xBA], [0xB4],
    ]
    /// The minus sign and the dash that are used in its place.
    private static let minuses: [[UInt8]] = [[0xE2, 0x88, 0x92], [0xE2, 0x80, 0x93]]

    private mutating func scan() -> Bool {
        guard !text.isEmpty, text.count <= Self.maximumCount else { return false }
        while index < text.count {
            switch text[index] {
            case 0x30...0x39, UInt8(ascii: "."): guard scanNumber() else { return false }
            case UInt8(ascii: "-"), UInt8(ascii: "+"):
                guard parts.isEmpty, !hasMinus else { return false }
                hasMinus = text[index] == UInt8(ascii: "-")
                index += 1
            case 0x41...0x5A, 0x61...0x7A: guard scanWord() else { return false }
            case 0x09, 0x20, UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: "'"),
                UInt8(ascii: "\""):
                separator.append(text[index])
                index += 1
            default:
                if skip(Self.minuses) {
                    guard parts.isEmpty, !hasMinus else { return false }
                    hasMinus = true
                } else {
                    guard skip(Self.signs) else { return false }
                    separator.append(UInt8(ascii: "'"))
                }
            }
        }
        return !parts.isEmpty && hemispheres.count <= 1
    }

    private mutating func skip(_ all: [[UInt8]]) -> Bool {
        guard let found = all.first(where: { text[index...].starts(with: $0) }) else { return false }
        index += found.count
        return true
    }

    /// Scans a number: digits, decimals, and an exponent or a denominator.
    private mutating func scanNumber() -> Bool {
        // Two numbers need something between them.
        guard parts.count < 6, parts.isEmpty || !separator.isEmpty else { return false }
        let start = index
        skipDigits()
        var isWhole = true
        if index < text.count, text[index] == UInt8(ascii: ".") {
            isWhole = false
            index += 1
            skipDigits()
        }
        if let end = exponentEnd() {
            isWhole = false
            index = end
        }
        let number = String(decoding: text[start..<index], as: UTF8.self)
        guard var value = Double(number.hasSuffix(".") ? number + "0" : number) else { return false }
        if index < text.count, text[index] == UInt8(ascii: "/") {
            let first = index + 1
            index = first
            skipDigits()
            guard let divisor = Double(String(decoding: text[first..<index], as: UTF8.self)), divisor != 0 else {
                return false
            }
            isWhole = false
            value /= divisor
        }
        parts.append(Part(value: value, text: number, isWhole: isWhole, separator: separator))
        separator = []
        return value.isFinite
    }

    private mutating func skipDigits() {
        while index < text.count, (0x30...0x39).contains(text[index]) { index += 1 }
    }

    /// Returns the end of an exponent; an `E` without digits is a hemisphere.
    private func exponentEnd() -> Int? {
        guard index < text.count, text[index] | 0x20 == UInt8(ascii: "e") else { return nil }
        var end = index + 1
        if end < text.count, text[end] == UInt8(ascii: "-") || text[end] == UInt8(ascii: "+") { end += 1 }
        let first = end
        while end < text.count, (0x30...0x39).contains(text[end]) { end += 1 }
        return end > first ? end : nil
    }

    private mutating func scanWord() -> Bool {
        let start = index
        while index < text.count, (0x41...0x5A).contains(text[index] & 0xDF) { index += 1 }
        let word = String(decoding: text[start..<index], as: UTF8.self).lowercased()
        switch word {
        case "d", "deg", "degree", "degrees", "m", "min", "minute", "minutes", "sec", "second", "seconds":
            hasUnits = true
        case "s" where hasUnits && parts.count == 3 && text[start] == UInt8(ascii: "s"): break
        default:
            guard let isNegative = axis.isNegative(word) else { return false }
            hemispheres.insert(isNegative)
        }
        separator.append(UInt8(ascii: "'"))
        return true
    }

    // MARK: Meaning

    private func angle(hasReference: Bool) -> Angle? {
        let isNegative = hemispheres.first ?? (hasMinus ? true : nil)
        // A minus sign before a letter repeats it, or contradicts it.
        if hasMinus, isNegative == false { return nil }
        guard let values = values(hasReference: hasReference || hemispheres.first != nil) else { return nil }
        let fractions = values.dropLast()
        guard values.dropFirst().allSatisfy({ $0 <= 60 }), fractions.allSatisfy({ $0 == $0.rounded() }) else {
            return nil
        }
        var magnitude = 0.0
        for (value, divisor) in zip(values, [1.0, 60, 3600]) { magnitude += value / divisor }
        return magnitude <= axis.maximumAngle ? Angle(magnitude: magnitude, isNegative: isNegative) : nil
    }

    /// Returns degrees, minutes and seconds, as many as there are.
    private func values(hasReference: Bool) -> [Double]? {
        let joined = parts.dropFirst().contains { $0.separator != Self.comma } ? joinedDecimals : parts
        let values = joined.map(\.value)
        let isOfCommas =
            joined.count > 1 && joined.allSatisfy { $0.isWhole }
            && joined.dropFirst().allSatisfy {
                $0.separator == Self.comma
            }
        guard isOfCommas else { return values.count <= 3 ? values : nil }
        // Minutes and seconds have two digits, so further ones are decimals.
        let isDecimal = joined[joined.count - 1].text.utf8.count > 2
        switch joined.count {
        case 2 where isDecimal || joined[1].value > 60: return Self.decimal(joined[0], joined[1]).map { [$0] }
        case 2: return hasReference ? values : nil
        case 3 where isDecimal: return Self.decimal(joined[1], joined[2]).map { [values[0], $0] }
        case 3: return values
        case 6:
            let pairs = stride(from: 0, to: 6, by: 2).compactMap { Self.decimal(joined[$0], joined[$0 + 1]) }
            return pairs.count == 3 ? pairs : nil
        default: return nil
        }
    }

    private static let comma = [UInt8(ascii: ",")]

    /// The parts where other characters separate them, so that a comma between digits is a decimal one.
    private var joinedDecimals: [Part] {
        var joined: [Part] = []
        for part in parts {
            if part.separator == Self.comma, part.isWhole, let last = joined.last, last.isWhole,
                let value = Self.decimal(last, part)
            {
                joined[joined.count - 1].value = value
                joined[joined.count - 1].isWhole = false
            } else {
                joined.append(part)
            }
        }
        return joined
    }

    private static func decimal(_ whole: Part, _ decimals: Part) -> Double? {
        Double("\(whole.text).\(decimals.text)")
    }
}
