import FoundationEssentials
import Glibc
import LKMetadata
import LKStorage

/// The bytes of a file in memory; only the beginning for formats whose decoders read the file themselves.
///
/// Read rather than mapped, because truncation by another program would raise SIGBUS.
// Unchecked: holds a raw pointer to bytes that never change.
final class ImageBytes: @unchecked Sendable {
    /// The file's name for messages.
    let name: String
    /// The path, if read from a file.
    let path: String?
    private let base: UnsafeMutableRawPointer
    let count: Int
    /// Whether only the beginning was read and the rest is in the file at ``path``.
    let isHead: Bool

    /// The bytes; valid only while this object is alive, see ``withBytes(_:)``.
    var buffer: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }
    var start: UnsafePointer<UInt8> { UnsafePointer(base.assumingMemoryBound(to: UInt8.self)) }

    private init(_ base: UnsafeMutableRawPointer, _ count: Int, _ name: String, path: String?, isHead: Bool = false) {
        self.base = base
        self.count = count
        self.name = name
        self.path = path
        self.isHead = isHead
    }

    deinit { free(base) }

    /// Calls `body` with the bytes.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withExtendedLifetime(self) { body(buffer) }
    }

    /// Creates a copy of bytes.
    init(_ bytes: some ContiguousBytes, name: String) throws(ImageError) {
        var copy: UnsafeMutableRawPointer?
        var size = 0
        bytes.withUnsafeBytes { bytes in
            size = bytes.count
            copy = malloc(max(size, 1))
            if let copy, let from = bytes.baseAddress { copy.copyMemory(from: from, byteCount: size) }
        }
        guard let copy else { throw ImageError(.tooLarge, "\(name) has \(size) bytes, which do not fit in memory") }
        base = copy
        count = size
        path = nil
        isHead = false
        self.name = name
    }

    /// Reads a file in a format that can be decoded or, with `isAnyKind`, any file.
    ///
    /// Only the beginning of a format that is read in parts is read, unless `isAnyKind`.
    ///
    /// - Throws: ``ImageError/Code/missing``, ``ImageError/Code/unreadable``, ``ImageError/Code/tooLarge``,
    ///   ``ImageError/Code/unsupported``.
    static func file(_ path: String, maximumSize: Int, isAnyKind: Bool = false) throws(ImageError) -> ImageBytes {
        let (file, size) = try open(path)
        defer { close(file) }
        // Check the format before reading gigabytes of video.
        var head = [UInt8](repeating: 0, count: 64)
        let headCount = try read(file, into: &head, path)
        let isHead = isAnyKind ? false : try ImageKind(head[..<headCount], name: path).isReadInParts
        guard isHead || size <= maximumSize else { throw .tooManyBytes(path, size, maximumSize: maximumSize) }
        guard let base = malloc(isHead ? head.count : max(size, headCount, 1)) else {
            throw ImageError(.tooLarge, "\(path) has \(size) bytes, which do not fit in memory")
        }
        base.copyMemory(from: head, byteCount: headCount)
        do throws(ImageError) {
            let more = isHead ? 0 : try fill(base + headCount, size - headCount, file, path)
            return ImageBytes(base, headCount + more, path, path: path, isHead: isHead)
        } catch {
            free(base)
            throw error
        }
    }

    /// Returns a part of the file, truncated at its end.
    ///
    /// - Throws: As ``file(_:maximumSize:isAnyKind:)``.
    func part(_ range: Range<Int>, maximumSize: Int) throws(ImageError) -> ImageBytes {
        guard range.count <= maximumSize else { throw .tooManyBytes(name, range.count, maximumSize: maximumSize) }
        guard let base = malloc(max(range.count, 1)) else {
            throw ImageError(.tooLarge, "\(name) has \(range.count) bytes, which do not fit in memory")
        }
        guard isHead, let path else {
            let part = range.clamped(to: 0..<count)
            base.copyMemory(from: start + part.lowerBound, byteCount: part.count)
            return ImageBytes(base, part.count, name, path: nil)
        }
        do throws(ImageError) {
            let (file, _) = try Self.open(path)
            defer { close(file) }
            guard lseek(file, off_t(range.lowerBound), SEEK_SET) >= 0 else { throw Self.failure(errno, path) }
            return ImageBytes(base, try Self.fill(base, range.count, file, path), name, path: nil)
        } catch {
            free(base)
            throw error
        }
    }

    /// Opens a regular file and returns its descriptor and size.
    static func open(_ path: String) throws(ImageError) -> (file: Int32, size: Int) {
        // O_NONBLOCK, because opening a FIFO would block.
        let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
        guard !path.utf8.contains(0) else { throw failure(ENOENT, path) }
        let file: Int32
        do throws(TrustedPath.Refusal) { file = try RetryingOpen.open(path, flags) } catch {
            guard let link = error.link else { throw failure(error.number, path) }
            throw ImageError(
                .unreadable, link.reason(opening: path), advice: UntrustedLink.advice, underlying: error)
        }
        var status = stat()
        guard fstat(file, &status) == 0 else {
            let error = failure(errno, path)
            close(file)
            throw error
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            close(file)
            throw ImageError(.unreadable, "\(path) is a folder, a pipe or a device", advice: "name an image file")
        }
        return (file, Int(status.st_size))
    }

    /// Reads until `wanted` bytes or the end of the file; a file truncated meanwhile counts as damaged.
    private static func fill(
        _ base: UnsafeMutableRawPointer, _ wanted: Int, _ file: Int32, _ path: String
    ) throws(ImageError) -> Int {
        var count = 0
        while count < wanted {
            let more = Glibc.read(file, base + count, wanted - count)
            if more < 0, errno == EINTR { continue }
            guard more >= 0 else { throw failure(errno, path) }
            if more == 0 { break }
            count += more
        }
        return count
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
            let advice = RetryingOpen.isLimit(number) ? RetryingOpen.advice : "check its permissions and the disk"
            return ImageError(.unreadable, "\(path) cannot be read (\(reason)); \(advice)")
        }
        return ImageError(.missing, "\(path) does not exist (\(reason))", advice: "check the path")
    }
}

extension ImageBytes {
    /// Returns the EXIF block of a JPEG, PNG, WebP or HEIF, if any.
    func exifBlock() -> [UInt8]? {
        switch try? ImageKind(buffer, name: name) {
        case .jpeg: JPEGProperties(buffer).exif.map { Array(buffer[$0]) }
        case .png: Self.pngChunk(PNGChunk.exif, in: buffer).map { Array(buffer[$0]) }
        case .webp:
            WebPDecoder.content(of: WebPChunk.exif, in: buffer).map { Self.withoutName(Array(buffer[$0])) }
        case .heif: (try? HEIFDecoder(self, limits: ImagePipeline.Limits()))?.exif().map { Self.withoutName($0) }
        case .gif, .tiff, .raw, .video, nil: nil
        }
    }

    /// Removes the name of the JPEG segment, which some writers put before the block.
    private static func withoutName(_ bytes: [UInt8]) -> [UInt8] {
        bytes.starts(with: "Exif\0\0".utf8) ? Array(bytes[6...]) : bytes
    }

    private static func pngChunk(_ kind: UInt32, in bytes: UnsafeRawBufferPointer) -> Range<Int>? {
        var chunks = PNGChunks(of: bytes)
        while let chunk = chunks.next(), chunk.payload + chunk.count <= bytes.count {
            if chunk.kind == kind { return chunk.payload..<chunk.payload + chunk.count }
        }
        return nil
    }
}
