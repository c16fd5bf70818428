/// Previews that lie behind the picture, and whose places stand in makers' notes, which nobody changes.
enum TrailingPreview {
    private static let most = 256

    /// Throws where a note leads to a JPEG behind its block, which would move.
    ///
    /// - Parameters:
    ///   - note: The value of the maker's notes.
    ///   - block: The EXIF.
    /// - Throws: ``EditRefusal``, and what reading throws.
    static func refuse(_ note: Range<Int>, of block: TIFFBlock) throws {
        let file = block.file
        guard note.count >= 12, let bytes = try file.bytes(at: note.lowerBound, count: note.count) else { return }
        var targets: Set<Int> = []
        for place in stride(from: 8, to: note.count - 3, by: 2) {
            let value = number(bytes, place, block)
            guard value > 0x400, value < file.count, isPlace(bytes, place, block) else { continue }
            for base in [block.base, note.lowerBound, note.lowerBound + 10] {
                let target = base + value
                if target >= block.end, target < file.count - 3, targets.count < most { targets.insert(target) }
            }
        }
        let readAhead = file.readAhead
        file.readAhead = 64
        defer { file.readAhead = readAhead }
        for target in targets {
            guard let start = try file.bytes(at: target, count: 3), start.elementsEqual([0xFF, 0xD8, 0xFF]) else {
                continue
            }
            throw EditRefusal("its maker's notes lead to a preview behind the picture, which would not be found again")
        }
    }

    /// Whether a number may be a place: an entry's, whose type and count stand before it, or one of Canon's rows of six.
    private static func isPlace(_ bytes: UnsafeRawBufferPointer, _ place: Int, _ block: TIFFBlock) -> Bool {
        let raw = bytes.loadUnaligned(fromByteOffset: place - 6, as: UInt16.self)
        let type = block.bigEndian ? raw.bigEndian : raw.littleEndian
        let count = number(bytes, place - 4, block)
        if type == 4 || type == 13 { return count == 1 }
        if type == 7 { return count > 500 }
        return place >= 20 && number(bytes, place - 20, block) == 24
    }

    private static func number(_ bytes: UnsafeRawBufferPointer, _ place: Int, _ block: TIFFBlock) -> Int {
        let raw = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
        return Int(block.bigEndian ? raw.bigEndian : raw.littleEndian)
    }
}
