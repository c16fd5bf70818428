/// How well a name matches what was looked for, the best first.
public enum NameMatch: UInt8, Comparable, Sendable {
    /// The whole name.
    case whole
    /// The name's first words: "Frankfurt" in Frankfurt am Main.
    case words
    /// The name's first letters: "Frankf".
    case letters

    /// Whether the match is the better one.
    public static func < (left: NameMatch, right: NameMatch) -> Bool { left.rawValue < right.rawValue }

    /// Compares the beginning of a name with folded letters; `nil` when it is another.
    init?(of name: UnsafeRawBufferPointer, with letters: [UInt32]) {
        var folded = FoldedText(name)
        for letter in letters where folded.next() != letter { return nil }
        switch folded.next() {
        case nil: self = .whole
        case 0x20: self = .words
        default: self = .letters
        }
    }
}
