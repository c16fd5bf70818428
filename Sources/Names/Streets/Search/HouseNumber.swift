/// Compares house numbers as people write them: 12 a is 12a, 43-45 is 43/45, and 12;14 are two.
enum HouseNumber {
    /// How well a stated number meets the one that is looked for, best first.
    enum Match: Int, Comparable {
        case exact, listed, ranged

        static func < (left: Match, right: Match) -> Bool { left.rawValue < right.rawValue }
    }

    /// Returns the words of a number joined into one: nothing between figure and letter, a slash between figures.
    static func joined(_ words: [[UInt8]]) -> [UInt8] {
        var joined: [UInt8] = []
        for word in words {
            if let last = joined.last, last.isDigit, let first = word.first, first.isDigit {
                joined.append(UInt8(ascii: "/"))
            }
            joined += word
        }
        return joined
    }

    /// Compares a number of the file with one that is looked for.
    ///
    /// - Parameters:
    ///   - stated: The number of the file.
    ///   - wanted: The number that is looked for, joined.
    /// - Returns: How well they match; `nil` if they do not.
    static func match(_ stated: UnsafeRawBufferPointer, _ wanted: [UInt8]) -> Match? {
        guard !stated.isEmpty, !wanted.isEmpty else { return nil }
        var isPlain = true
        for byte in stated where !byte.isDigit && !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) {
            isPlain = false
        }
        if isPlain {
            guard stated.count == wanted.count else { return nil }
            for (index, byte) in stated.enumerated() {
                if (byte.isDigit ? byte : byte | 0x20) != wanted[index] { return nil }
            }
            return .exact
        }
        let numbers = stated.split { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ",") }
        if numbers.count == 1, joined(SearchWords.folded(stated)) == wanted { return .exact }
        for number in numbers where number.count < 64 {
            let words = SearchWords.folded(UnsafeRawBufferPointer(rebasing: number))
            let whole = joined(words)
            if whole == wanted { return numbers.count > 1 ? .listed : .exact }
            if number.contains(UInt8(ascii: "-")), words.count == 2, let low = value(words[0]),
                let high = value(words[1]), let middle = value(wanted), low <= middle, middle <= high
            {
                return .ranged
            }
        }
        return nil
    }

    /// Returns the value of a number without letters.
    private static func value(_ number: [UInt8]) -> Int? {
        guard !number.isEmpty, number.count < 7, number.allSatisfy(\.isDigit) else { return nil }
        return number.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
}
