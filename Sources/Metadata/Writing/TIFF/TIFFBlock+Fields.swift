extension TIFFBlock {
    /// The bytes of an offset: 4, or 8 in BigTIFF.
    var wordSize: Int { isBig ? 8 : 4 }

    /// A number of the block's byte order.
    func encoded(_ number: Int, size: Int) -> [UInt8] {
        let big = (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * (size - 1 - $0))) }
        return bigEndian ? big : big.reversed()
    }

    /// The number that some bytes are.
    func decoded(_ bytes: some Collection<UInt8>) -> Int {
        let number =
            bigEndian
            ? bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            : bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(clamping: number)
    }

    /// All entries of a directory as they stand.
    func fields(of directory: TIFFDirectory) throws(MetadataError) -> [TIFFField] {
        var fields: [TIFFField] = []
        fields.reserveCapacity(directory.count + 1)
        for index in 0..<directory.count {
            let offset = directory.firstEntry + index * directory.entrySize
            guard let bytes = try file.bytes(at: offset, count: directory.entrySize) else { break }
            var field = TIFFField(
                tag: UInt16(decoded(bytes[0..<2])), type: UInt16(decoded(bytes[2..<4])),
                count: decoded(bytes[4..<4 + wordSize]), inline: Array(bytes[(4 + wordSize)...]), offset: offset)
            field.value = strayingRange(of: field).flatMap { $0.upperBound <= end ? $0 : nil }
            fields.append(field)
        }
        return fields
    }

    /// Where the value of an entry that stands outside of it would lie, even if that is not within the block.
    func strayingRange(of field: TIFFField) -> Range<Int>? {
        guard let size = field.elementSize else { return nil }
        let (count, overflow) = field.count.multipliedReportingOverflow(by: size)
        guard overflow || count > wordSize else { return nil }
        let (start, far) = base.addingReportingOverflow(decoded(field.inline))
        let (stop, farther) = start.addingReportingOverflow(overflow ? Int.max : count)
        if far { return Int.max - 1..<Int.max }
        return start..<(farther ? Int.max : stop)
    }

    /// The bytes of an entry's value; `nil` of what is not within the block, of unknown type, or too large.
    func valueBytes(of field: TIFFField) throws(MetadataError) -> [UInt8]? {
        guard let size = field.elementSize else { return nil }
        if let value = field.value {
            return try file.bytes(at: value.lowerBound, count: value.count).map { Array($0) }
        }
        let (count, overflow) = field.count.multipliedReportingOverflow(by: size)
        return !overflow && count <= wordSize ? Array(field.inline.prefix(count)) : nil
    }

    /// Where an entry that points to a directory leads to, or `nil` when that is not within the block.
    func target(of field: TIFFField) -> Int? {
        guard field.count == 1, let size = field.elementSize, [4, 8].contains(size), size <= wordSize,
            [4, 13, 16, 18].contains(field.type)
        else { return nil }
        let place = decoded(field.inline.prefix(size))
        return place > 0 && place < end - base ? base + place : nil
    }
}
