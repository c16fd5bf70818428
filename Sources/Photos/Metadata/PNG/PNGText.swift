import LKFormats

/// Reads texts of a PNG: XMP, creation time, and hex-encoded profiles, which predate EXIF chunks.
enum PNGText {
    /// The maximum size of a text, compressed or not.
    private static let maximumBytes = 8 << 20

    /// PNG's own keyword, and two used by programs.
    private static let creationKeywords = ["Creation Time", "CreationTime", "create-date"]

    /// Reads a chunk of text, if its keyword is known.
    ///
    /// - Returns: Whether the keyword is known.
    static func read(
        _ file: FileBytes, _ chunk: PNGChunk, into findings: inout Findings
    ) throws(MetadataError) -> Bool {
        guard let start = try file.bytes(at: chunk.payload, count: min(chunk.count, 80)),
            let end = start.firstIndex(of: 0)
        else { return false }
        let keyword = UnsafeRawBufferPointer(rebasing: start[..<end])
        let isXMP = keyword.elementsEqual("XML:com.adobe.xmp".utf8)
        let isProfile = keyword.starts(with: "Raw profile type ".utf8)
        let isTime = creationKeywords.contains { keyword.elementsEqual($0.utf8) }
        guard isXMP || isProfile || isTime else { return false }
        let kind = isProfile ? EmbeddedText.string(UnsafeRawBufferPointer(rebasing: keyword[17...])) : nil
        guard chunk.count <= maximumBytes, let bytes = try file.bytes(at: chunk.payload, count: chunk.count) else {
            findings.warn("a text of the PNG is cut off or too large", at: chunk.offset)
            return true
        }
        guard let text = content(bytes, from: end + 1, chunk.kind)?.text else {
            findings.warn("a text of the PNG is damaged", at: chunk.offset)
            return true
        }
        if isTime {
            if let time = PNGTime.parse(text) {
                findings.container.date = PhotoDate(
                    wallTime: time.wallTime, offset: time.offset, rule: .pngTime, offsetRule: .text)
            }
        } else if isXMP {
            text.withUnsafeBytes { findings.readXMP($0, at: chunk.offset) }
        } else if let kind, let profile = profile(text) {
            try read(profile, kind: kind, into: &findings)
        }
        return true
    }

    /// Returns a chunk's decompressed text; `nil` when it is damaged or too large.
    static func text(of chunk: PNGChunk, in file: FileBytes) throws(MetadataError) -> [UInt8]? {
        try contents(of: chunk, in: file)?.text
    }

    /// Returns the reason why a text, such as `its XMP`, cannot be read.
    static func refusal(of chunk: PNGChunk, called name: String) -> String {
        let size = "more than \(maximumBytes >> 20) MB"
        if chunk.count > maximumBytes { return "\(name) has \(size)" }
        return chunk.kind == PNGChunk.text ? "\(name) is damaged" : "\(name) is damaged or unpacks to \(size)"
    }

    /// Returns a chunk's decompressed text and the number of bytes after the compressed stream; `nil` when it is damaged
    /// or too large.
    static func contents(
        of chunk: PNGChunk, in file: FileBytes
    ) throws(MetadataError) -> (text: [UInt8], rest: Int)? {
        guard chunk.count <= maximumBytes, let bytes = try file.bytes(at: chunk.payload, count: chunk.count),
            let end = bytes.firstIndex(of: 0)
        else { return nil }
        return content(bytes, from: end + 1, chunk.kind)
    }

    /// Returns the profile in a text chunk, with the name in its keyword; `nil` when it is damaged.
    static func profile(
        of chunk: PNGChunk, in file: FileBytes
    ) throws(MetadataError) -> (name: [UInt8], bytes: [UInt8])? {
        guard let text = try text(of: chunk, in: file) else { return nil }
        return try profile(in: text, of: chunk, in: file)
    }

    /// Returns the profile in the decompressed text of a chunk, like ``profile(of:in:)``.
    static func profile(
        in text: [UInt8], of chunk: PNGChunk, in file: FileBytes
    ) throws(MetadataError) -> (name: [UInt8], bytes: [UInt8])? {
        guard let start = try file.bytes(at: chunk.payload, count: min(chunk.count, 80)),
            start.starts(with: "Raw profile type ".utf8), let end = start.firstIndex(of: 0)
        else { return nil }
        let name = Array(start[17..<end])
        return profile(text).map { (name, $0) }
    }

    /// Returns the decompressed text after the keyword, and the number of bytes after the compressed stream.
    private static func content(
        _ bytes: UnsafeRawBufferPointer, from start: Int, _ kind: UInt32
    ) -> (text: [UInt8], rest: Int)? {
        guard start <= bytes.count else { return nil }
        var rest = bytes[start...]
        var isPacked = kind == PNGChunk.compressedText
        if isPacked { rest = rest.dropFirst() }
        if kind == PNGChunk.internationalText {
            // A flag, a method, a language and a translated keyword.
            guard rest.count >= 2 else { return nil }
            isPacked = rest[start] == 1
            rest = rest.dropFirst(2)
            for _ in 0..<2 {
                guard let end = rest.firstIndex(of: 0) else { return nil }
                rest = rest[(end + 1)...]
            }
        }
        let text = UnsafeRawBufferPointer(rebasing: rest)
        guard isPacked else { return (Array(text), 0) }
        return Zlib.inflatedWithRest(text, maximumSize: maximumBytes).map { (text: $0.bytes, rest: $0.rest) }
    }

    /// Decodes a profile: a name, a count, and hexadecimal digits, each on separate lines.
    private static func profile(_ text: [UInt8]) -> [UInt8]? {
        let lines = text.drop { $0 == 0x0A }
        guard let name = lines.firstIndex(of: 0x0A) else { return nil }
        let count = lines[(name + 1)...]
        guard let digits = count.firstIndex(of: 0x0A) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity((text.count - digits) / 2)
        var high: UInt8?
        for letter in text[digits...] {
            let digit: UInt8
            switch letter {
            case 0x30...0x39: digit = letter - 0x30
            case 0x61...0x66: digit = letter - 0x57
            case 0x41...0x46: digit = letter - 0x37
            default: continue
            }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return bytes
    }

    private static func read(_ profile: [UInt8], kind: String, into findings: inout Findings) throws(MetadataError) {
        let inner = FileBytes()
        inner.open(bytes: profile)
        let xmpName = "http://ns.adobe.com/xap/1.0/\0"
        switch kind {
        case "exif", "APP1":
            if profile.starts(with: "Exif\0".utf8) {
                try findings.readEXIF(in: inner, at: 6, count: profile.count - 6)
            } else if profile.starts(with: xmpName.utf8) {
                profile.withUnsafeBytes {
                    findings.readXMP(UnsafeRawBufferPointer(rebasing: $0[xmpName.utf8.count...]))
                }
            } else {
                try findings.readEXIF(in: inner, at: 0, count: profile.count)
            }
            // Its offset refers to the decompressed bytes rather than to the file.
            findings.exif.thumbnail = nil
        case "xmp": profile.withUnsafeBytes { findings.readXMP($0) }
        case "iptc": try PhotoshopResources.read(in: inner, at: 0, count: profile.count, into: &findings)
        default: break
        }
    }
}
