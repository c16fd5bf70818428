/// The locations of an image's items (`iloc`), with the byte offset of each number.
///
/// Source: ISO/IEC 14496-12, 8.11.3.
struct HEIFLocations {
    /// A number in the file; a field of zero bytes has the value 0.
    struct Field: Hashable {
        let range: Range<Int>
        let value: UInt64
    }

    /// A contiguous part of an item.
    struct Extent: Hashable {
        let offset: Field
        let length: Field
    }

    /// An item's locations.
    struct Entry: Hashable {
        let id: UInt32
        /// The reference of its locations: 0 the file, 1 `idat`, 2 another item.
        let method: Field
        /// Whether it is in another file.
        let isElsewhere: Bool
        let base: Field
        let extents: [Extent]

        /// Returns the stated start of an extent.
        func start(of extent: Extent) -> UInt64 { base.value &+ extent.offset.value }
    }

    let version: UInt32
    /// The number of items.
    let count: Field
    let entries: [Entry]
    /// The sizes of numbers, in bytes.
    let (offsetSize, lengthSize, baseSize, indexSize): (Int, Int, Int, Int)

    /// Reads the table, which must be complete.
    init(_ box: Box, of file: FileBytes) throws {
        var cursor = FileCursor(file, box.content)
        func field(_ size: Int) throws(MetadataError) -> Field {
            let start = cursor.position
            return Field(range: start..<start + size, value: try cursor.integer(size))
        }
        version = try cursor.uint32() >> 24
        let sizes = try cursor.uint16()
        (offsetSize, lengthSize) = (Int(sizes >> 12), Int(sizes >> 8 & 15))
        (baseSize, indexSize) = (Int(sizes >> 4 & 15), version == 0 ? 0 : Int(sizes & 15))
        guard version <= 2, [offsetSize, lengthSize, baseSize, indexSize].allSatisfy({ [0, 4, 8].contains($0) }) else {
            throw EditRefusal("the locations of its items are in an unknown form")
        }
        count = try field(version < 2 ? 2 : 4)
        var entries: [Entry] = []
        var pieces = 0
        while entries.count < count.value {
            let id = version < 2 ? UInt32(try cursor.uint16()) : try cursor.uint32()
            let method = try field(version == 0 ? 0 : 2)
            let isElsewhere = try cursor.uint16() != 0
            let base = try field(baseSize)
            let extentCount = Int(try cursor.uint16())
            pieces += extentCount
            guard !cursor.isCut, pieces <= HEIFItemList.maximumExtents,
                offsetSize + lengthSize + indexSize > 0 || extentCount <= 1
            else { break }
            var extents: [Extent] = []
            for _ in 0..<extentCount {
                _ = try cursor.integer(indexSize)
                extents.append(Extent(offset: try field(offsetSize), length: try field(lengthSize)))
            }
            entries.append(
                Entry(id: id, method: method, isElsewhere: isElsewhere, base: base, extents: extents))
        }
        self.entries = entries
        guard !cursor.isCut, entries.count == count.value, cursor.position == box.content.upperBound,
            Set(entries.map(\.id)).count == entries.count
        else { throw EditRefusal("the locations of its items are damaged") }
    }
}

/// A new item: its name, its location, and the item it describes.
///
/// Source: ISO/IEC 14496-12, 8.11.3, 8.11.6, 8.11.12.
struct HEIFNewItem {
    /// The kind of a new item.
    enum Kind { case exif, xmp }

    let kind: Kind
    let id: UInt32
    let body: [UInt8]

    /// Its entry in `iinf`.
    var information: [UInt8] {
        let isWide = id > 0xFFFF
        let type: [UInt8] =
            kind == .exif ? Array("Exif\0".utf8) : Array("mime\0application/rdf+xml\0".utf8)
        return BoxBytes.box(
            "infe",
            BoxBytes.uint32((isWide ? 3 : 2) << 24) + BoxBytes.number(UInt64(id), isWide ? 4 : 2)
                + BoxBytes.zeros(2) + type)
    }

    /// Returns its entry in `iloc`.
    ///
    /// - Parameters:
    ///   - start: Its byte offset in the file.
    ///   - table: The table, whose field sizes it uses.
    /// - Returns: The bytes.
    /// - Throws: ``EditRefusal`` when its location does not fit.
    func location(at start: Int, in table: HEIFLocations) throws(EditRefusal) -> [UInt8] {
        let hasOffset = table.offsetSize > 0
        guard hasOffset || table.baseSize > 0, table.lengthSize > 0 else {
            throw EditRefusal("the locations of its items leave no room for another")
        }
        let size = hasOffset ? table.offsetSize : table.baseSize
        guard size == 8 || start + body.count <= UInt32.max else { throw EditRefusal("it would exceed 4 GB") }
        let offset = UInt64(start)
        return BoxBytes.number(UInt64(id), table.version < 2 ? 2 : 4) + BoxBytes.zeros(table.version == 0 ? 0 : 2)
            + BoxBytes.zeros(2) + BoxBytes.number(hasOffset ? 0 : offset, table.baseSize) + BoxBytes.uint16(1)
            + BoxBytes.zeros(table.indexSize) + BoxBytes.number(hasOffset ? offset : 0, table.offsetSize)
            + BoxBytes.number(UInt64(body.count), table.lengthSize)
    }

    /// Returns its reference in `iref` to the item it describes.
    func reference(to item: UInt32, isWide: Bool) throws(EditRefusal) -> [UInt8] {
        guard isWide || max(id, item) <= 0xFFFF else { throw EditRefusal("it has no ID left for another item") }
        let size = isWide ? 4 : 2
        return BoxBytes.box(
            "cdsc", BoxBytes.number(UInt64(id), size) + BoxBytes.uint16(1) + BoxBytes.number(UInt64(item), size))
    }
}
