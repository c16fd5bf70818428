import Glibc

/// A file in pieces, for logs whose content is gpsd's business alone.
final class ByteChunks {
    private let descriptor: Int32
    private let path: String
    private let size: Int

    init(path: String, size: Int) throws(PositioningError) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        self.path = path
        self.size = size
        if descriptor < 0 { throw failure() }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The next piece, `nil` at the end.
    func next() throws(PositioningError) -> [UInt8]? {
        while true {
            var chunk = [UInt8](repeating: 0, count: size)
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count > 0 { return Array(chunk[..<count]) }
            if count == 0 { return nil }
            if errno != EINTR { throw failure() }
        }
    }

    private func failure() -> PositioningError {
        PositioningError(.unreadable, "\(path): \(String(cString: strerror(errno)))", errno: errno)
    }
}
