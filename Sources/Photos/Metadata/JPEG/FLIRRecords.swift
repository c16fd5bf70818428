/// The records of FLIR's thermal cameras, one of which contains the position.
///
/// Source: the tables of exiftool for `FLIR::FFF`.
enum FLIRRecords {
    /// The name at the beginning of their segments; a version and the segment's index follow.
    static let name = Array("FLIR\0".utf8)
    private static let headCount = 8
    private static let position = 0x2B

    /// Refuses an edit if a record contains a position, or if that is unknown.
    ///
    /// - Parameters:
    ///   - segments: The parts of the records.
    ///   - file: The file.
    /// - Throws: ``EditRefusal``, and the errors of reading.
    static func refuse(_ segments: [JPEGSegment], _ file: FileBytes) throws {
        guard !segments.isEmpty else { return }
        var bytes: [UInt8] = []
        for segment in segments where segment.count > headCount {
            bytes += try file.copy(of: segment.payload + headCount..<segment.payload + segment.count)
        }
        guard bytes.starts(with: "FFF\0".utf8) || bytes.starts(with: "AFF\0".utf8) else { return }
        func number(_ place: Int, _ count: Int, isBig: Bool) -> Int? {
            guard place >= 0, place + count <= bytes.count else { return nil }
            let part = bytes[place..<place + count]
            return isBig ? part.reduce(0) { $0 << 8 | Int($1) } : part.reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        // The version reveals the byte order.
        let order = [true, false].first { (100..<200).contains(number(20, 4, isBig: $0) ?? 0) }
        guard let isBig = order, let list = number(24, 4, isBig: isBig), let count = number(28, 4, isBig: isBig),
            count <= bytes.count / 32
        else { throw EditRefusal("its thermal camera data may hold a position", isCertain: true) }
        for index in 0..<count {
            let entry = list + 32 * index
            guard number(entry, 2, isBig: isBig) == position, let place = number(entry + 12, 4, isBig: isBig),
                let length = number(entry + 16, 4, isBig: isBig), length > 0
            else { continue }
            // The record begins with a validity flag.
            guard number(place, 4, isBig: true) == 0 else {
                throw EditRefusal("its thermal camera data hold a position", isCertain: true)
            }
        }
    }
}
