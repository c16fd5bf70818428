import LKFormats
import LKGeocoding

/// The texts of `STRS` that begin with given letters, with the quality of each match.
///
/// It scans all texts: 5.6 MB in 3 ms (measured). An index would add 3 MB to the file.
struct TextMatches {
    /// One bit per byte of `STRS`, set at the start of each matching text.
    private var bits: [UInt64]
    private var offsets: [UInt32] = []
    private var matches: [PlaceMatch.NameMatch] = []

    init(_ letters: [UInt32], in world: World) throws(GeocodingError) {
        let section = world.layout.texts
        bits = [UInt64](repeating: 0, count: section.length / 64 + 1)
        guard let first = letters.first else { return }
        let leads = Self.leadBytes(of: first)
        let bytes = UnsafeRawBufferPointer(
            rebasing: world.bytes[section.offset..<section.offset + section.length])
        // The first text is empty.
        var offset = 1
        while offset < bytes.count {
            let length = Int(bytes[offset])
            let start = offset + 1
            guard length < bytes.count - offset else { throw world.damaged("a name ends outside its section") }
            if length > 0, leads[Int(bytes[start])] {
                let name = UnsafeRawBufferPointer(rebasing: bytes[start..<start + length])
                if let match = PlaceMatch.NameMatch(of: name, with: letters) {
                    bits[offset >> 6] |= 1 << UInt64(offset & 63)
                    offsets.append(UInt32(truncatingIfNeeded: offset))
                    matches.append(match)
                }
            }
            offset = start + length
        }
    }

    var isEmpty: Bool { offsets.isEmpty }

    /// Returns how well a text matches, or `nil` if it does not.
    subscript(reference: UInt32) -> PlaceMatch.NameMatch? {
        let word = Int(reference >> 6)
        guard word < bits.count, bits[word] >> UInt64(reference & 63) & 1 == 1 else { return nil }
        var (low, high) = (0, offsets.count)
        while low < high {
            let middle = (low + high) / 2
            if offsets[middle] < reference { low = middle + 1 } else { high = middle }
        }
        return low < offsets.count && offsets[low] == reference ? matches[low] : nil
    }

    /// Returns the possible first bytes of names with this first folded letter, as a pre-filter: false positives are
    /// harmless.
    private static func leadBytes(of letter: UInt32) -> [Bool] {
        var leads = [Bool](repeating: false, count: 256)
        // Marks and spaces that case folding removes.
        for byte in [0x20, 0x22, 0x27, 0x28, 0x2D, 0x2E, 0x60, 0xC2, 0xCA, 0xCB, 0xCC, 0xCD, 0xD9, 0xE2] {
            leads[byte] = true
        }
        switch letter {
        case ..<0x80:
            leads[Int(letter)] = true
            leads[Int(letter & 0xDF)] = true
            for byte in 0xC3...0xC9 { leads[byte] = true }
            leads[0xE1] = true
            leads[0xEF] = true
        case 0x370...0x3FF: (0xCD...0xCF).forEach { leads[$0] = true }
        case 0x400...0x52F: (0xD0...0xD4).forEach { leads[$0] = true }
        case 0x530...0x58F: (0xD4...0xD6).forEach { leads[$0] = true }
        case ..<0x800: leads[Int(0xC0 | letter >> 6)] = true
        case ..<0x10000: leads[Int(0xE0 | letter >> 12)] = true
        default: leads[Int(0xF0 | letter >> 18 & 0x07)] = true
        }
        return leads
    }
}

extension PlaceMatch.NameMatch {
    /// Creates the match of the beginning of a name with folded letters, or returns `nil` if they differ.
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
