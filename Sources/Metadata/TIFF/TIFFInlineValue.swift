/// The last bytes of an entry, 4 or 8 in BigTIFF: a short value, or where a longer one begins.
///
/// Directories are walked over several times for each photo, so these bytes take no memory of their own.
struct TIFFInlineValue: RandomAccessCollection, Hashable {
    /// The first byte is the least significant one.
    private var word: UInt64 = 0
    private let size: UInt8

    /// Takes bytes, of which the first eight count.
    init(_ bytes: some Sequence<UInt8>) {
        var count = 0
        for byte in bytes.prefix(8) {
            word |= UInt64(byte) << (8 * count)
            count += 1
        }
        size = UInt8(count)
    }

    /// Takes bytes of a file.
    ///
    /// - Parameter bytes: Eight at most.
    init(bytes: UnsafeRawBufferPointer) {
        precondition(bytes.count <= 8)
        withUnsafeMutableBytes(of: &word) { $0.copyMemory(from: bytes) }
        word = UInt64(littleEndian: word)
        size = UInt8(bytes.count)
    }

    var startIndex: Int { 0 }
    var endIndex: Int { Int(size) }

    subscript(index: Int) -> UInt8 {
        precondition(indices.contains(index))
        return UInt8(truncatingIfNeeded: word >> (8 * index))
    }
}
