/// Bytes that are read by range, so that the same parsers work on files and on buffers in memory.
package protocol ByteSource {
    /// The error of reading; `Never` in memory.
    associatedtype Failure: Error

    /// The number of bytes.
    var count: Int { get }

    /// Returns the bytes of a range; `nil` when any of them is outside.
    ///
    /// - Parameters:
    ///   - offset: The start of the range; negative offsets are outside.
    ///   - length: The number of bytes.
    /// - Returns: The bytes, valid until the next call of any method.
    /// - Throws: The system's errors.
    func bytes(at offset: Int, count length: Int) throws(Failure) -> UnsafeRawBufferPointer?

    /// Announces that most of the following bytes are skipped, so that little is read ahead.
    func expectSkipping()
}

extension FileBytes: ByteSource {
    package typealias Failure = MetadataError

    /// Announces that most of the following bytes are skipped, so that little is read ahead.
    package func expectSkipping() { readAhead = 512 }
}

extension UnsafeRawBufferPointer: ByteSource {
    package typealias Failure = Never

    /// Returns the bytes of a range; `nil` when any of them is outside.
    ///
    /// - Parameters:
    ///   - offset: The start of the range; negative offsets are outside.
    ///   - length: The number of bytes.
    /// - Returns: The bytes, valid as long as the buffer.
    package func bytes(at offset: Int, count length: Int) -> UnsafeRawBufferPointer? {
        guard offset >= 0, length >= 0, offset <= count, length <= count - offset else { return nil }
        return UnsafeRawBufferPointer(rebasing: self[offset..<offset + length])
    }

    /// Does nothing in memory.
    package func expectSkipping() {}
}
