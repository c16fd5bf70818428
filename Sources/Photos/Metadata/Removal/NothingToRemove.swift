/// Proves that a file that cannot be edited contains nothing to remove.
enum NothingToRemove {
    private static let pieceSize = 1 << 20
    /// The longest pattern that may span two chunks, in bytes.
    private static let overlap = 64

    /// Texts that may indicate place names, or metadata that a search of bytes does not find.
    private static let marks: [[UInt8]] =
        // IPTC; XMP with two or four bytes per letter, or in parts; PNG texts, which may be compressed.
        [
            Array("8BIM".utf8) + [4, 4], [0x52, 0, 0x44, 0, 0x46], [0x52, 0, 0, 0, 0x44],
            Array("Raw profile type".utf8), Array("XML:com.adobe.xmp".utf8),
            Array("http://ns.adobe.com/xmp/extension/".utf8),
        ] + XMPRelevance.placeMarks

    /// Those for Matroska videos: tags, and subtitles, in which drones write positions.
    private static let videoMarks = marks + ["LOCATION", "Location", "location", "S_TEXT/"].map { Array($0.utf8) }

    /// Returns whether no part of a file reveals where it was taken, including parts unknown to the reader.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - mark: Its container format.
    /// - Returns: `false` also if that is unknown, as for damaged boxes and directories.
    /// - Throws: ``MetadataError/Code/unreadable``.
    static func isProven(of file: FileBytes, _ mark: ContainerFormat) throws(MetadataError) -> Bool {
        switch mark {
        case .jpeg, .png, .webp, .gif, .raf, .matroska: break
        case .jxl: guard try JXLContainer.isSearchable(file) else { return false }
        case .tiff, .heif, .mp4: return false
        }
        guard let says = try? MetadataReader.metadata(in: file), says.location == nil, says.placeShown == nil,
            says.placeCreated == nil, try PositionTraces.find(in: file).isEmpty
        else { return false }
        let marks = mark == .matroska ? videoMarks : marks
        var position = 0
        while position < file.count {
            let count = min(pieceSize, file.count - position)
            guard let bytes = try file.bytes(at: position, count: count) else { return false }
            if marks.contains(where: { ByteSearch.contains(bytes, $0) }) { return false }
            for index in indices(ofEXIFIn: bytes) where try !isBare(position + index, of: file) { return false }
            if position + count >= file.count { break }
            position += count - overlap
        }
        return true
    }

    private static func indices(ofEXIFIn bytes: UnsafeRawBufferPointer) -> [Int] {
        var indices: [Int] = []
        for (mark, skipped) in structures {
            var start = 0
            while let index = ByteSearch.first(mark, in: bytes, from: start) {
                indices.append(index + skipped)
                start = index + 1
            }
        }
        return indices
    }

    /// The beginnings of EXIF structures, and the number of bytes before them.
    private static let structures: [(mark: [UInt8], skipped: Int)] = [
        (Array("Exif\0\0".utf8), 6), ([0x49, 0x49, 0x2A, 0], 0), ([0x4D, 0x4D, 0, 0x2A], 0),
    ]

    /// Returns whether an EXIF structure has a complete first directory without a GPS directory.
    private static func isBare(_ offset: Int, of file: FileBytes) throws(MetadataError) -> Bool {
        guard let block = try TIFFBlock(in: file, at: offset, count: file.count - offset),
            let directory = try block.directory(at: block.firstDirectory)
        else { return false }
        let isWhole = directory.count == directory.statedCount
        let fields = try block.fields(of: directory)
        return isWhole && !fields.contains { $0.tag == EXIFTag.gpsDirectory }
    }
}
