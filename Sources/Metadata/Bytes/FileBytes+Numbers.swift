extension FileBytes {
    /// A number of the file, or `nil` when any byte of it lies outside.
    ///
    /// - Parameters:
    ///   - type: Its type, which says how many bytes it has.
    ///   - offset: Where it begins.
    ///   - bigEndian: Whether its most significant byte comes first.
    /// - Returns: The number.
    /// - Throws: ``MetadataError/Code/unreadable``.
    @inline(__always)
    package func number<T: FixedWidthInteger & BitwiseCopyable>(
        _ type: T.Type, at offset: Int, bigEndian: Bool
    ) throws(MetadataError) -> T? {
        guard let bytes = try bytes(at: offset, count: MemoryLayout<T>.size) else { return nil }
        let raw = bytes.loadUnaligned(as: T.self)
        return bigEndian ? T(bigEndian: raw) : T(littleEndian: raw)
    }

    /// The byte at an offset, or `nil` outside of the file.
    package func byte(at offset: Int) throws(MetadataError) -> UInt8? {
        try number(UInt8.self, at: offset, bigEndian: true)
    }

    /// The 16-bit number at an offset, or `nil` outside of the file.
    package func uint16(at offset: Int, bigEndian: Bool) throws(MetadataError) -> UInt16? {
        try number(UInt16.self, at: offset, bigEndian: bigEndian)
    }

    /// The 32-bit number at an offset, or `nil` outside of the file.
    package func uint32(at offset: Int, bigEndian: Bool) throws(MetadataError) -> UInt32? {
        try number(UInt32.self, at: offset, bigEndian: bigEndian)
    }

    /// The 64-bit number at an offset, or `nil` outside of the file.
    package func uint64(at offset: Int, bigEndian: Bool) throws(MetadataError) -> UInt64? {
        try number(UInt64.self, at: offset, bigEndian: bigEndian)
    }
}
