import Glibc

/// The bytes of a file, read on demand, with every range checked against the file's size.
///
/// A part of the file is kept in a buffer that the next ``open(_:)-(String)`` reuses, so that a header costs one system
/// call. Nothing is mapped: a file that another program truncates meanwhile merely has fewer bytes. For one thread at a
/// time.
package final class FileBytes {
    /// How many bytes the file has.
    package private(set) var count = 0

    /// Least number of bytes read at once; small while much of a file is skipped.
    package var readAhead = 16 << 10

    /// Longest range of one request; longer ones count as missing.
    package static let largestRange = 16 << 20

    private static let usualCapacity = 64 << 10

    private var buffer: UnsafeMutableRawBufferPointer
    /// The bytes of the file that are in the buffer.
    private var window = 0..<0
    private var descriptor: Int32 = -1
    private var path = ""
    /// The patch through which the file is read.
    private var patch: FilePatch?

    /// Makes the buffer, for any number of files, one after the other.
    package init() {
        buffer = .allocate(byteCount: Self.usualCapacity, alignment: 16)
    }

    deinit {
        close()
        buffer.deallocate()
    }

    /// Opens a file and reads its beginning; the one before is closed.
    ///
    /// - Parameter path: A regular file, also through symbolic links.
    /// - Throws: ``MetadataError/Code/missing``, ``MetadataError/Code/notAFile``, ``MetadataError/Code/unreadable``.
    package func open(_ path: String) throws(MetadataError) {
        self.path = path
        guard !path.utf8.contains(0) else { throw failure(ENOENT, "a path has no zero bytes") }
        // First, so that no thread holds a descriptor while it waits for another.
        close()
        let opened = path.withCString { RetryingOpen.open($0, Self.flags) }
        try begin(opened)
    }

    /// Opens a file whose name may not be valid UTF-8; the one before is closed.
    ///
    /// - Parameter path: A regular file, also through symbolic links; ends with a zero byte.
    /// - Throws: As ``open(_:)-(String)``.
    package func open(_ path: UnsafePointer<CChar>) throws(MetadataError) {
        self.path = String(cString: path)
        close()
        try begin(RetryingOpen.open(path, Self.flags))
    }

    /// Opens a file as it will be after a patch is applied in place; the one before is closed.
    ///
    /// - Parameters:
    ///   - path: As in ``open(_:)-(String)``.
    ///   - patch: What is to be replaced and added; it moves no byte.
    /// - Throws: As ``open(_:)-(String)``, and ``MetadataError/Code/malformed`` for a file of another length.
    package func open(_ path: String, as patch: FilePatch) throws(MetadataError) {
        precondition(patch.keepsOffsets)
        try open(path)
        guard count == patch.oldCount else {
            throw error(.malformed, "no longer has its former length; another program is changing it")
        }
        self.patch = patch
        count = patch.newCount
        // What was read was the old file.
        window = 0..<0
    }

    /// Opens bytes in memory as a file.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - path: Its name in errors.
    package func open(bytes: [UInt8], path: String = "bytes in memory") {
        close()
        self.path = path
        reserve(bytes.count)
        buffer.copyBytes(from: bytes)
        count = bytes.count
        window = 0..<count
    }

    /// Closes the file; of a closed file no byte can be read.
    package func close() {
        if descriptor >= 0 { _ = Glibc.close(descriptor) }
        descriptor = -1
        patch = nil
        window = 0..<0
        count = 0
        readAhead = 16 << 10
        if buffer.count > Self.usualCapacity * 4 {
            buffer.deallocate()
            buffer = .allocate(byteCount: Self.usualCapacity, alignment: 16)
        }
    }

    /// The bytes of a range, or `nil` when any of them is outside the file.
    ///
    /// - Parameters:
    ///   - offset: Where the range begins; negative is outside.
    ///   - length: How many bytes; more than ``largestRange`` are not given.
    /// - Returns: The bytes, valid until the next call of any method.
    /// - Throws: ``MetadataError/Code/unreadable`` when the system cannot read.
    package func bytes(at offset: Int, count length: Int) throws(MetadataError) -> UnsafeRawBufferPointer? {
        if offset < window.lowerBound || length < 0 || length > window.upperBound - offset {
            guard try load(offset, length) else { return nil }
        }
        let start = offset - window.lowerBound
        return UnsafeRawBufferPointer(rebasing: buffer[start..<start + length])
    }
}

extension FileBytes {
    /// Never waits for the writer of a pipe, and never acquires a terminal.
    private static let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY

