/// The data of a file that must survive an edit: its image data, and every fact that the edit does not concern.
package struct FileSurvey {
    /// A value with its identity.
    package struct Fact {
        /// The directory, box or run of segments that contains it.
        package var group: Int
        /// The value's identifier in the group.
        package var tag: Int
        /// The type of its elements; 0 if it has none.
        package var type: UInt16
        /// The number of its elements.
        package var count: Int
        /// Its byte range in the file.
        package var range: Range<Int>

        /// Whether it is an entry of EXIF; all other groups have larger numbers.
        package var isOfEXIF: Bool { group < 1_000_000 }

        /// Creates a fact from a value.
        package init(group: Int, tag: Int, type: UInt16 = 0, count: Int = 0, range: Range<Int>) {
            self.group = group
            self.tag = tag
            self.type = type
            self.count = count
            self.range = range
        }
    }

    /// Byte ranges of image, video and sound data, in file order.
    package var imageData: [Range<Int>] = []
    /// Every fact that stays, in an order that the edit does not change.
    package var facts: [Fact] = []

    /// The number of offsets of directories looked at; tests read it.
    private(set) var steps = 0

    /// Whether any entry of EXIF is among the facts.
    package var hasEXIF: Bool { facts.contains(where: \.isOfEXIF) }

    /// Creates an empty survey.
    package init() {}
}

extension FileSurvey {
    /// The group of chunks.
    private static let chunks = 1_000_000

    /// Adds the data of a TIFF file's images and every entry that an edit does not concern.
    mutating func addTIFF(_ file: FileBytes, leavingOut edit: MetadataEdit) throws {
        guard let block = try TIFFBlock(in: file, at: 0, count: file.count) else {
            throw EditRefusal("the TIFF has no header")
        }
        try add(block, leavingOut: edit)
        imageData += try TIFFClaims(of: block).pixels
    }

    /// Adds the data of a PNG and every chunk that an edit does not concern.
    mutating func addPNG(_ file: FileBytes, leavingOut edit: MetadataEdit) throws {
        let parts = try PNGParts(of: file)
        let removed = try HarmlessChunks.others(than: edit, parts, file)
        let edited = Set((parts.profiles + (edit.concernsXMP ? parts.xmp : []) + removed).map(\.offset))
        for chunk in parts.all where !edited.contains(chunk.offset) {
            switch chunk.kind {
            case PNGChunk.exif: try addEXIF(file, at: chunk.payload, count: chunk.count, leavingOut: edit)
            case PNGChunk.data: addImageData(chunk.offset..<chunk.end)
            default: facts.append(Fact(group: Self.chunks, tag: Int(chunk.kind), range: chunk.offset..<chunk.end))
            }
        }
    }

    /// Adds the data of a WebP and every chunk that an edit does not concern.
    mutating func addWebP(_ file: FileBytes, leavingOut edit: MetadataEdit) throws {
        let parts = try WebPParts(of: file)
        let blanked = edit.location == .remove ? parts.unknown.map(\.offset) : []
        for chunk in parts.all where !blanked.contains(chunk.offset) {
            switch chunk.kind {
            case WebPChunk.exif: try addEXIF(file, at: chunk.payload, count: chunk.count, leavingOut: edit)
            // Its size is compared separately, as the reader reports it.
            case WebPChunk.extended: break
            case WebPChunk.xmp where edit.concernsXMP: break
            case _ where chunk.isImageData: addImageData(chunk.offset..<chunk.end)
            default: facts.append(Fact(group: Self.chunks, tag: Int(chunk.kind), range: chunk.offset..<chunk.end))
            }
        }
    }

    /// Adds the EXIF entries of an image in boxes; ``BoxCheck`` compares the boxes themselves, and videos.
    mutating func addBoxes(_ file: FileBytes, leavingOut edit: MetadataEdit) throws {
        guard try BoxCheck.isImage(file), let range = try HEIFContainer(file)?.exif else { return }
        try addEXIF(file, at: range.lowerBound, count: range.count, leavingOut: edit)
    }

    /// Adds the entries of EXIF that is contiguous in the file.
    mutating func addEXIF(_ file: FileBytes, at offset: Int, count: Int, leavingOut edit: MetadataEdit) throws {
        guard let start = try file.bytes(at: offset, count: min(count, 6)) else { return }
        let skipped = EXIFPayload.prefix(of: start)
        guard let block = try TIFFBlock(in: file, at: offset + skipped, count: count - skipped) else { return }
        try add(block, leavingOut: edit)
    }

    /// Adds data of an image; adjacent ranges count as one.
    private mutating func addImageData(_ range: Range<Int>) {
        if let last = imageData.last, last.upperBound == range.lowerBound {
            imageData[imageData.count - 1] = last.lowerBound..<range.upperBound
        } else {
            imageData.append(range)
        }
    }
}

