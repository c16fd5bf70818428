/// Bytes that are read by range, so that one walk over a format's parts serves a file on disk and a buffer in memory.
package protocol ByteSource {
    /// What reading throws; `Never` in memory.
    associatedtype Failure: Error

    /// How many bytes there are.
    var count: Int { get }

    /// The bytes of a range, or `nil` when any of them is outside.
    ///
    /// - Parameters:
    ///   - offset: Where the range begins; negative is outside.
    ///   - length: How many bytes.
    /// - Returns: The bytes, valid until the next call of any method.
    /// - Throws: Where the system cannot read.
    func bytes(at offset: Int, count length: Int) throws(Failure) -> UnsafeRawBufferPointer?

    /// Tells that most of what follows is skipped, so that little is read ahead.
    func expectSkipping()
}

extension FileBytes: ByteSource {
    package typealias Failure = MetadataError

    /// Tells that most of what follows is skipped, so that little is read ahead.
    package func expectSkipping() { readAhead = 512 }
}

extension UnsafeRawBufferPointer: ByteSource {
    package typealias Failure = Never

    /// The bytes of a range, or `nil` when any of them is outside.
    ///
    /// - Parameters:
    ///   - offset: Where the range begins; negative is outside.
    ///   - length: How many bytes.
    /// - Returns: The bytes, valid as long as the buffer.
    package func bytes(at offset: Int, count length: Int) -> UnsafeRawBufferPointer? {
        guard offset >= 0, length >= 0, offset <= count, length <= count - offset else { return nil }
        return UnsafeRawBufferPointer(rebasing: self[offset..<offset + length])
    }

    /// Nothing is read ahead in memory.
    package func expectSkipping() {}
}
