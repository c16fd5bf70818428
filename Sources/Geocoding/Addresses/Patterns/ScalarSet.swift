/// A class of characters in a ``TextPattern``.
struct ScalarSet: Sendable {
    /// Kinds of characters that have a letter of their own.
    enum Kind: Sendable {
        case digit
        case word
        case space
        /// Everything but the end of a line.
        case any
    }

    var ranges: [ClosedRange<Unicode.Scalar>] = []
    var kinds: [Kind] = []
    var isNegated = false

    init() {}

    init(_ kind: Kind) { kinds = [kind] }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        let isMember = ranges.contains { $0.contains(scalar) } || kinds.contains { Self.contains($0, scalar) }
        return isMember != isNegated
    }

    /// Whether a word may contain it: letters, marks and digits of any script, and the low line.
    static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
        case 0..<0x80: false
        default:
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
                .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .connectorPunctuation:
                true
            default: false
            }
        }
    }

    private static func contains(_ kind: Kind, _ scalar: Unicode.Scalar) -> Bool {
        switch kind {
        case .digit: return ("0"..."9").contains(scalar)
        case .word: return isWord(scalar)
        case .space: return scalar.properties.isWhitespace
        case .any: return scalar != "\n"
        }
    }
}
