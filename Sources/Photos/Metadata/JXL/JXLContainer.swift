/// JPEG XL: a codestream, on its own or in boxes beside EXIF and XMP.
///
/// Only the codestream defines size and orientation; viewers ignore the EXIF orientation, and so does this reader.
///
/// Source: ISO/IEC 18181-2, 9 (boxes), ISO/IEC 18181-1, annex D (image header).
enum JXLContainer {
    /// Reads the file's metadata into `findings`.
    ///
    /// - Throws: ``MetadataError/Code/unreadable``.
    static func read(_ file: FileBytes, into findings: inout Findings) throws(MetadataError) {
        findings.orientationIsFromContainer = true
        guard try !isCodestream(file) else { return try readHeader(in: file, 0..<file.count, into: &findings) }
        var walk = BoxWalk(file, 0..<file.count)
        var isCompressed = false
        while let box = try walk.next() {
            switch box.type {
            case "jxlc": try readHeader(in: file, box.content, into: &findings)
            case "jxlp":
                // The part's index precedes it; only the first part begins with the header.
                var cursor = FileCursor(file, box.content)
                guard try cursor.uint32() & 0x7FFF_FFFF == 0, !cursor.isCut else { continue }
                try readHeader(in: file, cursor.position..<box.content.upperBound, into: &findings)
            case "Exif":
                var cursor = FileCursor(file, box.content)
                let skipped = Int(try cursor.uint32())
                guard !cursor.isCut, skipped < box.content.upperBound - cursor.position else {
                    findings.warn("the EXIF has no header", at: box.offset)
                    continue
                }
                let start = cursor.position + skipped
                try findings.readEXIF(in: file, at: start, count: box.content.upperBound - start)
            case "xml ": try findings.readXMP(in: file, at: box.content.lowerBound, count: box.content.count)
            case "brob":
                var cursor = FileCursor(file, box.content)
                let type = FourCharacterCode(try cursor.uint32())
                if type == "Exif" || type == "xml " { isCompressed = true }
            default: break
            }
        }
        if let damage = walk.damage { findings.warn(damage.message, at: damage.offset) }
        guard isCompressed, !findings.hasEXIF || findings.xmp == nil else { return }
        findings.warn(
            "its metadata are compressed with Brotli, which LocationKit does not read; write it with cjxl "
                + "--compress_boxes=0", about: .position)
    }

    /// Returns whether a file is a codestream without boxes.
    static func isCodestream(_ file: FileBytes) throws(MetadataError) -> Bool {
        guard let bytes = try file.bytes(at: 0, count: min(2, file.count)), bytes.count == 2 else { return false }
        return bytes[0] == 0xFF && bytes[1] == 0x0A
    }

    /// The boxes whose content the search for positions sees, or that have none.
    private static let searchedBoxes: Set<FourCharacterCode> = [
        "JXL ", "ftyp", "jxll", "jxlc", "jxlp", "jxli", "Exif", "xml ",
    ]

    /// Returns whether a search of the file's bytes sees all of its metadata.
    ///
    /// It does not if boxes are compressed or unknown, or hold the compressed headers of a JPEG.
    static func isSearchable(_ file: FileBytes) throws(MetadataError) -> Bool {
        if try isCodestream(file) { return true }
        var walk = BoxWalk(file, 0..<file.count)
        while let box = try walk.next() { if !searchedBoxes.contains(box.type) { return false } }
        return walk.damage == nil
    }

    private static func readHeader(
        in file: FileBytes, _ range: Range<Int>, into findings: inout Findings
    ) throws(MetadataError) {
        guard findings.container.storedSize == nil,
            let bytes = try file.bytes(at: range.lowerBound, count: min(JXLHeader.maximumSize, range.count))
        else { return }
        guard let header = JXLHeader(Array(bytes)) else {
            return findings.warn("the image header cannot be read", at: range.lowerBound)
        }
        findings.container.storedSize = header.size
        findings.container.orientation = header.orientation
    }
}

/// The beginning of a JPEG XL codestream: size and orientation.
struct JXLHeader {
    /// Number of bytes that the header fits into.
    static let maximumSize = 32

    /// The size as stored.
    let size: PixelSize
    /// The orientation of the stored pixels.
    let orientation: PhotoMetadata.Orientation

    /// Reads the header; `nil` if the bytes are not one, or are cut off.
    ///
    /// - Parameter bytes: The beginning of the codestream.
    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: [0xFF, 0x0A]) else { return nil }
        var bits = Bits(bytes.dropFirst(2))
        let isSmall = bits.read(1) == 1
        let height = isSmall ? 8 * (1 + bits.read(5)) : bits.readSize()
        let ratio = bits.read(3)
        let width: Int
        if ratio > 0 {
            width = height * Self.ratios[ratio - 1].width / Self.ratios[ratio - 1].height
        } else {
            width = isSmall ? 8 * (1 + bits.read(5)) : bits.readSize()
        }
        // The image metadata follow: the orientation is among those that are often left out.
        let hasDefaults = bits.read(1) == 1
        let hasExtraFields = !hasDefaults && bits.read(1) == 1
        let orientation = hasExtraFields ? 1 + bits.read(3) : 1
        guard !bits.isCut, width > 0, let orientation = PhotoMetadata.Orientation(rawValue: orientation) else {
            return nil
        }
        (size, self.orientation) = (PixelSize(width: width, height: height), orientation)
    }

    /// Ratios of width to height that replace the width.
    private static let ratios = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)].map {
        (width: $0.0, height: $0.1)
    }

    /// Reads bits, the lowest of each byte first.
    private struct Bits {
        private let bytes: [UInt8]
        private var position = 0
        private(set) var isCut = false

        init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

        mutating func read(_ count: Int) -> Int {
            guard position + count <= bytes.count * 8 else {
                isCut = true
                return 0
            }
            var value = 0
            for index in 0..<count {
                let place = position + index
                value |= Int(bytes[place / 8] >> UInt8(place % 8) & 1) << index
            }
            position += count
            return value
        }

        /// Reads a number of pixels, in one of four lengths.
        mutating func readSize() -> Int { 1 + read([9, 13, 18, 30][read(2)]) }
    }
}
