/// Reads a part of a file value by value.
///
/// What lies beyond the part is read as 0 and noted in ``isCut``, so that a reader of a structure asks once at its end, or in each
/// round of a loop, and not at every value.
struct FileCursor {
    let file: FileBytes
    /// Where the next value begins.
    private(set) var position: Int
    /// Where the part ends.
    let end: Int
    /// Whether a value was asked for that the part, or the file, does not have.
    private(set) var isCut = false

    init(_ file: FileBytes, _ range: Range<Int>) {
        self.file = file
        position = range.lowerBound
        end = range.upperBound
    }

    /// How many bytes are left.
    var remaining: Int { isCut ? 0 : end - position }

    mutating func uint8() throws(MetadataError) -> UInt8 { UInt8(truncatingIfNeeded: try integer(1)) }

    mutating func uint16() throws(MetadataError) -> UInt16 { UInt16(truncatingIfNeeded: try integer(2)) }

    mutating func uint32() throws(MetadataError) -> UInt32 { UInt32(truncatingIfNeeded: try integer(4)) }

    /// A number of up to eight bytes, big-endian.
    mutating func integer(_ count: Int) throws(MetadataError) -> UInt64 {
        guard count > 0, !isCut else { return 0 }
        guard count <= end - position, let bytes = try file.bytes(at: position, count: count) else {
            isCut = true
            return 0
        }
        position += count
        return bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func skip(_ count: Int) {
        guard count >= 0, !isCut, count <= end - position else {
            isCut = true
            return
        }
        position += count
    }

    /// A text up to a zero byte or the end, of which no more than `limit` bytes are given.
    mutating func terminatedText(limit: Int) throws(MetadataError) -> [UInt8] {
        var text: [UInt8] = []
        while remaining > 0 {
            let byte = try uint8()
            if byte == 0 || isCut { break }
            guard text.count < limit else { break }
            text.append(byte)
        }
        return text
    }

    /// All that is left, but no more than `limit` bytes.
    mutating func rest(limit: Int) throws(MetadataError) -> [UInt8] {
        let count = min(remaining, limit)
        guard count > 0, let bytes = try file.bytes(at: position, count: count) else { return [] }
        position += count
        return Array(bytes)
    }
}
