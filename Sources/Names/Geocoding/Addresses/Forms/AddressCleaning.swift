/// Removes the separators around missing components, and repeated components.
// Works on bytes: iterating over characters would take most of the time of formatting an address.
enum AddressCleaning {
    private typealias Bytes = Substring.UTF8View

    /// Returns the lines of a rendered template without stray commas, dashes and spaces, and without repetition.
    static func lines(_ text: String) -> [String] {
        var text = text
        return text.withUTF8 { bytes in
            var lines: [String] = []
            for range in parts(of: bytes, in: 0..<bytes.count, between: UInt8(ascii: "\n")) {
                if let line = line(bytes, range), !lines.contains(line) { lines.append(line) }
            }
            return lines
        }
    }

    /// Returns a line; `nil` when it is empty.
    private static func line(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> String? {
        var pieces: [String] = []
        for piece in parts(of: bytes, in: range, between: UInt8(ascii: ",")) {
            guard let words = trimmed(bytes, piece), !isRepetition(words, in: pieces) else { continue }
            pieces.append(words)
        }
        return pieces.count == 1 ? pieces[0] : pieces.isEmpty ? nil : pieces.joined(separator: ", ")
    }

    /// Returns the text without comma-separated parts that occurred before, on any line.
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

    /// Returns whether a part is a repetition; New York, New York is not.
    private static func isRepetition(_ piece: String, in pieces: [String]) -> Bool {
        !pieces.isEmpty && pieces.contains(piece) && piece.lowercased() != "new york"
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

    /// Returns a part with single spaces and without dashes at its ends; `nil` when nothing is left.
    private static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> String? {
        let dash = UInt8(ascii: "-")
        var words: [Range<Int>] = []
        var start = range.lowerBound
        for index in range where isSpace(bytes[index]) {
            if start < index { words.append(start..<index) }
            start = index + 1
        }
        if start < range.upperBound { words.append(start..<range.upperBound) }
        func isDash(_ word: Range<Int>) -> Bool { word.count == 1 && bytes[word.lowerBound] == dash }
        words.removeFirst(words.prefix(while: isDash).count)
        while let last = words.last, isDash(last) { words.removeLast() }
        if let first = words.first {
            words[0] = (first.first { bytes[$0] != dash } ?? first.upperBound)..<first.upperBound
        }
        if let last = words.last, let end = last.last, bytes[end] == dash { words[words.count - 1] = last.dropLast() }
        var text: [UInt8] = []
        text.reserveCapacity(range.count)
        for word in words where !word.isEmpty {
            if !text.isEmpty { text.append(UInt8(ascii: " ")) }
            text.append(contentsOf: bytes[word])
        }
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == 9 || byte == 13 }

    /// Returns the non-empty parts between separators.
    private static func parts(
        of bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>, between separator: UInt8
    ) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = range.lowerBound
        for index in range where bytes[index] == separator {
            if start < index { parts.append(start..<index) }
            start = index + 1
        }
        if start < range.upperBound { parts.append(start..<range.upperBound) }
        return parts
    }
}

/// Makes sure that an address's settlement is printed, whatever component the data uses for it.
///
/// Formats contain the components that are usual in their country. A settlement whose component is not in the format is
/// printed in place of the most similar component; if the format prints another settlement, it is omitted.
enum Localities {
    private typealias Component = PostalAddress.Component

    private static let settlements: [Component] = [.city, .town, .village, .municipality, .hamlet, .postalCity]
    private static let quarters: [Component] = [
        .suburb, .cityDistrict, Component("borough"), .quarter, .neighbourhood, Component("district"),
    ]
    private static let areas: [Component] = [.county, .stateDistrict, .region, .island]
    /// Some formats use the village for a quarter, so it comes late.
    private static let slots: [Component] = [
        .city, .town, .municipality, .suburb, .cityDistrict, .neighbourhood, .quarter, .county, .stateDistrict, .region,
        .village, .state,
    ]

    /// Assigns a settlement that the format would omit to a component that it prints.
    ///
    /// - Parameters:
    ///   - parts: The components.
    ///   - form: The country's format.
    static func keep(_ parts: inout PostalAddress, in form: AddressPattern) {
        guard let name = known(settlements, parts) ?? known(quarters, parts) ?? known(areas, parts) else { return }
        let printed = form.components
        let settled = settlements.filter { parts[$0] != nil }
        if !settled.isEmpty, !settled.contains(where: printed.contains), printed.contains(.city) {
            parts[.city] = name
        }
        let used = form.used { parts[$0] != nil }
        // A state, or a country that is a city, is sufficient if the other components are larger or smaller than
        // settlements.
        var enough = settlements + quarters + areas
        if settled.isEmpty { enough += [.state, .stateCode] }
        if form.isOfCityState { enough.append(.country) }
        guard !enough.contains(where: used.contains) else { return }
        for slot in slots where printed.contains(slot) && parts[slot] == nil {
            parts[slot] = name
            if form.used({ parts[$0] != nil }).contains(slot) { return }
            parts[slot] = nil
        }
    }

    private static func known(_ kind: [Component], _ parts: PostalAddress) -> String? {
        kind.lazy.compactMap { parts[$0] }.first
    }
}
