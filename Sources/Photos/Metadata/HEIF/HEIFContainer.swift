/// A still image in boxes: HEIC, HEIF, AVIF.
///
/// Only the properties `irot` and `imir` define its orientation; viewers ignore the EXIF orientation, and so does this
/// reader.
///
/// Source: ISO/IEC 23008-12 (HEIF), ISO/IEC 14496-12, 8.11 (`meta`), ISO/IEC 23000-22 (MIAF).
package struct HEIFContainer: Sendable {
    /// The brands of the file.
    package let brands: BoxBrands
    /// The box that contains the following ones.
    package let meta: Box
    /// Its boxes, the first of each type: `iloc`, `iinf`, `iprp` ....
    package private(set) var parts: [FourCharacterCode: Box] = [:]
    /// The identifier of the primary image's item.
    package private(set) var primaryItem: UInt32?
    /// All items.
    package private(set) var items: [HEIFItem] = []
    /// The image's stored width and height.
    package private(set) var storedSize: PixelSize?
    /// The visible size, if it is smaller.
    package private(set) var aperture: PixelSize?
    /// The orientation of the stored image.
    package private(set) var orientation = PhotoMetadata.Orientation.up
    /// The byte range of the EXIF block, starting at its TIFF header.
    package private(set) var exif: Range<Int>?
    /// The byte range of the XMP packet.
    package private(set) var xmp: Range<Int>?
    /// The first of the image's thumbnails.
    package private(set) var thumbnail: HEIFItem?
    /// The thumbnail's width and height.
    package private(set) var thumbnailSize: PixelSize?
    /// Warnings about parts that could not be read, with byte offsets.
    package private(set) var warnings: [PhotoMetadata.Warning] = []

    /// Reads the structure of an image; returns `nil` for a file of another kind.
    ///
    /// - Parameter file: The file, open.
    /// - Throws: ``MetadataError`` when the file cannot be read, or has no box `meta`.
    package init?(_ file: FileBytes) throws(MetadataError) {
        guard let brands = try BoxBrands(file) else { return nil }
        self.brands = brands
        var walk = BoxWalk(file, 0..<file.count)
        var found: Box?
        while found == nil, let box = try walk.next() { if box.type == "meta" { found = box } }
        guard let meta = found else {
            throw file.error(
                .malformed, walk.damage?.description ?? "has no box 'meta', which describes the image")
        }
        self.meta = meta
        try readParts(file)
        guard let primaryItem else { return }
        if let properties = parts["iprp"] { try readProperties(of: primaryItem, properties, file) }
        try readBlocks(about: primaryItem, file)
    }

    private mutating func readParts(_ file: FileBytes) throws(MetadataError) {
        if meta.isCut {
            warnings.append(PhotoMetadata.Warning("the box 'meta' is longer than the file", offset: meta.offset))
        }
        // Version and flags precede the boxes.
        var walk = BoxWalk(file, min(meta.content.lowerBound + 4, meta.content.upperBound)..<meta.content.upperBound)
        while let box = try walk.next() { if parts[box.type] == nil { parts[box.type] = box } }
        if let damage = walk.damage { warnings.append(damage) }
        if let box = parts["pitm"] {
            var cursor = FileCursor(file, box.content)
            let isWide = try cursor.uint32() >> 24 != 0
            let id = UInt32(truncatingIfNeeded: try cursor.integer(isWide ? 4 : 2))
            if !cursor.isCut { primaryItem = id }
        }
        var list = HEIFItemList()
        if let box = parts["iinf"] { try list.readInformation(box, of: file) }
        if let box = parts["iloc"] { try list.readLocations(box, itemData: parts["idat"]?.content, of: file) }
        items = list.items
        warnings += list.warnings
        if primaryItem == nil {
            primaryItem = items.first { !$0.isHidden && $0.type != "Exif" && $0.type != "mime" }?.id
        }
    }

    private mutating func readProperties(of id: UInt32, _ box: Box, _ file: FileBytes) throws(MetadataError) {
        let properties = try HEIFProperties(of: id, in: box, of: file)
        storedSize = properties.size
        aperture = properties.aperture
        orientation = properties.turn.orientation
    }

    private mutating func readBlocks(about id: UInt32, _ file: FileBytes) throws(MetadataError) {
        let references =
            try parts["iref"].map { box throws(MetadataError) in
                try HEIFReferences(to: id, in: box, of: file)
            } ?? HEIFReferences()
        // Some writers omit which item a block describes; then it is the primary image.
        let described = { (item: HEIFItem) in references.descriptions.contains(item.id) }
        let exifItems = items.filter { $0.type == "Exif" }
        if let item = exifItems.first(where: described) ?? exifItems.first {
            exif = try item.range.flatMap { range throws(MetadataError) in try Self.tiffBlock(range, file) }
            if exif == nil {
                warn("the EXIF block (item \(item.id)) is not contiguous in the file, or is not EXIF")
            }
        }
        let xmpItems = items.filter { $0.type == "mime" && $0.contentType == "application/rdf+xml" }
        if let item = xmpItems.first(where: described) ?? xmpItems.first {
            xmp = item.range
            if xmp == nil { warn("the XMP packet (item \(item.id)) is not contiguous in the file") }
        }
        if let item = items.first(where: { references.thumbnails.contains($0.id) && $0.range != nil }) {
            thumbnail = item
            if let box = parts["iprp"] { thumbnailSize = try HEIFProperties(of: item.id, in: box, of: file).size }
        }
    }

    private mutating func warn(_ message: String) { warnings.append(PhotoMetadata.Warning(message)) }

    /// Returns the range of an Exif item starting at its TIFF header; the four bytes before hold the header's distance.
    static func tiffBlock(_ range: Range<Int>, _ file: FileBytes) throws(MetadataError) -> Range<Int>? {
        var cursor = FileCursor(file, range)
        let distance = Int(try cursor.uint32())
        // Some writers omit the four bytes or write a wrong distance.
        for start in [distance + 4, 4, 10, 0, 6] where start <= range.count - 8 {
            guard let mark = try file.bytes(at: range.lowerBound + start, count: 4) else { continue }
            if mark.elementsEqual([0x49, 0x49, 0x2A, 0]) || mark.elementsEqual([0x4D, 0x4D, 0, 0x2A]) {
                return range.lowerBound + start..<range.upperBound
            }
        }
        return nil
    }
}