extension FileSurvey {
    /// Creates a survey of a file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - mark: Its container format.
    ///   - edit: The edit, whose data is left out.
    /// - Throws: ``EditRefusal`` for formats that are not written, and the errors of reading.
    init(of file: FileBytes, _ mark: ContainerFormat, leavingOut edit: MetadataEdit) throws {
        self.init()
        switch mark {
        case .jpeg: try addJPEG(file, leavingOut: edit)
        case .png: try addPNG(file, leavingOut: edit)
        case .webp: try addWebP(file, leavingOut: edit)
        case .tiff: try addTIFF(file, leavingOut: edit)
        case .heif, .mp4: try addBoxes(file, leavingOut: edit)
        case .gif, .raf, .matroska, .jxl:
            throw EditRefusal("its format cannot be checked")
        }
    }
}

extension FileSurvey {
    /// Groups of segments, and of the second and further structures of EXIF.
    private static let segments = 1_000_000
    private static let furtherEXIF = 2_000_000
    /// The first group of EXIF of additional images.
    static let embeddedEXIF = 1 << 40

    /// Adds every entry of EXIF of an additional image, such as a preview, that an edit does not concern.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - offset: The start of its structure.
    ///   - index: Its index.
    ///   - edit: The edit.
    /// - Throws: ``EditRefusal`` if it does not exist, and the errors of reading.
    mutating func addEmbedded(
        _ file: FileBytes, at offset: Int, _ index: Int, leavingOut edit: MetadataEdit
    ) throws {
        guard let block = try EmbeddedEXIF(at: offset, in: file)?.block else {
            throw EditRefusal("EXIF of an additional image is missing")
        }
        let base = Self.embeddedEXIF + index * Self.furtherEXIF
        try add(block, leavingOut: edit, base: base)
        for range in try TIFFClaims(of: block).pixels {
            facts.append(Fact(group: base + Self.segments, tag: 0, range: range))
        }
    }

    /// Adds the data of a JPEG's image and every segment that an edit does not concern.
    mutating func addJPEG(_ file: FileBytes, leavingOut edit: MetadataEdit) throws {
        let parts = try JPEGParts(of: file)
        imageData.append(parts.scan..<file.count)
        for (index, segment) in parts.exif.enumerated() {
            guard let block = try TIFFBlock(in: file, at: segment.payload + 6, count: segment.count - 6) else {
                continue
            }
            try add(block, leavingOut: edit, base: index * Self.furtherEXIF)
            for range in try TIFFClaims(of: block).pixels {
                facts.append(Fact(group: Self.segments, tag: index, range: range))
            }
        }
        let named = edit.namesSomething ? parts.photoshop : []
        let edited = Set((parts.exif + parts.xmp.prefix(1) + named + parts.multiPicture).map(\.offset))
        var all = JPEGSegments(of: file, at: 0, end: file.count)
        while let segment = try all.next(), segment.offset < parts.scan {
            guard !edited.contains(segment.offset) else { continue }
            if edit.location == .remove, try !HarmlessSegments.contain(segment, of: file) { continue }
            facts.append(
                Fact(
                    group: Self.segments, tag: 256 + Int(segment.marker),
                    range: segment.offset..<segment.payload + segment.count))
        }
        // A packet that the edit does not concern stays unchanged.
        if !edit.namesSomething, edit.offset == nil, !edit.addsFacts, let first = parts.xmp.first,
            let bytes = try file.bytes(at: first.payload, count: first.count), !XMPRelevance.mayHoldPosition(bytes)
        {
            facts.append(Fact(group: Self.segments, tag: 512, range: first.payload..<first.payload + first.count))
        }
        try addFurtherPictures(parts, file)
    }

    /// Adds the beginnings of the images after the first, as listed.
    private mutating func addFurtherPictures(_ parts: JPEGParts, _ file: FileBytes) throws {
        guard let segment = parts.multiPicture.first else { return }
        for (offset, size) in try MultiPictureEditing.entries(of: segment, in: file) where offset > 0 {
            let start = segment.payload + 4 + offset
            guard size > 0, start < file.count else { continue }
            facts.append(Fact(group: Self.segments, tag: 513, range: start..<min(file.count, start + min(size, 64))))
        }
    }
}

extension FileSurvey {
    /// Groups of the directories of a TIFF structure.
    private enum Group {
        static let exif = 100
        static let gps = 200
        static let interoperability = 300
        static let branch = 400
    }

    /// The maximum number of directories, more than occur in photos.
    private static let maximumDirectories = 256

