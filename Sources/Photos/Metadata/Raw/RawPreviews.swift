/// The JPEGs that cameras embed in raw photos, from thumbnails of 160 pixels to the sensor's full size.
///
/// Their location depends on the maker: in directories of their own (Canon's CR2, Nikon, Sony, Pentax, Samsung, Adobe's
/// DNG), in a tag (Panasonic), in the maker notes (Olympus), in the file's header (Fujifilm) or in boxes (Canon's CR3).
/// Source: ExifTool's tables of these formats.
package enum RawPreviews {
    /// The maximum number of previews, more than any camera writes.
    private static let maximumPreviews = 64

    /// Finds the previews in a file.
    ///
    /// - Parameter path: A raw photo.
    /// - Returns: The previews that any decoder can read, with their sizes, smallest first; a truncated one ends at the
    ///   end of the file.
    /// - Throws: The errors of `MetadataReader.metadata(of:)`.
    package static func find(at path: String) throws(MetadataError) -> [EmbeddedImage] {
        let file = FileBytes()
        try file.open(path)
        return try find(in: file)
    }

    /// Finds the previews in a file in memory.
    ///
    /// - Parameter bytes: A raw photo.
    /// - Returns: The same as ``find(at:)``.
    /// - Throws: The errors of `MetadataReader.metadata(of:)`.
    package static func find(of bytes: [UInt8]) throws(MetadataError) -> [EmbeddedImage] {
        let file = FileBytes()
        file.open(bytes: bytes)
        return try find(in: file)
    }

    private static func find(in file: FileBytes) throws(MetadataError) -> [EmbeddedImage] {
        let metadata = try MetadataReader.metadata(in: file)
        var candidates: [(offset: Int, count: Int)] = []
        for image in [metadata.thumbnail, metadata.preview] {
            if let image { candidates.append((image.offset, image.count)) }
        }
        if let block = try TIFFBlock(in: file, at: 0, count: file.count) {
            try addDirectories(block, to: &candidates)
        } else if let container = try CR3Container(file) {
            for image in [container.thumbnail, container.preview] {
                if let image { candidates.append((image.offset, image.count)) }
            }
            try addTracks(container.movie, file, to: &candidates)
        }
        var images: [EmbeddedImage] = []
        for (offset, count) in candidates.prefix(maximumPreviews) where !images.contains(where: { $0.offset == offset })
        {
            if let image = try Self.image(in: file, at: offset, count) { images.append(image) }
        }
        let area = { (image: EmbeddedImage) in image.size.map { $0.width * $0.height } ?? 0 }
        return images.sorted { area($0) < area($1) }
    }

    /// Returns the image at an offset if it is a JPEG that any decoder can read: raw data may be lossless JPEG.
    private static func image(
        in file: FileBytes, at offset: Int, _ count: Int
    ) throws(MetadataError) -> EmbeddedImage? {
        guard offset > 0, offset < file.count, count > 0 else { return nil }
        let end = offset + min(count, file.count - offset)
        guard try file.bytes(at: offset, count: 3)?.elementsEqual([0xFF, 0xD8, 0xFF]) == true else { return nil }
        var segments = JPEGSegments(of: file, at: offset, end: end)
        while let segment = try segments.next() {
            if segment.marker == JPEGSegment.startOfScan || segment.marker == JPEGSegment.endOfImage { return nil }
            guard segment.isFrame else { continue }
            // Only sequential and progressive JPEG with eight bits.
            guard segment.marker <= 0xC2, try file.byte(at: segment.payload) == 8,
                let height = try file.uint16(at: segment.payload + 1, bigEndian: true),
                let width = try file.uint16(at: segment.payload + 3, bigEndian: true), width > 0, height > 0
            else { return nil }
            return EmbeddedImage(
                offset: offset, count: end - offset, format: .jpeg,
                size: PixelSize(width: Int(width), height: Int(height)))
        }
        return nil
    }
}

/// Previews in raw photos with a TIFF structure.
extension RawPreviews {
    private static func addDirectories(
        _ block: TIFFBlock, to candidates: inout [(offset: Int, count: Int)]
    ) throws(MetadataError) {
        let walk = TIFFDirectoryReader(block: block)
        var open = [block.firstDirectory]
        var seen: Set<Int> = []
        var notes: [TIFFEntry] = []
        while !open.isEmpty, seen.count < maximumPreviews {
            let offset = open.removeFirst()
            // Directories may point to each other.
            guard seen.insert(offset).inserted, let directory = try block.directory(at: offset) else { continue }
            let (image, branches) = try walk.image(directory)
            if image.stripCount <= 1, let offset = image.jpegOffset, let count = image.jpegCount {
                candidates.append((offset, count))
            }
            open += branches
            if let next = try block.directory(after: directory) { open.append(next) }
            if let entry = try entry(EXIFTag.exifDirectory, of: directory, in: block),
                let offset = try block.integer(entry), offset > 0, offset < block.end - block.base,
                let directory = try block.directory(at: block.base + offset),
                let note = try self.entry(EXIFTag.makerNote, of: directory, in: block)
            {
                notes.append(note)
            }
        }
        for note in notes.prefix(4) { try addOlympus(note, block, to: &candidates) }
    }

