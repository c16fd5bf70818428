/// An item that a picture gets: its name, its place, and what it describes.
///
/// Source: ISO/IEC 14496-12, 8.11.3, 8.11.6, 8.11.12.
struct HEIFNewItem {
    /// What it is.
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

    /// Its entry in `iloc`.
    ///
    /// - Parameters:
    ///   - start: Where it begins in the file.
    ///   - table: The table, whose numbers it takes after.
    /// - Returns: The bytes.
    /// - Throws: ``EditRefusal`` when its place does not fit.
    func location(at start: Int, in table: HEIFLocations) throws(EditRefusal) -> [UInt8] {
        let hasOffset = table.offsetSize > 0
        guard hasOffset || table.baseSize > 0, table.lengthSize > 0 else {
            throw EditRefusal("the places of its items leave no room for one more")
        }
        let size = hasOffset ? table.offsetSize : table.baseSize
        guard size == 8 || start + body.count <= UInt32.max else { throw EditRefusal("it would need 4 GB") }
        let place = UInt64(start)
        return BoxBytes.number(UInt64(id), table.version < 2 ? 2 : 4) + BoxBytes.zeros(table.version == 0 ? 0 : 2)
            + BoxBytes.zeros(2) + BoxBytes.number(hasOffset ? 0 : place, table.baseSize) + BoxBytes.uint16(1)
            + BoxBytes.zeros(table.indexSize) + BoxBytes.number(hasOffset ? place : 0, table.offsetSize)
            + BoxBytes.number(UInt64(body.count), table.lengthSize)
    }

    /// Its reference in `iref` to what it describes.
    func reference(to item: UInt32, isWide: Bool) throws(EditRefusal) -> [UInt8] {
        guard isWide || max(id, item) <= 0xFFFF else { throw EditRefusal("it has no number for one more item") }
        let size = isWide ? 4 : 2
        return BoxBytes.box(
            "cdsc", BoxBytes.number(UInt64(id), size) + BoxBytes.uint16(1) + BoxBytes.number(UInt64(item), size))
    }
}
