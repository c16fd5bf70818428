import Formats
import Glibc

/// Reads a file piece by piece, so that its size does not matter.
public final class FileChunks {
    /// The name of the file in messages.
    public let name: String
    private let descriptor: Int32
    private let closes: Bool
    private var buffer: [UInt8]
    /// What ``beginning(of:)`` has read ahead.
    private var ahead: [UInt8] = []
    private var aheadPosition = 0
    private let isMemory: Bool
    /// What makes UTF-8 of it; `nil` for bytes that are given as they are.
    private var utf16: UTF16Text?

    /// Opens the file at `path`.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - name: Its name in messages; `nil` for its path.
    ///   - size: The most bytes that ``next()`` gives.
    /// - Throws: ``TrackFormatError/Code/unreadable``.
    public init(path: String, name: String? = nil, size: Int = 65_536) throws(TrackFormatError) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        self.name = name ?? path
        closes = descriptor >= 0
        isMemory = false
        buffer = [UInt8](repeating: 0, count: size)
        guard descriptor >= 0 else { throw Self.failure("cannot be opened", self.name, errno) }
    }

    /// Reads from an open descriptor, which stays the caller's to close.
    ///
    /// - Parameters:
    ///   - fileDescriptor: A file or a pipe.
    ///   - name: Its name in messages.
    ///   - size: The most bytes that ``next()`` gives.
    public init(fileDescriptor: Int32, name: String, size: Int = 65_536) {
        descriptor = fileDescriptor
        self.name = name
        closes = false
        isMemory = false
        buffer = [UInt8](repeating: 0, count: size)
    }

    /// Gives bytes that are in memory.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - name: Its name in messages.
    ///   - size: The most bytes that ``next()`` gives.
    public init(bytes: [UInt8], name: String, size: Int = 65_536) {
        descriptor = -1
        self.name = name
        closes = false
        isMemory = true
        buffer = [UInt8](repeating: 0, count: size)
        ahead = bytes
    }

    deinit { if closes { close(descriptor) } }

    /// The next bytes, empty at the end of the file; waits when the descriptor is a pipe.
    ///
    /// - Throws: ``TrackFormatError/Code/unreadable``.
    public func next() throws(TrackFormatError) -> ArraySlice<UInt8> {
        guard aheadPosition == ahead.count else {
            let end = min(aheadPosition + buffer.count, ahead.count)
            defer { aheadPosition = end }
            return ahead[aheadPosition..<end]
        }
        return try more()
    }

    /// The first bytes, which ``next()`` gives as well; fewer when there are no more.
    ///
    /// To be called before the first ``next()``.
    /// - Parameter count: How many are wanted; more may come.
    /// - Returns: The beginning of the file.
    /// - Throws: ``TrackFormatError/Code/unreadable``.
    public func beginning(of count: Int) throws(TrackFormatError) -> ArraySlice<UInt8> {
        while !isMemory, ahead.count < count {
            let bytes = try more()
            if bytes.isEmpty { break }
            ahead += bytes
        }
        return ahead.prefix(count)
    }

    /// Gives text in UTF-8 from now on, where ``beginning(of:)`` is UTF-16 with a byte order mark.
    ///
    /// - Returns: Whether it is.
    func decodeUTF16() -> Bool {
        guard utf16 == nil, var text = UTF16Text(beginning: bytesAhead) else { return utf16 != nil }
        ahead = text.utf8(bytesAhead, isAtEnd: isMemory)
        aheadPosition = 0
        utf16 = text
        return true
    }

    /// What ``beginning(of:)`` has read ahead and ``next()`` has not given.
    var bytesAhead: ArraySlice<UInt8> { ahead[aheadPosition...] }

    private func more() throws(TrackFormatError) -> ArraySlice<UInt8> {
        guard !isMemory else { return [] }
        while utf16 != nil {
            let bytes = try raw()
            let text = utf16?.utf8(bytes, isAtEnd: bytes.isEmpty) ?? []
            if bytes.isEmpty || !text.isEmpty { return text[...] }
        }
        return try raw()
    }

    private func raw() throws(TrackFormatError) -> ArraySlice<UInt8> {
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
