/// Reads the items' names and types from `iinf` and their locations from `iloc`.
///
/// Source: ISO/IEC 14496-12, 8.11.3 and 8.11.6.
struct HEIFItemList {
    /// The maximum number of items: an image of 65,535 x 65,535 pixels has 16,384 tiles.
    static let maximumItems = 65_536
    /// The maximum total number of extents.
    static let maximumExtents = 262_144

    private(set) var items: [HEIFItem] = []
    private(set) var warnings: [PhotoMetadata.Warning] = []
    private var indexes: [UInt32: Int] = [:]

    /// Returns the item with an identifier.
    subscript(id: UInt32) -> HEIFItem? { indexes[id].map { items[$0] } }

    /// Reads `iinf`.
    mutating func readInformation(_ box: Box, of file: FileBytes) throws(MetadataError) {
        var head = FileCursor(file, box.content)
        let version = try head.uint32() >> 24
        head.skip(version == 0 ? 2 : 4)
        guard !head.isCut else { return warn("the list of items is cut off", box) }
        // The iteration ends at the end of the box, so the count is not needed.
        var walk = BoxWalk(file, head.position..<box.content.upperBound)
        while let entry = try walk.next() {
            guard items.count < Self.maximumItems else { return warn("more than \(Self.maximumItems) items", box) }
            if entry.type == "infe", let item = try Self.item(entry, of: file), indexes[item.id] == nil {
                indexes[item.id] = items.count
                items.append(item)
            }
        }
        if let damage = walk.damage { warnings.append(damage) }
    }

    private static func item(_ box: Box, of file: FileBytes) throws(MetadataError) -> HEIFItem? {
        var cursor = FileCursor(file, box.content)
        let head = try cursor.uint32()
        let version = head >> 24
        // Before version 2 items had no type; HEIF requires at least 2.
        guard version == 2 || version == 3 else { return nil }
        let id = version == 2 ? UInt32(try cursor.uint16()) : try cursor.uint32()
        cursor.skip(2)
        let type = FourCharacterCode(try cursor.uint32())
        guard !cursor.isCut else { return nil }
        var contentType: String?
        if type == "mime" {
            _ = try cursor.terminatedText(maximumLength: 256)
            contentType = String(decoding: try cursor.terminatedText(maximumLength: 256), as: UTF8.self)
        }
        return HEIFItem(id: id, type: type, contentType: contentType, isHidden: head & 1 == 1)
    }

    /// Reads `iloc`; the items must be known.
    ///
    /// - Parameters:
    ///   - box: The box.
    ///   - itemData: The content of `idat`.
    ///   - file: The file.
    /// - Throws: ``MetadataError/Code/unreadable``.
    mutating func readLocations(_ box: Box, itemData: Range<Int>?, of file: FileBytes) throws(MetadataError) {
        var cursor = FileCursor(file, box.content)
        let version = try cursor.uint32() >> 24
        let sizes = try cursor.uint16()
        let (offsetSize, lengthSize) = (Int(sizes >> 12), Int(sizes >> 8 & 15))
        let (baseSize, indexSize) = (Int(sizes >> 4 & 15), version == 0 ? 0 : Int(sizes & 15))
        guard version <= 2, [offsetSize, lengthSize, baseSize, indexSize].allSatisfy({ [0, 4, 8].contains($0) }) else {
            return warn("the locations of items are in an unknown form", box)
        }
        let count = version < 2 ? Int(try cursor.uint16()) : Int(try cursor.uint32())
        var extentCount = 0
        for _ in 0..<count {
            let id = version < 2 ? UInt32(try cursor.uint16()) : try cursor.uint32()
            let method = version == 0 ? 0 : Int(try cursor.uint16() & 15)
            // Items in other files have no bytes here.
            let isElsewhere = try cursor.uint16() != 0
            let base = try cursor.integer(baseSize)
            let pieces = Int(try cursor.uint16())
            guard !cursor.isCut else { break }
            extentCount += pieces
            guard extentCount <= Self.maximumExtents else {
                return warn("items of more than \(Self.maximumExtents) pieces", box)
            }
            let index = indexes[id]
            if let index { items[index].construction = method == 0 ? .file : method == 1 ? .itemData : .unknown }
            // If all sizes are 0, an item is its whole file, or the rest after the base offset.
            guard offsetSize + lengthSize + indexSize > 0 || pieces <= 1 else { continue }
            let space = method == 0 ? 0..<file.count : method == 1 ? itemData : nil
            for _ in 0..<pieces {
                _ = try cursor.integer(indexSize)
                let entry = cursor.position
                let offset = try cursor.integer(offsetSize)
                let length = try cursor.integer(lengthSize)
                guard !cursor.isCut else { break }
                guard let index else { continue }
                let range = isElsewhere ? nil : Self.range(base, offset, length, in: space)
                items[index].extents.append(HEIFItem.Extent(entry: entry, range: range))
            }
        }
        if cursor.isCut { warn("the locations of items are cut off", box) }
    }

    private mutating func warn(_ message: String, _ box: Box) {
        warnings.append(PhotoMetadata.Warning(message, offset: box.offset))
    }

    private static func range(_ base: UInt64, _ offset: UInt64, _ length: UInt64, in space: Range<Int>?) -> Range<Int>?
    {
        guard let space else { return nil }
        let (start, overflows) = base.addingReportingOverflow(offset)
        guard !overflows, start <= UInt64(space.count) else { return nil }
        let room = UInt64(space.count) - start
        guard length <= room else { return nil }
        let first = space.lowerBound + Int(start)
        return first..<first + Int(length == 0 ? room : length)
    }
}

/// An item of a HEIF file: an image, a tile, or a metadata block.
package struct HEIFItem: Hashable, Sendable {
    /// The reference of its extents' offsets.
    package enum Construction: Sendable {
        /// The beginning of the file.
        case file
        /// The content of the box `idat`.
        case itemData
        /// Another item, or a reserved value.
        case unknown
    }

    /// A contiguous part of its bytes.
    package struct Extent: Hashable, Sendable {
        /// The byte offset of its entry in `iloc`.
        package let entry: Int
        /// The byte range in the file; `nil` if it exceeds the file.
        package let range: Range<Int>?
    }

    /// Its identifier.
    package let id: UInt32
    /// Its type: `hvc1`, `av01`, `grid`, `Exif`, `mime`.
    package let type: FourCharacterCode
    /// The media type of a `mime` item.
    package let contentType: String?
    /// Whether the file hides it from viewers.
    package let isHidden: Bool
    /// The reference of its extents.
    package internal(set) var construction = Construction.file
    /// Its extents in order.
    package internal(set) var extents: [Extent] = []

    /// Its bytes in the file, if it is contiguous.
    package var range: Range<Int>? {
        guard var whole = extents.first?.range else { return nil }
        for extent in extents.dropFirst() {
            guard let next = extent.range, next.lowerBound == whole.upperBound else { return nil }
            whole = whole.lowerBound..<next.upperBound
        }
        return whole
    }
}
