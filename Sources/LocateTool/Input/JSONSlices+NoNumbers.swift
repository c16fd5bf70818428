extension JSONSlices {
    private static let names: Set<String> = ["nan", "inf", "infinity"]

    /// The first word that programs write for a number that is none and that JSON does not have, such as `-Infinity`; `nil` without
    /// one.
    static func noNumber(in bytes: ArraySlice<UInt8>) -> String? {
        var rest = bytes
        while let byte = rest.first {
            if byte == UInt8(ascii: "\"") {
                var scanner = JSONSlices(rest)
                guard scanner.takeString() != nil else { return nil }
                rest = scanner.rest
                continue
            }
            let word = rest.prefix { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") || isLetter($0) }
            guard !word.isEmpty else {
                rest = rest.dropFirst()
                continue
            }
            let text = String(decoding: word, as: UTF8.self)
            if names.contains(text.lowercased().filter(\.isLetter)) { return text }
            rest = rest.dropFirst(word.count)
        }
        return nil
    }

    /// What to add to the sentence that something is no JSON.
    static func hint(_ bytes: ArraySlice<UInt8>) -> String {
        noNumber(in: bytes).map { ": \($0) is no number" } ?? ""
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
