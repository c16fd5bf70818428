import FoundationEssentials
import Glibc
import Metadata

/// The bytes of a whole file, in memory of their own.
///
/// Read and not mapped, because a file that another program cuts off would end this one by a signal.
// Unchecked because of the pointer; the bytes never change.
final class ImageBytes: @unchecked Sendable {
    /// For messages.
    let name: String
    /// Where it was read.
    let path: String?
    private let base: UnsafeMutableRawPointer
    let count: Int

    /// The bytes, for callers that keep this object meanwhile; see ``withBytes(_:)``.
    var buffer: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }
    var start: UnsafePointer<UInt8> { UnsafePointer(base.assumingMemoryBound(to: UInt8.self)) }

    private init(_ base: UnsafeMutableRawPointer, _ count: Int, _ name: String) {
        self.base = base
        self.count = count
        self.name = name
        path = name
    }

    deinit { free(base) }

    /// Gives the bytes, which stay until `body` returns.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withExtendedLifetime(self) { body(buffer) }
    }

    /// Copies bytes that came from elsewhere.
    init(_ bytes: some ContiguousBytes, name: String) throws(ImageError) {
        var copy: UnsafeMutableRawPointer?
        var size = 0
        bytes.withUnsafeBytes { bytes in
            size = bytes.count
            copy = malloc(max(size, 1))
            if let copy, let from = bytes.baseAddress { copy.copyMemory(from: from, byteCount: size) }
        }
        guard let copy else { throw ImageError(.tooLarge, "\(name) has \(size) bytes, for which there is no memory") }
        base = copy
        count = size
        path = nil
        self.name = name
    }

    /// Reads a file whose beginning is that of a picture which can be decoded or, with `isAnyKind`, any file.
    ///
    /// - Throws: ``ImageError/Code/missing``, ``ImageError/Code/unreadable``, ``ImageError/Code/tooLarge``,
    ///   ``ImageError/Code/unsupported``.
    static func file(_ path: String, limit: Int, isAnyKind: Bool = false) throws(ImageError) -> ImageBytes {
        // O_NONBLOCK: a FIFO would be waited for.
        let file = path.utf8.contains(0) ? -1 : PatientOpening.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard file >= 0 else { throw failure(errno, path) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw failure(errno, path) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw ImageError(.unreadable, "\(path) is no file but a folder, a pipe or a device; name a picture")
        }
        // Before gigabytes of a video are read.
        var head = [UInt8](repeating: 0, count: 64)
        let headCount = try read(file, into: &head, path)
        if !isAnyKind { _ = try ImageKind(head[..<headCount], name: path) }
        let size = Int(status.st_size)
        guard size <= limit else { throw .tooManyBytes(path, size, limit: limit) }
        guard let base = malloc(max(size, headCount)) else {
            throw ImageError(.tooLarge, "\(path) has \(size) bytes, for which there is no memory")
        }
        base.copyMemory(from: head, byteCount: headCount)
        do throws(ImageError) {
            var count = headCount
            while count < size {
                let more = Glibc.read(file, base + count, size - count)
                if more < 0, errno == EINTR { continue }
                guard more >= 0 else { throw failure(errno, path) }
                // Cut off meanwhile: what is there is a damaged picture.
                if more == 0 { break }
                count += more
            }
            return ImageBytes(base, count, path)
        } catch {
            free(base)
            throw error
        }
    }

    private static func read(_ file: Int32, into head: inout [UInt8], _ path: String) throws(ImageError) -> Int {
        while true {
            let count = Glibc.read(file, &head, head.count)
            if count >= 0 { return count }
            guard errno == EINTR else { throw failure(errno, path) }
        }
    }

    private static func failure(_ number: Int32, _ path: String) -> ImageError {
        let reason = String(cString: strerror(number))
        guard number == ENOENT || number == ENOTDIR else {
            let advice = PatientOpening.isLimit(number) ? PatientOpening.advice : "check its permissions and the disk"
            return ImageError(.unreadable, "\(path) cannot be read (\(reason)); \(advice)")
        }
        return ImageError(.missing, "\(path) is not there (\(reason)); it was moved, deleted or never written")
    }
}
