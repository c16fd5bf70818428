/// What makers' notes say of places, which cannot be taken out of them.
enum MakerNotePlaces {
    private static let panasonicNames: Set<UInt16> = [0x67, 0x69, 0x6B, 0x6D, 0x6F]
    private static let nikonLocation: UInt16 = 0x0039

    /// Throws where a note names the place of the shot.
    static func refuse(_ note: Range<Int>, of block: TIFFBlock) throws {
        guard note.count > 18, let start = try block.file.bytes(at: note.lowerBound, count: 18).map({ Array($0) })
        else {
            return
        }
        if start.starts(with: "Panasonic\0".utf8) {
            for field in try fields(at: note.lowerBound + 12, of: block) where panasonicNames.contains(field.tag) {
                guard let text = try block.valueBytes(of: field), text.contains(where: isLetter) else { continue }
                throw EditRefusal("its maker's notes name the place")
            }
        } else if start.starts(with: "Nikon\0\u{2}".utf8) {
            let base = note.lowerBound + 10
            guard let inner = try TIFFBlock(in: block.file, at: base, count: note.upperBound - base) else { return }
            for field in try fields(at: inner.firstDirectory, of: inner) where field.tag == nikonLocation {
                guard let text = try inner.valueBytes(of: field)?.dropFirst(9), text.contains(where: isLetter) else {
                    continue
                }
                throw EditRefusal("its maker's notes name the place")
            }
        }
    }

    private static func fields(at place: Int, of block: TIFFBlock) throws -> [TIFFField] {
        guard let directory = try block.directory(at: place), directory.count == directory.statedCount else {
            return []
        }
        return try block.fields(of: directory)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { byte > 0x40 && byte != 0xFF }
}
