/// A PNG: chunks, the first of which has the size; others may have EXIF, XMP, or a time.
enum PNGContainer {
    /// Reads a PNG file.
    static func read(_ file: FileBytes, into findings: inout Findings) throws(MetadataError) {
        var chunks = PNGChunks(of: file)
        var texts = 0
        while let chunk = try chunks.next() {
            switch chunk.kind {
            case PNGChunk.header:
                guard let size = try size(chunk, file) else {
                    findings.warn("the PNG has no size", at: chunk.offset)
                    continue
                }
                findings.container.storedSize = size
            case PNGChunk.exif:
                try EXIFPayload.read(in: file, at: chunk.payload, count: chunk.count, into: &findings)
            case PNGChunk.time: try readTime(file, chunk, into: &findings)
            case PNGChunk.text, PNGChunk.compressedText, PNGChunk.internationalText:
                texts += try PNGText.read(file, chunk, into: &findings) ? 1 : 0
                // Each may decompress to megabytes.
                guard texts < 16 else { return findings.warn("the PNG has too many texts", at: chunk.offset) }
            default: break
            }
        }
        if chunks.isCut { findings.warn("the PNG is cut off", at: chunks.position) }
    }

    /// Returns the width and height in a header; `nil` if they are missing.
    static func size(_ header: PNGChunk, _ file: FileBytes) throws(MetadataError) -> PixelSize? {
        guard header.count >= 8, let width = try file.uint32(at: header.payload, bigEndian: true),
            let height = try file.uint32(at: header.payload + 4, bigEndian: true), width > 0, height > 0,
            width < 1 << 31, height < 1 << 31
        else { return nil }
        return PixelSize(width: Int(width), height: Int(height))
    }

    /// Reads the time of the last change, in UTC.
    private static func readTime(
        _ file: FileBytes, _ chunk: PNGChunk, into findings: inout Findings
    ) throws(MetadataError) {
        guard chunk.count == 7, let bytes = try file.bytes(at: chunk.payload, count: 7) else { return }
        let time = PhotoDate.WallTime(
            year: Int(bytes[0]) << 8 | Int(bytes[1]), month: Int(bytes[2]), day: Int(bytes[3]), hour: Int(bytes[4]),
            minute: Int(bytes[5]), second: Int(bytes[6]))
        guard let time else { return findings.warn("the PNG's time does not exist", at: chunk.offset) }
        // A text may already have provided the creation time.
        guard findings.container.date == nil else { return }
        findings.container.date = PhotoDate(wallTime: time, offset: 0, rule: .pngTime, offsetRule: .utc)
    }
}

/// Parses the texts with a PNG's creation time: RFC 1123, which PNG recommends, ISO 8601, or EXIF's notation.
enum PNGTime {
    /// Parses `Fri, 21 Nov 2026 06:30:00 +0100`, `2026-11-21T06:30:00+01:00`, `2026:11:21 06:30:00`; returns `nil` for
    /// other notations such as `06/05/08`, in which the order is ambiguous.
    static func parse(_ text: [UInt8]) -> ZonedTime? {
        text.withUnsafeBytes { bytes in
            guard let time = EXIFTime.wallTime(bytes) else { return spelled(text) }
            let tail = bytes.dropFirst(19).drop { $0 == 0x2E || (0x30...0x39).contains($0) || $0 == 0x20 }
            return ZonedTime(wallTime: time, offset: EXIFTime.offset(UnsafeRawBufferPointer(rebasing: tail)))
        }
    }

    private static let months: [StaticString] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// Parses day, month name, year, time and zone, with or without a weekday.
    private static func spelled(_ text: [UInt8]) -> ZonedTime? {
        let words = text.prefix(64).split { $0 == 0x20 || $0 == 0x2C || $0 == 0 }
        for (index, word) in words.enumerated() where index > 0 && index + 2 < words.count {
            guard let month = month(word), let day = number(words[index - 1]), let year = number(words[index + 1])
            else {
                continue
            }
            let parts = words[index + 2].split(separator: 0x3A).map { number($0) ?? -1 }
            guard parts.count >= 2 else { return nil }
            let time = PhotoDate.WallTime(
                year: year, month: month, day: day, hour: parts[0], minute: parts[1],
                second: parts.count > 2 ? parts[2] : 0)
            let zone = index + 3 < words.count ? words[index + 3] : []
            return time.map { ZonedTime(wallTime: $0, offset: offset(zone)) }
        }
        return nil
    }

    private static func month(_ word: ArraySlice<UInt8>) -> Int? {
        let letters = word.prefix(3).map { $0 | 0x20 }
        let found = months.firstIndex { letters.elementsEqual(UnsafeBufferPointer(start: $0.utf8Start, count: 3)) }
        return found.map { $0 + 1 }
    }

    private static func number(_ word: ArraySlice<UInt8>) -> Int? {
        guard (1...4).contains(word.count), word.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return word.reduce(0) { $0 * 10 + Int($1 & 15) }
    }

    private static func offset(_ zone: ArraySlice<UInt8>) -> Int? {
        if zone.elementsEqual("GMT".utf8) || zone.elementsEqual("UTC".utf8) || zone.elementsEqual("UT".utf8) {
            return 0
        }
        return Array(zone).withUnsafeBytes { EXIFTime.offset($0) }
    }
}
