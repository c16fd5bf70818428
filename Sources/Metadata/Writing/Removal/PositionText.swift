/// Texts that are positions by their form, or by the word before them, wherever they stand in a file.
enum PositionText {
    /// Whether a position of ISO 6709 begins at a sign: `+47.1235+008.7654`, also with minutes and seconds.
    ///
    /// One of zeros alone is none: so films say that the receiver has not known it.
    static func isISO6709(_ bytes: UnsafeRawBufferPointer, at place: Int) -> Bool {
        var position = place
        var hasValue = false
        func digits() -> Int {
            let start = position
            while position < bytes.count, (0x30...0x39).contains(bytes[position]), position - start < 12 {
                if bytes[position] != 0x30 { hasValue = true }
                position += 1
            }
            return position - start
        }
        for counts in [[2, 4, 6], [3, 5, 7]] {
            guard position < bytes.count, bytes[position] == 0x2B || bytes[position] == 0x2D else { return false }
            position += 1
            guard counts.contains(digits()), position < bytes.count, bytes[position] == 0x2E else { return false }
            position += 1
            guard digits() >= 2 else { return false }
        }
        return hasValue
    }

    /// Whether the word that ends with `itude` at a place is `GPSLatitude` or the like, in any case.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - place: Where `itude` begins.
    ///   - width: How many bytes a letter has.
    /// - Returns: Whether it begins with `GPS`.
    static func isNameOfGPS(_ bytes: UnsafeRawBufferPointer, before place: Int, width: Int) -> Bool {
        var word: [UInt8] = []
        var position = place - width
        while position >= 0, word.count < 9 {
            let byte = bytes[position]
            word.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
            position -= width
        }
        // Backwards: "gps", perhaps a sign between, and "lat", "long" or "longt".
        return ["tal", "gnol", "tgnol"].contains { part in
            guard word.starts(with: part.utf8) else { return false }
            var rest = word.dropFirst(part.utf8.count)
            if let sign = rest.first, " _-:.".utf8.contains(sign) { rest = rest.dropFirst() }
            return rest.starts(with: "spg".utf8)
        }
    }

    /// Whether a dataset of IPTC that names a place is whole: a length, a text, and what may follow it.
    static func isDataset(_ bytes: UnsafeRawBufferPointer, at place: Int) -> Bool {
        guard place + 5 <= bytes.count, bytes[place + 3] == 0 else { return false }
        let count = Int(bytes[place + 4])
        let end = place + 5 + count
        guard (1...128).contains(count), end <= bytes.count else { return false }
        guard bytes[place + 5..<end].allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return false }
        // Another one, the next resource, or what pads it.
        return end == bytes.count || [0x1C, 0, 0x38, 0xFF].contains(bytes[end])
    }

    /// Whether a box of 3GPP with a place begins four bytes before its type: a size of sense, and no flags.
    static func isPlaceBox(_ bytes: UnsafeRawBufferPointer, typeAt place: Int) -> Bool {
        place >= 4 && place + 8 <= bytes.count && bytes[place - 4..<place - 2].allSatisfy { $0 == 0 }
            && bytes[place + 4..<place + 8].allSatisfy { $0 == 0 }
    }

    /// Whether coordinates follow a type of QuickTime or iTunes.
    static func isCoordinateBox(_ bytes: UnsafeRawBufferPointer, typeAt place: Int) -> Bool {
        func isText(_ start: Int) -> Bool {
            start + 2 < bytes.count && (bytes[start] == 0x2B || bytes[start] == 0x2D)
                && (0x30...0x39).contains(bytes[start + 1])
        }
        // A length and a language stand before the sign of the latitude, or a box `data` with a type and a language.
        if isText(place + 8) { return true }
        return place + 12 <= bytes.count && bytes[place + 8..<place + 12].elementsEqual("data".utf8)
            && isText(place + 20)
    }
}
