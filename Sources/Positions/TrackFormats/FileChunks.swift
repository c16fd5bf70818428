import Glibc
import LKFormats
import LKStorage

/// Reads a file in chunks, so that its size does not matter.
package final class FileChunks {
    /// The name of the file in messages.
    package let name: String
    private let descriptor: Int32
    private let closes: Bool
    private var buffer: [UInt8]
    /// The bytes that ``beginning(of:)`` has read ahead.
    private var ahead: [UInt8] = []
    private var aheadPosition = 0
    private let isMemory: Bool
    /// The byte offset of the next read, if the descriptor's own must not move.
    private var offset: off_t?
    /// The decoder from UTF-16; `nil` for bytes that are returned unchanged.
    private var utf16: UTF16Text?

    /// Whether the file is read in spite of damage: a bare `&` of XML is text, and GPX is resumed behind what is not well-formed.
    ///
    /// Set it before the first ``next()``.
    package var isSalvaged = false
    private var ampersands = AmpersandRepair()
    /// What the file does not say itself.
    var hints = TrackFormat.Hints()

    /// The number of bare `&` read as text so far.
    package var repairedAmpersands: Int { ampersands.count }

    /// Whether the file is XML in an encoding in which an `&` is one byte.
    private lazy var isXML: Bool = {
        let text = bytesAhead.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
        // In UTF-16 a zero is before or after it.
        return text.first == UInt8(ascii: "<") && text.dropFirst().first != 0
    }()

    /// Opens the file at `path`.
    ///
    /// - Parameters:
    ///   - path: The file; links of other users in it are not followed.
    ///   - name: Its name in messages; `nil` for its path.
    ///   - size: The maximum number of bytes that ``next()`` returns.
    /// - Throws: ``TrackFormatError/Code/unreadable``.
    package init(path: String, name: String? = nil, size: Int = 65_536) throws(TrackFormatError) {
        self.name = name ?? path
        do throws(TrustedPath.Refusal) { descriptor = try TrustedPath.openInput(path) } catch {
            throw TrackFormatError(
                code: .unreadable, complete: error.message("\(self.name) cannot be opened", opening: self.name),
                advice: error.advice(), errno: error.number, underlying: error)
        }
        closes = true
        isMemory = false
        buffer = [UInt8](repeating: 0, count: size)
    }

    /// Reads from an open descriptor, which the caller closes.
    ///
    /// - Parameters:
    ///   - fileDescriptor: A file or a pipe.
    ///   - name: Its name in messages.
    ///   - size: The maximum number of bytes that ``next()`` returns.
    package init(fileDescriptor: Int32, name: String, size: Int = 65_536) {
        descriptor = fileDescriptor
        self.name = name
        closes = false
        isMemory = false
        buffer = [UInt8](repeating: 0, count: size)
    }

    /// Reads bytes in memory.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - name: Its name in messages.
    ///   - size: The maximum number of bytes that ``next()`` returns.
    package init(bytes: [UInt8], name: String, size: Int = 65_536) {
        descriptor = -1
        self.name = name
        closes = false
        isMemory = true
        buffer = [UInt8](repeating: 0, count: size)
        ahead = bytes
    }

    /// Reads ahead of another value, which stays where it is.
    private init(ahead other: FileChunks, offset: off_t?) {
        descriptor = other.descriptor
        name = other.name
        closes = false
        isMemory = offset == nil
        self.offset = offset
        buffer = [UInt8](repeating: 0, count: other.buffer.count)
        ahead = Array(other.bytesAhead)
    }

    /// Returns the rest of the file without consuming it; of a pipe only ``bytesAhead``.
    ///
    /// Use it before the descriptor is closed.
    func lookahead() -> FileChunks {
        var status = stat()
        let isFile = !isMemory && utf16 == nil && fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        let position = isFile ? lseek(descriptor, 0, SEEK_CUR) : -1
        return FileChunks(ahead: self, offset: position >= 0 ? position : nil)
    }

    deinit { if closes { close(descriptor) } }

    /// Returns the next bytes, empty at the end of the file; blocks when the descriptor is a pipe without data.
    ///
    /// - Throws: ``TrackFormatError/Code/unreadable``.
    package func next() throws(TrackFormatError) -> ArraySlice<UInt8> {
        guard isSalvaged, isXML else { return try nextBytes() }
        while true {
            let bytes = try nextBytes()
            let repaired = ampersands.repaired(bytes, isAtEnd: bytes.isEmpty)
            if bytes.isEmpty || !repaired.isEmpty { return repaired }
        }
    }

    private func nextBytes() throws(TrackFormatError) -> ArraySlice<UInt8> {
        guard aheadPosition == ahead.count else {
            let end = min(aheadPosition + buffer.count, ahead.count)
            defer { aheadPosition = end }
            return ahead[aheadPosition..<end]
        }
        return try more()
    }

    /// Returns the first bytes without consuming them; fewer if the file is shorter.
    ///
    /// Call it before the first ``next()``.
    ///
    /// - Parameter count: The minimum number of bytes; more may be returned.
    /// - Returns: The beginning of the file.
    /// - Throws: ``TrackFormatError/Code/unreadable``.
    package func beginning(of count: Int) throws(TrackFormatError) -> ArraySlice<UInt8> {
        while !isMemory, ahead.count < count {
            let bytes = try more()
            if bytes.isEmpty { break }
            ahead += bytes
        }
        return ahead.prefix(count)
    }

    /// Converts to UTF-8 from now on, if ``beginning(of:)`` is UTF-16 with a byte order mark.
    ///
    /// - Returns: Whether it is.
    func decodeUTF16() -> Bool {
        guard utf16 == nil, var text = UTF16Text(beginning: bytesAhead) else { return utf16 != nil }
        ahead = text.utf8(bytesAhead, isAtEnd: isMemory)
        aheadPosition = 0
        utf16 = text
        return true
    }

    /// The bytes that ``beginning(of:)`` has read ahead and ``next()`` has not returned.
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
            let count = buffer.withUnsafeMutableBytes { bytes in
                guard let offset else { return read(descriptor, bytes.baseAddress, bytes.count) }
                return pread(descriptor, bytes.baseAddress, bytes.count, offset)
            }
            if count >= 0 {
                if let offset { self.offset = offset + off_t(count) }
                return buffer[..<count]
            }
            let number = errno
            guard number == EINTR else { throw Self.failure("cannot be read", name, number) }
        }
    }

    private static func failure(_ what: String, _ name: String, _ number: Int32) -> TrackFormatError {
        TrackFormatError(
            code: .unreadable, message: "\(name) \(what): \(String(cString: strerror(number)))", errno: number)
    }
}
