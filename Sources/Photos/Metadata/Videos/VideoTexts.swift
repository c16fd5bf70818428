/// The texts of a video: QuickTime's and 3GPP's user data (`udta`), Apple's metadata (`meta` with `keys` and `ilst`).
///
/// Source: QuickTime File Format Specification, "User Data Atoms" and "Metadata"; 3GPP TS 26.244, 8.2.
struct VideoTexts: Sendable {
    /// The maximum number of names read.
    static let maximumKeys = 4096

    /// The texts; Apple's metadata take precedence.
    private(set) var metadata: [VideoText.Key: VideoText] = [:]
    private(set) var userData: [VideoText.Key: VideoText] = [:]
    /// The position of 3GPP's box `loci`.
    private(set) var place: (latitude: Double, longitude: Double, altitude: Double)?
    /// The packet of XMP in QuickTime's user data.
    private(set) var xmp: Range<Int>?
    /// The maker of the camera, from a box that only its videos have.
    private(set) var maker: String?

    init() {}

    subscript(key: VideoText.Key) -> String? { (metadata[key] ?? userData[key])?.text }

    /// Reads `udta`.
    mutating func readUserData(_ box: Box, _ file: FileBytes) throws(MetadataError) {
        var walk = BoxWalk(file, box.content)
        while let part = try walk.next() {
            switch part.type {
            case "meta": try readMetadata(part, file)
            case "loci": try readPlace(part, file)
            case "XMP_": xmp = xmp ?? part.content
            default:
                maker = maker ?? VideoMaker.name(of: part.type)
                guard let key = VideoText.key(of: part.type), userData[key] == nil else { continue }
                let text = try Self.userText(part, file)
                if !text.isEmpty { userData[key] = VideoText(text: text, box: part) }
            }
        }
    }

    /// Decodes QuickTime's records of length, language and text, 3GPP's language and text, or plain text.
    private static func userText(_ box: Box, _ file: FileBytes) throws(MetadataError) -> String {
        var cursor = FileCursor(file, box.content)
        let bytes = try cursor.rest(maximumLength: VideoText.maximumLength)
        // iTunes' form also occurs here.
        if bytes.count > 16, bytes[4..<8].elementsEqual("data".utf8) { return VideoText.decode(bytes[16...]) }
        if ["titl", "dscp"].contains(box.type), bytes.count > 6, bytes[..<4].allSatisfy({ $0 == 0 }) {
            let isWide = bytes[6...].starts(with: [0xFE, 0xFF])
            return isWide ? VideoText.decodeUTF16(bytes[6...]) : VideoText.decode(bytes[6...])
        }
        guard bytes.count >= 4 else { return "" }
        let length = Int(bytes[0]) << 8 | Int(bytes[1])
        let isRecord = length > 0 && length <= bytes.count - 4 && box.type.value >> 24 == 0xA9
        return VideoText.decode(isRecord ? bytes[4..<4 + length] : bytes[...])
    }

    private mutating func readPlace(_ box: Box, _ file: FileBytes) throws(MetadataError) {
        guard let numbers = try LocationInformationBox.numbers(of: box, file) else { return }
        var cursor = FileCursor(file, numbers)
        let longitude = Double(Int32(bitPattern: try cursor.uint32())) / 65_536
        let latitude = Double(Int32(bitPattern: try cursor.uint32())) / 65_536
        let altitude = Double(Int32(bitPattern: try cursor.uint32())) / 65_536
        guard abs(latitude) <= 90, abs(longitude) <= 180, place == nil else { return }
        place = (latitude, longitude, altitude)
    }

