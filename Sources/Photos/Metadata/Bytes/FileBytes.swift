import Glibc
import LKStorage

/// The bytes of a file, read on demand, with every range checked against the file's size.
///
/// Part of the file is kept in a buffer that the next ``open(_:)-(String)`` reuses, so that reading a header needs one
/// system call. Nothing is mapped: if another program truncates the file, it merely has fewer bytes. For one thread at
/// a time.
package final class FileBytes {
    /// The size of the file, in bytes.
    package private(set) var count = 0

    /// The minimum number of bytes read at once; small while most of a file is skipped.
    package var readAhead = 16 << 10

    /// The longest range of one request; longer ones are treated as missing.
    package static let maximumRange = 16 << 20

    private static let usualCapacity = 64 << 10

    private var buffer: UnsafeMutableRawBufferPointer
    /// The byte range in the buffer.
    private var window = 0..<0
    private var descriptor: Int32 = -1
    private var path = ""
    /// The patch through which the file is read, if any.
    private var patch: FilePatch?
    /// The folder of the last file, if files of one folder are opened from its descriptor.
    private let folder: RecentFolder?

    /// Creates the buffer, for any number of files in succession.
    ///
    /// - Parameter keepsFolder: Whether to keep the folder of a file open for the next one, which then is read in the same
    ///   folder even if another has its path meanwhile; for scans.
    package init(keepsFolder: Bool = false) {
        folder = keepsFolder ? RecentFolder() : nil
        buffer = .allocate(byteCount: Self.usualCapacity, alignment: 16)
    }

    deinit {
        close()
        buffer.deallocate()
    }

    /// Opens a file and reads its beginning; closes the previous one.
    ///
    /// - Parameter path: A regular file, possibly reached through symbolic links that ``TrustedPath`` follows.
    /// - Throws: ``MetadataError/Code/missing``, ``MetadataError/Code/notAFile``, ``MetadataError/Code/unreadable``.
    package func open(_ path: String) throws(MetadataError) {
        self.path = path
        guard !path.utf8.contains(0) else { throw failure(ENOENT, "a path has no zero bytes") }
        // Closed first, so that no thread holds a descriptor while it waits for another.
        close()
        try begin(path.withCString { opened($0) })
    }

    /// Opens a file whose name may not be valid UTF-8; closes the previous one.
    ///
    /// - Parameter path: A regular file, possibly reached through symbolic links; null-terminated.
    /// - Throws: The errors of ``open(_:)-(String)``.
    package func open(_ path: UnsafePointer<CChar>) throws(MetadataError) {
        self.path = String(cString: path)
        close()
        try begin(opened(path))
    }

    /// Opens a file as if a patch had been applied in place; closes the previous one.
    ///
    /// - Parameters:
    ///   - path: As in ``open(_:)-(String)``.
    ///   - patch: Replacements and appended bytes; it must not move bytes.
    /// - Throws: The errors of ``open(_:)-(String)``, and ``MetadataError/Code/malformed`` if the file has another
    ///   length.
    package func open(_ path: String, as patch: FilePatch) throws(MetadataError) {
        precondition(patch.keepsOffsets)
        try open(path)
        guard count == patch.oldCount else {
            throw error(.malformed, "no longer has its former length; another program is changing it")
        }
        self.patch = patch
        count = patch.newCount
        // The buffer contains bytes of the unpatched file.
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

    /// Closes the file; a closed file has no bytes.
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

    /// Returns the bytes of a range; `nil` when any of them is outside the file.
    ///
    /// - Parameters:
    ///   - offset: The start of the range; negative offsets are outside.
    ///   - length: The number of bytes, at most ``maximumRange``.
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
    /// Opening never waits for the writer of a pipe, and never acquires a terminal.
    private static let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY

    private func opened(_ path: UnsafePointer<CChar>) -> Result<Int32, TrustedPath.Refusal> {
        do throws(TrustedPath.Refusal) {
            if let file = try folder?.open(path, Self.flags) { return .success(file) }
            return .success(try RetryingOpen.open(path, Self.flags))
        } catch {
            return .failure(error)
        }
    }

    private func begin(_ result: Result<Int32, TrustedPath.Refusal>) throws(MetadataError) {
        let opened: Int32
        do throws(TrustedPath.Refusal) { opened = try result.get() } catch {
            guard let link = error.link else { throw failure(error.number) }
            throw MetadataError(
                code: .unreadable, message: link.reason(opening: path), advice: UntrustedLink.advice, path: path,
                errno: error.number)
        }
        descriptor = opened
        var status = stat()
        guard fstat(opened, &status) == 0 else { throw failure(errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            close()
            throw MetadataError(
                code: .notAFile, message: "\(path) is not a file but a folder, a pipe or a device",
                advice: "name a file",
                path: path)
        }
        count = Int(status.st_size)
        guard count > 0 else {
            throw MetadataError(
                code: .empty, message: "\(path) is empty", advice: "copy it again from its source", path: path)
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

    /// Loads a range into the buffer; returns `false` when it is not in the file.
    private func load(_ offset: Int, _ length: Int) throws(MetadataError) -> Bool {
        guard offset >= 0, length >= 0, length <= Self.maximumRange, offset <= count, length <= count - offset,
            descriptor >= 0
        else { return false }
        // Headers are read sequentially, so a range shortly after the window extends it.
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

    /// Reads like `pread`, but through the patch.
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
                message: "\(path) is not a file but a folder, a socket or a device (\(text))", advice: "name a file",
                path: path, errno: error)
        default:
            let advice = RetryingOpen.isLimit(error) ? RetryingOpen.advice : "check its permissions and the disk"
            return MetadataError(
                code: .unreadable, message: "\(path) cannot be read (\(text))", advice: advice, path: path, errno: error
            )
        }
    }

    /// Returns an error about the content of this file.
    package func error(_ code: MetadataError.Code, _ what: String, advice: String? = nil) -> MetadataError {
        MetadataError(code: code, message: "\(path) \(what)", advice: advice, path: path)
    }
}

extension FileBytes {
    /// Returns a number; `nil` when any of its bytes is outside the file.
    ///
    /// - Parameters:
    ///   - type: Its type, which defines its size.
    ///   - offset: Its byte offset.
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

    /// Returns the byte at an offset; `nil` outside the file.
    package func byte(at offset: Int) throws(MetadataError) -> UInt8? {
        try number(UInt8.self, at: offset, bigEndian: true)
    }

    /// Returns the 16-bit number at an offset; `nil` outside the file.
    package func uint16(at offset: Int, bigEndian: Bool) throws(MetadataError) -> UInt16? {
        try number(UInt16.self, at: offset, bigEndian: bigEndian)
    }

    /// Returns the 32-bit number at an offset; `nil` outside the file.
    package func uint32(at offset: Int, bigEndian: Bool) throws(MetadataError) -> UInt32? {
        try number(UInt32.self, at: offset, bigEndian: bigEndian)
    }

    /// Returns the 64-bit number at an offset; `nil` outside the file.
    package func uint64(at offset: Int, bigEndian: Bool) throws(MetadataError) -> UInt64? {
        try number(UInt64.self, at: offset, bigEndian: bigEndian)
    }
}
