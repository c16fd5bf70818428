/// A hemisphere from a separate column, as in logger files: `LATITUDE,N/S` with `22.906847,S`.
package enum HemisphereLetter {
    /// Returns whether a column of this name holds the hemisphere letters of latitudes (`true`) or of longitudes
    /// (`false`); `nil` for other names.
    ///
    /// Ignores case and characters that are not letters.
    package static func isLatitude(named name: String) -> Bool? {
        // Most names fail here, before a string is allocated.
        guard let first = name.utf8.first(where: isLetter), name.utf8.count <= 40,
            "lgnew".utf8.contains(first | 0x20)
        else { return nil }
        let (count, last) = (name.utf8.count, name.utf8.last.map { $0 | 0x20 })
        // These are the names of the angle columns themselves.
        if first | 0x20 == UInt8(ascii: "l"), count < 5 || count < 10 && last == UInt8(ascii: "e") { return nil }
        var rest = Substring(String(decoding: name.utf8.filter(isLetter).map { $0 | 0x20 }, as: UTF8.self))
        switch rest {
        case "ns", "northsouth", "nsindicator", "nshemisphere": return true
        case "ew", "eastwest", "ewindicator", "ewhemisphere": return false
        default: break
        }
        if rest.hasPrefix("gps") { rest = rest.dropFirst(3) }
        let angles = [
            ("latitude", true), ("longitude", false), ("lat", true), ("long", false), ("lon", false), ("lng", false),
        ]
        guard let (prefix, isLatitude) = angles.first(where: { rest.hasPrefix($0.0) }) else { return nil }
        switch rest.dropFirst(prefix.count) {
        case "ref", "reference", "dir", "direction", "hemi", "hemisphere", "indicator", "letter": return isLatitude
        case "ns": return isLatitude ? true : nil
        case "ew": return isLatitude ? nil : false
        default: return nil
        }
    }

    /// Returns which columns of a header hold the hemisphere letters of latitudes (`true`) and of longitudes (`false`).
    ///
    /// `ns` and `ew` count only as a pair: one of them alone may mean nanoseconds.
    package static func columns(of names: [String]) -> [Bool?] {
        let found = names.map { isLatitude(named: $0) }
        guard found.contains(true) != found.contains(false) else { return found }
        return zip(names, found).map { name, isLatitude in name.utf8.count(where: isLetter) == 2 ? nil : isLatitude }
    }

    /// Returns whether a text is a letter or word for a latitude's or a longitude's hemisphere.
    package static func isOne(_ text: some StringProtocol, isLatitude: Bool) -> Bool {
        isNegative(text, isLatitude: isLatitude) != nil
    }

    /// Applies a hemisphere letter to an angle.
    ///
    /// - Parameters:
    ///   - angle: The angle parsed from the text alone.
    ///   - text: That text.
    ///   - letter: The letter or word of the other column.
    ///   - isLatitude: Whether the angle is a latitude.
    /// - Returns: The signed angle; `nil` if the letter is unknown or contradicts the angle's own sign or letter.
    package static func angle(
        _ angle: Double, from text: some StringProtocol, letter: some StringProtocol, isLatitude: Bool
    ) -> Double? {
        guard let isNegative = isNegative(letter, isLatitude: isLatitude) else { return nil }
        // Some loggers write the sign as well as the letter.
        if angle < 0 { return isNegative ? angle : nil }
        guard isNegative, angle > 0 else { return angle }
        let hasOwn = text.utf8.contains { $0 == UInt8(ascii: "+") || "nesw".utf8.contains($0 | 0x20) }
        return hasOwn ? nil : -angle
    }

    private static func isNegative(_ letter: some StringProtocol, isLatitude: Bool) -> Bool? {
        guard letter.utf8.count <= 16 else { return nil }
        switch (letter.lowercased(), isLatitude) {
        case ("s", true), ("south", true), ("w", false), ("west", false): return true
        case ("n", true), ("north", true), ("e", false), ("east", false): return false
        default: return nil
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