    /// Adds every entry of a TIFF structure that an edit does not concern.
    ///
    /// - Parameters:
    ///   - block: The structure.
    ///   - edit: The edit.
    ///   - base: An offset of the group numbers, for a second structure.
    /// - Throws: ``MetadataError/Code/unreadable``.
    mutating func add(_ block: TIFFBlock, leavingOut edit: MetadataEdit, base: Int = 0) throws(MetadataError) {
        // Each directory once, however many offsets lead to it.
        var queue = [(group: 0, offset: block.firstDirectory)]
        var seen: Set<Int> = [block.firstDirectory]
        func enqueue(_ group: Int, _ offset: Int?) {
            steps += 1
            guard let offset, seen.count < Self.maximumDirectories, seen.insert(offset).inserted else { return }
            queue.append((group, offset))
        }
        let edited = Self.tags(meantBy: edit)
        var editedOfGPS: Set<UInt16>?
        var make = ""
        // Numbered in order, since subdirectories may be nested to any depth.
        var branchCount = 0
        var next = 0
        while next < queue.count {
            let (group, offset) = queue[next]
            next += 1
            guard let directory = try block.directory(at: offset) else { continue }
            if group == Group.gps, editedOfGPS == nil { editedOfGPS = Self.positionTags(meantBy: edit, in: block) }
            let meant = group == Group.gps ? editedOfGPS ?? [] : edited
            let fields = try block.fields(of: directory)
            if offset == block.firstDirectory { make = try HarmlessMakerNotes.make(fields, of: block) }
            for field in fields {
                var isBlanked = false
                if edit.location == .remove { isBlanked = try Self.mayBeBlanked(field, of: block, make: make) }
                add(field, of: block, base + group, leavingOut: meant, isBlanked: isBlanked)
                switch field.tag {
                case EXIFTag.exifDirectory: enqueue(Group.exif, block.target(of: field))
                case EXIFTag.gpsDirectory: enqueue(Group.gps, block.target(of: field))
                case 0xA005: enqueue(Group.interoperability, block.target(of: field))
                case EXIFTag.subDirectories:
                    guard let size = field.elementSize, size >= 4,
                        let bytes = try block.valueBytes(of: field, maximumCount: Self.maximumDirectories)
                    else { continue }
                    for start in stride(from: 0, to: bytes.count - size + 1, by: size) {
                        let target = block.decoded(bytes[start..<start + size])
                        guard target > 0, target < block.end - block.base else { continue }
                        enqueue(Group.branch + branchCount, block.base + target)
                        branchCount += 1
                    }
                default: break
                }
            }
            if let following = try block.directory(after: directory), group < Group.exif {
                enqueue(group + 1, following)
            }
        }
    }

    /// Returns whether a removal overwrites a value: that of an unknown tag, or a maker note of an unknown form.
    private static func mayBeBlanked(
        _ field: TIFFField, of block: TIFFBlock, make: String
    ) throws(MetadataError) -> Bool {
        guard let value = field.value else { return false }
        if field.tag == EXIFTag.makerNote { return try !HarmlessMakerNotes.contain(value, of: block, make: make) }
        return field.tag != EXIFTag.dngPrivateData && !HarmlessTags.contains(field.tag)
    }

    private mutating func add(
        _ field: TIFFField, of block: TIFFBlock, _ group: Int, leavingOut edited: Set<UInt16>, isBlanked: Bool
    ) {
        guard !edited.contains(field.tag), let offset = field.offset else { return }
        let inline = offset + 4 + block.wordSize
        // The EXIF directory may move; its contents are compared.
        let range =
            field.tag == EXIFTag.exifDirectory || isBlanked
            ? inline..<inline : field.value ?? inline..<inline + block.wordSize
        facts.append(Fact(group: group, tag: Int(field.tag), type: field.type, count: field.count, range: range))
    }
}

extension FileSurvey {
    /// Returns the tags, except those of the GPS directory, that an edit concerns.
    private static func tags(meantBy edit: MetadataEdit) -> Set<UInt16> {
        var tags: Set<UInt16> = [EXIFTag.gpsDirectory]
        if edit.offset != nil { tags.formUnion([EXIFTag.offsetTimeOriginal, EXIFTag.offsetTimeDigitized]) }
        if edit.concernsXMP { tags.insert(EXIFTag.xmp) }
        if edit.namesSomething { tags.formUnion([EXIFTag.iptc, EXIFTag.photoshop]) }
        return tags
    }

    /// Returns the tags of the GPS directory that an edit concerns.
    private static func positionTags(meantBy edit: MetadataEdit, in block: TIFFBlock) -> Set<UInt16> {
        switch edit.location {
        case .keep: return []
        case .set(let location):
            let values = GPSValues(location, in: block, hasStatus: true)
            return Set(values.values.map(\.tag) + values.obsolete + [GPSTag.processingMethod])
        case .remove: return Set(0...0xFF)
        }
    }
}

extension MetadataEdit {
    /// Whether place names or keywords change.
    var namesSomething: Bool { placeShown != .keep || placeCreated != .keep || !keywords.isEmpty }

    /// Whether XMP may change.
    var concernsXMP: Bool { namesSomething || location != .keep || offset != nil || addsFacts }

    /// Whether a description or a date is added, which only XMP gets.
    var addsFacts: Bool { caption != nil || date != nil }
}
