extension TIFFBlock {
    /// An element of a value of integers, or `nil` when there is none or it is of another type.
    func integer(_ entry: TIFFEntry, _ index: Int = 0) throws(MetadataError) -> Int? {
        guard index >= 0, index < entry.count else { return nil }
        let offset = entry.valueOffset + index * entry.type.size
        switch entry.type {
        case .byte, .undefined: return try file.byte(at: offset).map { Int($0) }
        case .signedByte: return try file.byte(at: offset).map { Int(Int8(bitPattern: $0)) }
        case .short: return try file.uint16(at: offset, bigEndian: bigEndian).map { Int($0) }
        case .signedShort: return try file.uint16(at: offset, bigEndian: bigEndian).map { Int(Int16(bitPattern: $0)) }
        case .long, .directory: return try file.uint32(at: offset, bigEndian: bigEndian).map { Int($0) }
        case .signedLong: return try file.uint32(at: offset, bigEndian: bigEndian).map { Int(Int32(bitPattern: $0)) }
        case .long8, .signedLong8, .directory8:
            return try file.uint64(at: offset, bigEndian: bigEndian).flatMap { Int(exactly: $0) }
        default: return nil
        }
    }

    /// An element of a value of any numbers, or `nil` when there is none, such as for a denominator of zero.
    func number(_ entry: TIFFEntry, _ index: Int = 0) throws(MetadataError) -> Double? {
        guard index >= 0, index < entry.count else { return nil }
        let offset = entry.valueOffset + index * entry.type.size
        let value: Double
        switch entry.type {
        case .rational, .signedRational:
            guard let top = try file.uint32(at: offset, bigEndian: bigEndian),
                let bottom = try file.uint32(at: offset + 4, bigEndian: bigEndian), bottom != 0
            else { return nil }
            value =
                entry.type == .rational
                ? Double(top) / Double(bottom) : Double(Int32(bitPattern: top)) / Double(Int32(bitPattern: bottom))
        case .float:
            guard let bits = try file.uint32(at: offset, bigEndian: bigEndian) else { return nil }
            value = Double(Float(bitPattern: bits))
        case .double:
            guard let bits = try file.uint64(at: offset, bigEndian: bigEndian) else { return nil }
            value = Double(bitPattern: bits)
        default:
            guard let number = try integer(entry, index) else { return nil }
            value = Double(number)
        }
        return value.isFinite ? value : nil
    }

    /// The bytes of a value, valid until the next read; `nil` when there are more than `most`.
    func bytes(_ entry: TIFFEntry, most: Int = 65_536) throws(MetadataError) -> UnsafeRawBufferPointer? {
        guard entry.byteCount <= most else { return nil }
        return try file.bytes(at: entry.valueOffset, count: entry.byteCount)
    }

    /// A text without what pads it, or `nil` when nothing is left.
    func text(_ entry: TIFFEntry) throws(MetadataError) -> String? {
        guard entry.type.size == 1, let bytes = try bytes(entry) else { return nil }
        return EmbeddedText.string(bytes)
    }
}
