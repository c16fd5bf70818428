/// Shortens an EXIF block that is too long for a JPEG; HEIC, PNG and WebP allow longer ones.
///
/// Times, camera and position are kept; maker notes, thumbnails, XMP packets and other long values are dropped.
struct EXIFExcerpt {
    /// A TIFF block of at most ``JPEGAssembly/maximumEXIFSize`` bytes.
    let bytes: [UInt8]

    private struct Entry {
        let tag: Int
        let type: Int
        let count: Int
        let value: ArraySlice<UInt8>
    }

    private enum Tag {
        static let exif = 0x8769
        static let gps = 0x8825
        /// Tags whose values are or contain offsets: strips, other directories, maker notes.
        static let places: Set = [0x0111, 0x0117, 0x0144, 0x0145, 0x014A, 0x0201, 0x0202, 0x927C, 0xA005, exif, gps]
    }

    /// The bytes of one value of each type; 0 for those that do not exist.
    private static let widths = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]
    /// A directory with more entries is damaged.
    private static let maximumEntries = 500

    /// Parses the header; `nil` when it is not a TIFF block.
    init?(_ block: [UInt8]) {
        guard let numbers = TIFFNumbers(block), let first = numbers.number(4, 4) else { return nil }
        let reader = Reader(block: numbers)
        // Keep ever shorter values, down to those of a position.
        for maximumSize in [4096, 512, 64, 24] {
            let made = Self.build(reader, first, maximumSize)
            if made.count <= JPEGAssembly.maximumEXIFSize {
                bytes = made
                return
            }
        }
        return nil
    }

    private static func build(_ reader: Reader, _ first: Int, _ maximumSize: Int) -> [UInt8] {
        var writer = Writer(block: TIFFNumbers(isBigEndian: reader.block.isBigEndian))
        let parts = [Tag.exif, Tag.gps].compactMap { tag in
            reader.place(of: tag, in: first).map { (tag, reader.entries(at: $0, maximumSize)) }
        }
        var links = writer.append(reader.entries(at: first, maximumSize), links: parts.map(\.0))
        for (_, entries) in parts {
            writer.block.set(links.removeFirst(), 4, writer.block.bytes.count)
            _ = writer.append(entries, links: [])
        }
        return writer.block.bytes
    }

    private struct Reader {
        let block: TIFFNumbers

        func place(of tag: Int, in directory: Int) -> Int? {
            for index in 0..<min(block.number(directory, 2) ?? 0, maximumEntries) {
                let entry = directory + 2 + index * 12
                if block.number(entry, 2) == tag { return block.number(entry + 8, 4) }
            }
            return nil
        }

        func entries(at directory: Int, _ maximumSize: Int) -> [Entry] {
            (0..<min(block.number(directory, 2) ?? 0, maximumEntries)).compactMap { index in
                let start = directory + 2 + index * 12
                guard let tag = block.number(start, 2), let type = block.number(start + 2, 2),
                    let count = block.number(start + 4, 4),
                    widths.indices.contains(type), widths[type] > 0, count <= maximumSize, !Tag.places.contains(tag)
                else { return nil }
                let size = count * widths[type]
                guard size <= maximumSize, let place = size <= 4 ? start + 8 : block.number(start + 8, 4),
                    place <= block.bytes.count - size
                else { return nil }
                return Entry(tag: tag, type: type, count: count, value: block.bytes[place..<place + size])
            }
        }
    }

    private struct Writer {
        var block: TIFFNumbers

        /// Appends a directory with its values, and returns where to write the offsets of linked directories.
        mutating func append(_ entries: [Entry], links: [Int]) -> [Int] {
            let empty = ArraySlice<UInt8>(repeatElement(0, count: 4))
            let all = (entries + links.map { Entry(tag: $0, type: 4, count: 1, value: empty) })
                .sorted { $0.tag < $1.tag }
            var values: [UInt8] = []
            var places: [Int: Int] = [:]
            let start = block.bytes.count + 2 + all.count * 12 + 4
            block.append(all.count, 2)
            for entry in all {
                block.append(entry.tag, 2)
                block.append(entry.type, 2)
                block.append(entry.count, 4)
                if links.contains(entry.tag) { places[entry.tag] = block.bytes.count }
                if entry.value.count <= 4 {
                    block.bytes += entry.value + repeatElement(0, count: 4 - entry.value.count)
                } else {
                    block.append(start + values.count, 4)
                    values += entry.value
                    // Values start at even offsets.
                    if values.count % 2 == 1 { values.append(0) }
                }
            }
            block.append(0, 4)
            block.bytes += values
            return links.compactMap { places[$0] }
        }
    }
}
