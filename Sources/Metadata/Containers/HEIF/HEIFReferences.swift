/// Reads from `iref` which items are thumbnails of another, or describe it.
///
/// Source: ISO/IEC 14496-12, 8.11.12.
struct HEIFReferences {
    /// Items that are a smaller form of the wanted one.
    private(set) var thumbnails: [UInt32] = []
    /// Items that describe the wanted one: `Exif`, `mime`.
    private(set) var descriptions: [UInt32] = []
    /// The tiles that it is put together from.
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