extension HEIFContainer {
    /// Reads the file's metadata into `findings`, and corrects the format that the first bytes suggested.
    static func read(_ file: FileBytes, into findings: inout Findings) throws(MetadataError) {
        guard let image = try HEIFContainer(file) else { return }
        findings.container.format = image.brands.kind == .avif ? .avif : .heic
        findings.container.storedSize = image.storedSize
        findings.container.orientation = image.orientation
        findings.orientationIsFromContainer = true
        for warning in image.warnings { findings.warn(warning.message, at: warning.offset) }
        if let exif = image.exif { try findings.readEXIF(in: file, at: exif.lowerBound, count: exif.count) }
        if let xmp = image.xmp { try findings.readXMP(in: file, at: xmp.lowerBound, count: xmp.count) }
        if let item = image.thumbnail, let range = item.range {
            findings.container.thumbnail = EmbeddedImage(
                offset: range.lowerBound, count: range.count,
                format: item.type == "jpeg" ? .jpeg : item.type == "av01" ? .avif : .heic, size: image.thumbnailSize)
        }
    }
}

/// Reads from `iref` which items are thumbnails or descriptions of another.
///
/// Source: ISO/IEC 14496-12, 8.11.12.
struct HEIFReferences {
    /// Items that are reduced copies of the item.
    private(set) var thumbnails: [UInt32] = []
    /// Items that describe the item: `Exif`, `mime`.
    private(set) var descriptions: [UInt32] = []
    /// The number of its tiles.
    private(set) var tileCount = 0

    init() {}

    /// Reads the references from and to an item.
    init(to wanted: UInt32, in box: Box, of file: FileBytes) throws(MetadataError) {
        var head = FileCursor(file, box.content)
        let isWide = try head.uint32() >> 24 != 0
        guard !head.isCut else { return }
        var walk = BoxWalk(file, head.position..<box.content.upperBound)
        while let reference = try walk.next() {
            guard ["thmb", "cdsc", "dimg"].contains(reference.type) else { continue }
            var cursor = FileCursor(file, reference.content)
            let size = isWide ? 4 : 2
            let from = UInt32(truncatingIfNeeded: try cursor.integer(size))
            let count = Int(try cursor.uint16())
            if reference.type == "dimg" {
                if from == wanted { tileCount += min(count, cursor.remaining / size) }
                continue
            }
            for _ in 0..<count {
                let to = UInt32(truncatingIfNeeded: try cursor.integer(size))
                guard !cursor.isCut else { break }
                guard to == wanted, thumbnails.count + descriptions.count < 1000 else { continue }
                if reference.type == "thmb" { thumbnails.append(from) } else { descriptions.append(from) }
            }
        }
    }
}
