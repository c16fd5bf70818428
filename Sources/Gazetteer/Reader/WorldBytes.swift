internal import CWorld
internal import Geocoding

internal import Glibc

/// The bytes of a gazetteer and what keeps them alive: the program itself, a mapping, or a copy.
// Unchecked because of the pointer: the bytes are never written, and freed only when the last user is gone.
final class WorldBytes: @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer
    private let release: @Sendable (UnsafeRawBufferPointer) -> Void

    private init(_ bytes: UnsafeRawBufferPointer, release: @escaping @Sendable (UnsafeRawBufferPointer) -> Void) {
        self.bytes = bytes
        self.release = release
    }

    deinit { release(bytes) }

    /// The gazetteer inside the program.
    static func embedded() -> WorldBytes {
        WorldBytes(UnsafeRawBufferPointer(start: cworld_data(), count: cworld_size())) { _ in }
    }

    /// A copy, at the alignment a mapping would have.
    convenience init(copying source: [UInt8]) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: source.count, alignment: 64)
        copy.copyBytes(from: source)
        self.init(UnsafeRawBufferPointer(copy)) { $0.deallocate() }
    }

    /// Maps a file, read-only and private.
    ///
    /// A file that another program shortens while it is mapped would end this one with SIGBUS; the builder therefore
    /// writes beside the old file and renames.
    convenience init(path: String) throws(GeocodingError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Self.unreadable(path, errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Self.unreadable(path, errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw GeocodingError(.dataUnreadable, "\(path) is not a file; give the path of a .gazetteer file")
        }
        guard let size = Int(exactly: status.st_size), size >= GazetteerFormat.headerSize else {
            throw GeocodingError(.dataDamaged, "\(path) is too short to be a gazetteer; build it again")
        }
        guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED else {
            throw Self.unreadable(path, errno)
        }
        self.init(UnsafeRawBufferPointer(start: start, count: size)) { bytes in
            munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
        }
    }

    private static func unreadable(_ path: String, _ code: Int32) -> GeocodingError {
        GeocodingError(.dataUnreadable, "cannot read \(path): \(String(cString: strerror(code)))")
    }
}
