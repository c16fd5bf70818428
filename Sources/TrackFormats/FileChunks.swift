#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Reads a file piece by piece, so that its size does not matter.
public final class FileChunks {
    /// What errors call the file.
    public let name: String
    private let descriptor: Int32
    private let closes: Bool
    private var buffer: [UInt8]

    /// Opens the file at `path`.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - size: The most bytes that ``next()`` gives.
    /// - Throws: ``TrackFormatError/Code/unreadable``.
    public init(path: String, size: Int = 65_536) throws(TrackFormatError) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        name = path
        closes = descriptor >= 0
        buffer = [UInt8](repeating: 0, count: size)
        guard descriptor >= 0 else { throw Self.failure("cannot be opened", path, errno) }
    }

    /// Reads from an open descriptor, which stays the caller's to close.
    init(fileDescriptor: Int32, name: String, size: Int = 65_536) {
        descriptor = fileDescriptor
        self.name = name
        closes = false
        buffer = [UInt8](repeating: 0, count: size)
    }

    deinit { if closes { close(descriptor) } }

    /// The next bytes, empty at the end of the file; waits when the descriptor is a pipe.
    ///
    /// - Throws: ``TrackFormatError/Code/unreadable``.
    public func next() throws(TrackFormatError) -> ArraySlice<UInt8> {
        while true {
            let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { return buffer[..<count] }
            let number = errno
            guard number == EINTR else { throw Self.failure("cannot be read", name, number) }
        }
    }

    private static func failure(_ what: String, _ name: String, _ number: Int32) -> TrackFormatError {
        TrackFormatError(
            code: .unreadable, message: "\(name) \(what): \(String(cString: strerror(number)))", errno: number)
    }
}
