/// Walks over the segments of a JPEG, up to the data of the picture.
struct JPEGSegments {
    private let file: FileBytes
    private let end: Int
    private var position: Int
    /// Bytes between segments that may still be skipped.
    private var patience = 1 << 20
    /// Segments that may still come.
    private var remaining = 65_536
    /// Where bytes stand that belong to no segment.
    private(set) var strayBytes: Int?

    /// Begins behind the mark of the beginning of an image, `0xFFD8`.
    init(of file: FileBytes, at offset: Int, end: Int) {
        self.file = file
        self.end = end
        position = offset + 2
    }

    /// The next segment; `nil` at the end, and where the file is cut off.
    mutating func next() throws(MetadataError) -> JPEGSegment? {
        while true {
            remaining -= 1
            guard remaining > 0 else { return nil }
            guard position <= end - 2, let head = try file.bytes(at: position, count: min(4, end - position)) else {
                return nil
            }
            guard head[0] == 0xFF else {
                if strayBytes == nil { strayBytes = position }
                guard try skipStrayBytes() else { return nil }
                continue
            }
            let marker = head[1]
            switch marker {
            case 0xFF:  // Padding.
                position += 1
                patience -= 1
                guard patience > 0 else { return nil }
            case 0x00, 0x01, 0xD0...0xD8:  // Without a payload.
                position += 2
                patience -= 2
                guard patience > 0 else { return nil }
            case JPEGSegment.endOfImage:
                return JPEGSegment(marker: marker, offset: position, payload: position + 2, count: 0)
            default:
                guard head.count == 4 else { return nil }
                let length = Int(head[2]) << 8 | Int(head[3])
                guard length >= 2 else {
                    position += 2
                    patience -= 2
                    guard patience > 0 else { return nil }
                    continue
                }
                let segment = JPEGSegment(
                    marker: marker, offset: position, payload: position + 4, count: min(length - 2, end - position - 4))
                position += 2 + length
                return segment
            }
        }
    }

    /// Goes on to the next `0xFF`.
    private mutating func skipStrayBytes() throws(MetadataError) -> Bool {
        while patience > 0, position < end {
            let count = min(4096, end - position)
            guard let bytes = try file.bytes(at: position, count: count) else { return false }
            if let found = bytes.firstIndex(of: 0xFF) {
                position += found
                patience -= found
                return true
            }
            position += count
            patience -= count
        }
        return false
    }
}
