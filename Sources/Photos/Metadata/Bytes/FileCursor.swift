/// Reads a range of a file value by value.
///
/// Values beyond the range are read as 0 and recorded in ``isCut``, so that a parser checks once at its end, or in each
/// iteration of a loop, rather than after every value.
struct FileCursor {
    let file: FileBytes
    /// The offset of the next value.
    private(set) var position: Int
    /// The end of the range.
    let end: Int
    /// Whether a value beyond the range or the file was requested.
    private(set) var isCut = false

    init(_ file: FileBytes, _ range: Range<Int>) {
        self.file = file
        position = range.lowerBound
        end = range.upperBound
    }

    /// The number of remaining bytes.
    var remaining: Int { isCut ? 0 : end - position }

    mutating func uint8() throws(MetadataError) -> UInt8 { UInt8(truncatingIfNeeded: try integer(1)) }

    mutating func uint16() throws(MetadataError) -> UInt16 { UInt16(truncatingIfNeeded: try integer(2)) }

    mutating func uint32() throws(MetadataError) -> UInt32 { UInt32(truncatingIfNeeded: try integer(4)) }

    /// Reads a big-endian number of up to eight bytes.
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

    /// Reads a text up to a zero byte or the end, and returns at most `maximumLength` bytes of it.
    mutating func terminatedText(maximumLength: Int) throws(MetadataError) -> [UInt8] {
        var text: [UInt8] = []
        while remaining > 0 {
            let byte = try uint8()
            if byte == 0 || isCut { break }
            guard text.count < maximumLength else { break }
            text.append(byte)
        }
        return text
    }

    /// Reads the remaining bytes, at most `maximumLength`.
    mutating func rest(maximumLength: Int) throws(MetadataError) -> [UInt8] {
        let count = min(remaining, maximumLength)
        guard count > 0, let bytes = try file.bytes(at: position, count: count) else { return [] }
        position += count
        return Array(bytes)
    }
}