    /// Adds the preview in Olympus maker notes: a directory after a name, with offsets relative to the name or, for old
    /// cameras, to the file.
    private static func addOlympus(
        _ note: TIFFEntry, _ block: TIFFBlock, to candidates: inout [(offset: Int, count: Int)]
    ) throws(MetadataError) {
        guard let head = try block.file.bytes(at: note.valueOffset, count: min(note.byteCount, 16)), head.count == 16
        else { return }
        let names: [(name: String, length: Int)] = [("OM SYSTEM\0", 16), ("OLYMPUS\0", 12), ("OLYMP\0", 8)]
        guard let (name, length) = names.first(where: { head.starts(with: $0.name.utf8) }) else { return }
        let isOld = name == "OLYMP\0"
        // The byte order mark precedes the two version bytes.
        let bigEndian = isOld ? block.bigEndian : head[length - 4] == 0x4D
        let inner = TIFFBlock(
            file: block.file, base: isOld ? block.base : note.valueOffset, end: block.end, bigEndian: bigEndian,
            firstDirectory: note.valueOffset + length)
        guard let main = try inner.directory(at: inner.firstDirectory) else { return }
        try add(0x0088, 0x0089, of: main, in: inner, to: &candidates)
        try add(0x1036, 0x1037, of: main, in: inner, to: &candidates)
        guard let settings = try entry(0x2020, of: main, in: inner) else { return }
        var offset = settings.valueOffset
        if settings.type != .undefined {
            guard let target = try inner.integer(settings), target > 0, target < inner.end - inner.base else { return }
            offset = inner.base + target
        }
        guard let directory = try inner.directory(at: offset) else { return }
        try add(0x0101, 0x0102, of: directory, in: inner, to: &candidates)
    }

    private static func add(
        _ offsetTag: UInt16, _ countTag: UInt16, of directory: TIFFDirectory, in block: TIFFBlock,
        to candidates: inout [(offset: Int, count: Int)]
    ) throws(MetadataError) {
        guard let start = try entry(offsetTag, of: directory, in: block), let offset = try block.integer(start),
            let length = try entry(countTag, of: directory, in: block), let count = try block.integer(length),
            offset > 0, offset < block.end - block.base
        else { return }
        candidates.append((block.base + offset, count))
    }

    private static func entry(
        _ tag: UInt16, of directory: TIFFDirectory, in block: TIFFBlock
    ) throws(MetadataError) -> TIFFEntry? {
        for index in 0..<directory.count {
            guard let entry = try block.entry(index, of: directory), entry.tag == tag else { continue }
            return entry.isOutside ? nil : entry
        }
        return nil
    }
}

/// Canon's CR3.
extension RawPreviews {
    /// Adds the first sample of each track; one of them is the full-size JPEG.
    private static func addTracks(
        _ movie: Box, _ file: FileBytes, to candidates: inout [(offset: Int, count: Int)]
    ) throws(MetadataError) {
        var walk = BoxWalk(file, movie.content)
        var tracks = 0
        while let track = try walk.next(), tracks < 16 {
            guard track.type == "trak" else { continue }
            tracks += 1
            guard let table = try VideoSampleTables.table(of: track, file),
                let sizes = try BoxWalk.first("stsz", in: table.content, of: file)
            else { continue }
            // Version; a common sample size, or 0; the count; individual sizes.
            var size = FileCursor(file, sizes.content)
            size.skip(4)
            var count = Int(try size.uint32())
            if count == 0 {
                size.skip(4)
                count = Int(try size.uint32())
            }
            // Version, count, chunk offsets in 64 or 32 bits.
            let wide = try BoxWalk.first("co64", in: table.content, of: file)
            let narrow = try BoxWalk.first("stco", in: table.content, of: file)
            guard let chunks = wide ?? narrow else { continue }
            var chunk = FileCursor(file, chunks.content)
            chunk.skip(8)
            let offset = Int(clamping: try chunk.integer(wide == nil ? 4 : 8))
            if !size.isCut, !chunk.isCut { candidates.append((offset, count)) }
        }
    }
}
