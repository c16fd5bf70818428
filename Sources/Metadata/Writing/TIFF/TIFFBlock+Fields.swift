extension TIFFBlock {
    /// The bytes of an offset: 4, or 8 in BigTIFF.
    var wordSize: Int { isBig ? 8 : 4 }

    /// A number of the block's byte order.
    func encoded(_ number: Int, size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * (bigEndian ? size - 1 - $0 : $0))) }
    }

    /// The number that some bytes are.
    func decoded(_ bytes: some Collection<UInt8>) -> Int {
        var number: UInt64 = 0
        if bigEndian {
            for byte in bytes { number = number << 8 | UInt64(byte) }
        } else {
            var place = 0
            for byte in bytes {
                number |= UInt64(byte) << place
                place += 8
            }
        }
        return Int(clamping: number)
    }

    /// All entries of a directory as they stand.
    func fields(of directory: TIFFDirectory) throws(MetadataError) -> [TIFFField] {
        var fields: [TIFFField] = []
        fields.reserveCapacity(directory.count + 1)
        for index in 0..<directory.count {
            let offset = directory.firstEntry + index * directory.entrySize
            guard let bytes = try file.bytes(at: offset, count: directory.entrySize) else { break }
            func number<T: FixedWidthInteger & BitwiseCopyable>(_ type: T.Type, _ place: Int) -> T {
                let raw = bytes.loadUnaligned(fromByteOffset: place, as: T.self)
                return bigEndian ? raw.bigEndian : raw.littleEndian
            }
            var field = TIFFField(
                tag: number(UInt16.self, 0), type: number(UInt16.self, 2),
                count: isBig ? Int(clamping: number(UInt64.self, 4)) : Int(number(UInt32.self, 4)),
                inline: TIFFInline(bytes: UnsafeRawBufferPointer(rebasing: bytes[(4 + wordSize)...])),
                offset: offset)
            if let range = strayingRange(of: field), range.upperBound <= end { field.value = range }
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
