/// What becomes of the separators around parts that are missing, and of what would be said twice.
// By bytes: going through a text by its characters takes most of the time of an address.
enum AddressCleaning {
    private typealias Bytes = Substring.UTF8View

    /// The lines of a rendered template without stray commas, dashes and spaces, and without repetition.
    static func lines(_ text: String) -> [String] {
        var lines: [String] = []
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            var pieces: [String] = []
            for piece in line.split(separator: UInt8(ascii: ",")) {
                let words = trimmed(piece)
                guard !words.isEmpty, !isRepetition(words, in: pieces) else { continue }
                pieces.append(words)
            }
            guard let first = pieces.first else { continue }
            let whole = pieces.count == 1 ? first : pieces.joined(separator: ", ")
            if !lines.contains(whole) { lines.append(whole) }
        }
        return lines
    }

    /// The text without parts between commas that were there before, wherever they stand.
    static func withoutRepetition(_ text: String) -> String {
        var pieces: [String] = []
        var rest = text[...].utf8
        while true {
            let end = commaAndSpace(rest)
            let piece = String(Substring(rest[..<(end ?? rest.endIndex)]))
            if !isRepetition(piece, in: pieces) { pieces.append(piece) }
            guard let end else { return pieces.joined(separator: ", ") }
            rest = rest[rest.index(end, offsetBy: 2)...]
        }
    }

    /// New York, New York is right; everything else is said once.
    private static func isRepetition(_ piece: String, in pieces: [String]) -> Bool {
        pieces.contains(piece) && piece.lowercased() != "new york"
    }

    private static func commaAndSpace(_ bytes: Bytes) -> Bytes.Index? {
        var rest = bytes
        while let comma = rest.firstIndex(of: UInt8(ascii: ",")) {
            let next = rest.index(after: comma)
            if next < rest.endIndex, rest[next] == UInt8(ascii: " ") { return comma }
            rest = rest[next...]
        }
        return nil
    }

    /// A part with single spaces and without dashes at its ends.
    private static func trimmed(_ piece: Bytes) -> String {
        var words = piece.split { $0 == UInt8(ascii: " ") || $0 == 9 || $0 == 13 }[...]
        let dash = [UInt8(ascii: "-")]
        while let first = words.first, first.elementsEqual(dash) { words.removeFirst() }
        while let last = words.last, last.elementsEqual(dash) { words.removeLast() }
        if let first = words.first { words[words.startIndex] = first.drop { $0 == dash[0] } }
        while let last = words.last, last.last == dash[0] { words[words.endIndex - 1] = last.dropLast() }
        return words.lazy.filter { !$0.isEmpty }.map { String(Substring($0)) }.joined(separator: " ")
    }
}
