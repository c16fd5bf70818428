/// The places of a picture's items (`iloc`), with where each number stands, for whoever changes them.
///
/// Source: ISO/IEC 14496-12, 8.11.3.
struct HEIFLocations {
    /// A number in the file; of zero bytes where there is none, and then it is 0.
    struct Field: Hashable {
        let range: Range<Int>
        let value: UInt64
    }

    /// A piece of an item.
    struct Extent: Hashable {
        let offset: Field
        let length: Field
    }

    /// An item's places.
    struct Entry: Hashable {
        let id: UInt32
        /// What its places count from: 0 the file, 1 `idat`, 2 another item; and where that is written.
        let method: Field
        /// Whether it is an item of another file.
        let isElsewhere: Bool
        let base: Field
        let extents: [Extent]

        /// Where a piece begins, by what the file says.
        func start(of extent: Extent) -> UInt64 { base.value &+ extent.offset.value }
    }

    let version: UInt32
    /// How many items there are.
    let count: Field
    let entries: [Entry]
    /// How many bytes numbers have.
    let (offsetSize, lengthSize, baseSize, indexSize): (Int, Int, Int, Int)

    /// Reads the table, all of which must be there.
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
            throw EditRefusal("the places of its items are written in an unknown form")
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
            guard !cursor.isCut, pieces <= HEIFItemList.mostExtents,
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
        else { throw EditRefusal("the places of its items are damaged") }
    }
}
