/// A text of a video's user data or metadata, and where it lies.
struct VideoText: Hashable, Sendable {
    /// What is wanted of such texts.
    enum Key: Hashable, Sendable {
        case creationDate, day, location, accuracy, make, model, software, title, caption, contentIdentifier
    }

    /// So much of a text is kept, in bytes.
    static let longest = 4096

    let text: String
    /// The box that holds it.
    let box: Box

    /// The key of a name in the box `keys`.
    static func key(named name: String) -> Key? {
        let apple = "com.apple.quicktime."
        switch name.hasPrefix(apple) ? String(name.dropFirst(apple.count)) : name {
        case "creationdate": return .creationDate
        case "location.ISO6709", "location": return .location
        case "location.accuracy.horizontal": return .accuracy
        case "make", "com.android.manufacturer": return .make
        case "model", "com.android.model": return .model
        case "software": return .software
        case "title", "displayname": return .title
        case "description": return .caption
        case "content.identifier": return .contentIdentifier
        case "date", "year", "creation_time": return .day
        default: return nil
        }
    }

    /// The key of a box in `udta`, or of an item without a name.
    static func key(of type: FourCharacterCode) -> Key? {
        switch type {
        // ExifTool's DateTimeOriginal is `date`.
        case "©day", "date": .day
        case "©xyz": .location
        case "©mak", "@mak", "manu": .make
        case "©mod", "@mod", "modl": .model
        case "©swr", "©too": .software
        case "©nam", "titl": .title
        case "©des", "desc", "dscp": .caption
        default: nil
        }
    }

    /// UTF-8, or else Latin-1, without the zero bytes and white space around.
    static func decode(_ bytes: some Collection<UInt8>) -> String {
        let isBlank = { (byte: UInt8) in byte <= 0x20 }
        var trimmed = Array(bytes.drop(while: isBlank))
        if let zero = trimmed.firstIndex(of: 0) { trimmed.removeSubrange(zero...) }
        while let last = trimmed.last, isBlank(last) { trimmed.removeLast() }
        return String(validating: trimmed, as: UTF8.self)
            ?? String(String.UnicodeScalarView(trimmed.map { Unicode.Scalar($0) }))
    }

    /// UTF-16 with its high bytes first.
    static func decodeUTF16(_ bytes: some Collection<UInt8>) -> String {
        var units: [UInt16] = []
        var high: UInt16?
        for byte in bytes {
            if let first = high {
                units.append(first << 8 | UInt16(byte))
                high = nil
            } else {
                high = UInt16(byte)
            }
        }
        if units.first == 0xFEFF { units.removeFirst() }
        if let zero = units.firstIndex(of: 0) { units.removeSubrange(zero...) }
        return String(decoding: units, as: UTF16.self)
    }
}