    private func begin(_ opened: Int32) throws(MetadataError) {
        guard opened >= 0 else { throw failure(errno) }
        descriptor = opened
        var status = stat()
        guard fstat(opened, &status) == 0 else { throw failure(errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            close()
            throw MetadataError(
                code: .notAFile, message: "\(path) is not a file but a folder, a pipe or a device; name a file",
                path: path)
        }
        count = Int(status.st_size)
        guard count > 0 else {
            throw MetadataError(
                code: .empty, message: "\(path) is empty; copy it again from its source", path: path)
        }
        _ = try load(0, min(count, 1))
    }

    private func reserve(_ length: Int) {
        guard length > buffer.count else { return }
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: length, alignment: 16)
        larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[0..<window.count]))
        buffer.deallocate()
        buffer = larger
    }

    /// Brings a range into the buffer; `false` when it is not in the file.
    private func load(_ offset: Int, _ length: Int) throws(MetadataError) -> Bool {
        guard offset >= 0, length >= 0, length <= Self.largestRange, offset <= count, length <= count - offset,
            descriptor >= 0
        else { return false }
        // Headers are read sequentially: a range shortly after the window extends it.
        let continues =
            offset >= window.lowerBound && offset <= window.upperBound + readAhead / 4
            && offset + length - window.lowerBound <= Self.usualCapacity
        // Values are often shortly before the table that refers to them.
        let start = continues ? window.lowerBound : max(0, offset - readAhead / 16)
        let kept = continues ? window.count : 0
        let wanted = max(offset + length - start, kept + (kept == 0 ? readAhead : readAhead / 2))
        let total = min(wanted, count - start)
        reserve(total)
        let fill = min(total, buffer.count)
        window = start..<start + kept
        while window.count < fill {
            let target = UnsafeMutableRawBufferPointer(rebasing: buffer[window.count..<fill])
            let read = readSome(into: target, at: window.upperBound)
            if read < 0, errno == EINTR { continue }
            guard read >= 0 else { throw failure(errno) }
            guard read > 0 else {
                // Another program has truncated the file.
                count = min(count, window.upperBound)
                return offset + length <= window.upperBound
            }
            window = start..<window.upperBound + read
        }
        return true
    }

    /// Reads as `pread` does, through the patch.
    private func readSome(into target: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        guard let patch else { return pread(descriptor, target.baseAddress, target.count, off_t(offset)) }
        let kept = max(0, patch.oldCount - offset)
        let wanted = kept > 0 ? min(kept, target.count) : target.count
        let read = kept > 0 ? pread(descriptor, target.baseAddress, wanted, off_t(offset)) : wanted
        guard read > 0 else { return read }
        var end = patch.oldCount
        for splice in patch.splices {
            let start = splice.range.lowerBound < patch.oldCount ? splice.range.lowerBound : end
            let range = start..<start + splice.bytes.count
            end = max(end, range.upperBound)
            let part = range.clamped(to: offset..<offset + read)
            guard !part.isEmpty else { continue }
            splice.bytes.withUnsafeBytes { bytes in
                let source = bytes[part.lowerBound - range.lowerBound..<part.upperBound - range.lowerBound]
                UnsafeMutableRawBufferPointer(rebasing: target[(part.lowerBound - offset)...]).copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: source))
            }
        }
        return read
    }

    private func failure(_ error: Int32, _ reason: String? = nil) -> MetadataError {
        let text = reason ?? String(cString: strerror(error))
        switch error {
        case ENOENT, ENOTDIR, ESTALE:
            return MetadataError(
                code: .missing, message: "\(path) does not exist (\(text)); it was moved, deleted or never written",
                path: path, errno: error)
        case ENXIO, EISDIR:
            return MetadataError(
                code: .notAFile,
                message: "\(path) is not a file but a folder, a socket or a device (\(text)); name a file",
                path: path, errno: error)
        default:
            let advice = RetryingOpen.isLimit(error) ? RetryingOpen.advice : "check its permissions and the disk"
            return MetadataError(
                code: .unreadable, message: "\(path) cannot be read (\(text)); \(advice)", path: path, errno: error)
        }
    }

    /// An error about the content of this file.
    package func error(_ code: MetadataError.Code, _ what: String) -> MetadataError {
        MetadataError(code: code, message: "\(path) \(what)", path: path)
    }
}

extension FileBytes {
    /// A number of the file, or `nil` when any byte of it is outside.
    ///
    /// - Parameters:
    ///   - type: Its type, which defines its size.
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

    /// The byte at an offset, or `nil` outside the file.
    package func byte(at offset: Int) throws(MetadataError) -> UInt8? {
        try number(UInt8.self, at: offset, bigEndian: true)
    }

    /// The 16-bit number at an offset, or `nil` outside the file.
    package func uint16(at offset: Int, bigEndian: Bool) throws(MetadataError) -> UInt16? {
        try number(UInt16.self, at: offset, bigEndian: bigEndian)
    }

    /// The 32-bit number at an offset, or `nil` outside the file.
    package func uint32(at offset: Int, bigEndian: Bool) throws(MetadataError) -> UInt32? {
        try number(UInt32.self, at: offset, bigEndian: bigEndian)
    }

    /// The 64-bit number at an offset, or `nil` outside the file.
    package func uint64(at offset: Int, bigEndian: Bool) throws(MetadataError) -> UInt64? {
        try number(UInt64.self, at: offset, bigEndian: bigEndian)
    }
}