    /// Reads `meta`, which has a version in MPEG-4 but not in QuickTime.
    mutating func readMetadata(_ box: Box, _ file: FileBytes) throws(MetadataError) {
        let start = box.content.lowerBound
        let isPlain = try file.uint32(at: start + 4, bigEndian: true) == FourCharacterCode("hdlr").value
        guard box.content.count >= 8 else { return }
        let content = start + (isPlain ? 0 : 4)..<box.content.upperBound
        let names = try BoxWalk.first("keys", in: content, of: file).map { box throws(MetadataError) in
            try Self.names(box, file)
        }
        guard let list = try BoxWalk.first("ilst", in: content, of: file) else { return }
        var items = BoxWalk(file, list.content)
        while let item = try items.next() {
            let key: VideoText.Key?
            if let names {
                let index = Int(item.type.value) - 1
                key = names.indices.contains(index) ? names[index] : nil
            } else {
                key = VideoText.key(of: item.type)
            }
            guard let key, metadata[key] == nil,
                let data = try BoxWalk.first("data", in: item.content, of: file),
                let text = try Self.value(data, file), !text.isEmpty
            else { continue }
            metadata[key] = VideoText(text: text, box: item)
        }
    }

    /// Returns the keys of the names in `keys`; `nil` for unknown ones.
    private static func names(_ box: Box, _ file: FileBytes) throws(MetadataError) -> [VideoText.Key?] {
        var names: [VideoText.Key?] = []
        guard box.content.count > 8 else { return names }
        // The names look like boxes whose type is the namespace.
        var walk = BoxWalk(file, box.content.lowerBound + 8..<box.content.upperBound)
        while names.count < maximumKeys, let name = try walk.next() {
            let bytes =
                name.content.count <= 256 ? try file.bytes(at: name.content.lowerBound, count: name.content.count) : nil
            names.append(bytes.flatMap { VideoText.key(named: VideoText.decode($0)) })
        }
        return names
    }

    /// Returns the value in `data` as text.
    private static func value(_ box: Box, _ file: FileBytes) throws(MetadataError) -> String? {
        var cursor = FileCursor(file, box.content)
        let type = try cursor.uint32()
        cursor.skip(4)
        switch type {
        case 0, 1, 4: return VideoText.decode(try cursor.rest(maximumLength: VideoText.maximumLength))
        case 2, 5: return VideoText.decodeUTF16(try cursor.rest(maximumLength: VideoText.maximumLength))
        case 23:
            let bits = try cursor.uint32()
            return cursor.isCut ? nil : "\(Float(bitPattern: bits))"
        case 24:
            let bits = try cursor.integer(8)
            return cursor.isCut ? nil : "\(Double(bitPattern: bits))"
        case 21, 22, 65...78:
            let count = cursor.remaining
            guard (1...8).contains(count) else { return nil }
            let unused = 64 - count * 8
            return "\((Int64(truncatingIfNeeded: try cursor.integer(count)) << unused) >> unused)"
        default: return nil
        }
    }
}

/// A text of a video's user data or metadata, and its byte range.
struct VideoText: Hashable, Sendable {
    /// The keys that are read.
    enum Key: Hashable, Sendable {
        case creationDate, day, location, accuracy, make, model, software, title, caption, contentIdentifier
    }

    /// The longest text kept, in bytes.
    static let maximumLength = 4096

    let text: String
    /// The box that contains it.
    let box: Box

    /// Returns the key of a name in the box `keys`.
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

    /// Returns the key of a box in `udta`, or of an item without a name.
    static func key(of type: FourCharacterCode) -> Key? {
        switch type {
        // ExifTool writes DateTimeOriginal as `date`.
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

    /// Decodes UTF-8, or else Latin-1, without surrounding zero bytes and white space.
    static func decode(_ bytes: some Collection<UInt8>) -> String {
        let isBlank = { (byte: UInt8) in byte <= 0x20 }
        var trimmed = Array(bytes.drop(while: isBlank))
        if let zero = trimmed.firstIndex(of: 0) { trimmed.removeSubrange(zero...) }
        while let last = trimmed.last, isBlank(last) { trimmed.removeLast() }
        return String(validating: trimmed, as: UTF8.self)
            ?? String(String.UnicodeScalarView(trimmed.map { Unicode.Scalar($0) }))
    }

    /// Decodes big-endian UTF-16.
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
