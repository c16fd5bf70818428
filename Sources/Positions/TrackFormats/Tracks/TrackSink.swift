import Glibc

/// The destination of a file's bytes: a small buffer in front of a file, a pipe, memory, or a function.
///
/// It replaces no files and synchronizes nothing: the code that opens them does that.
package final class TrackSink {
    private let take: (UnsafeRawBufferPointer) throws -> Void
    private let name: String
    private static let size = 1 << 16
    /// The bytes written but not flushed.
    var bytes: [UInt8] = []
    private var failure: TrackFormatError?

    /// Creates a sink that passes its bytes to a function.
    ///
    /// - Parameters:
    ///   - name: Its name in messages.
    ///   - take: Receives the bytes, tens of kilobytes at a time. Its errors become a ``TrackFormatError`` with the
    ///     code `unwritable`.
    package init(name: String = "output", _ take: @escaping (UnsafeRawBufferPointer) throws -> Void) {
        self.name = name
        self.take = take
        bytes.reserveCapacity(Self.size + 4096)
    }

    /// Creates a sink that writes to an open descriptor, which the caller closes.
    package convenience init(fileDescriptor: Int32, name: String) {
        self.init(name: name) { raw in
            var rest = raw
            while let base = rest.baseAddress, !rest.isEmpty {
                let count = write(fileDescriptor, base, rest.count)
                if count >= 0 {
                    rest = UnsafeRawBufferPointer(rebasing: rest[count...])
                } else if errno != EINTR {
                    let number = errno
                    throw TrackFormatError(
                        code: .unwritable, message: "\(name) cannot be written: \(String(cString: strerror(number)))",
                        errno: number)
                }
            }
        }
    }

    /// Flushes when the buffer is full.
    ///
    /// - Throws: ``TrackFormatError/Code/unwritable``, on every further call again.
    func flushIfFull() throws(TrackFormatError) { if bytes.count >= Self.size { try flush() } }

    /// Passes all bytes on.
    ///
    /// - Throws: ``TrackFormatError/Code/unwritable``, on every further call again.
    func flush() throws(TrackFormatError) {
        if let failure { throw failure }
        guard !bytes.isEmpty else { return }
        do { try bytes.withUnsafeBytes(take) } catch {
            let wrapped =
                error as? TrackFormatError
                ?? TrackFormatError(
                    code: .unwritable, message: "\(name) cannot be written: \(error)", underlying: error)
            failure = wrapped
            throw wrapped
        }
        bytes.removeAll(keepingCapacity: true)
    }
}
