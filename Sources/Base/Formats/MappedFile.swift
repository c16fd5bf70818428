import CLKMapping
import Glibc

/// The bytes of a file that is read in place, mapped or copied; released with the last reference.
///
/// Mapped bytes share memory with other processes and cost nothing before they are read, but another program may shorten the
/// file. Then zeros are read in place of the missing bytes, and ``isDamaged`` becomes true: a reader checks it
/// before the result is used.
// Unchecked because of the pointers: the bytes are never written, and are freed with the last reference.
package final class MappedFile: @unchecked Sendable {
    /// The file's content when it was opened.
    package let bytes: UnsafeRawBufferPointer

    private enum Storage {
        /// Elsewhere, for as long as the program runs.
        case permanent
        case mapping(OpaquePointer)
        case copy
    }

    private let storage: Storage

    /// Why a file cannot be mapped.
    package enum Failure: Error {
        /// A system call failed.
        case system(Int32)
        case notRegular
        case empty
    }

    /// Creates a file from bytes that are never freed, such as those in the program.
    package init(permanent bytes: UnsafeRawBufferPointer) {
        (self.bytes, storage) = (bytes, .permanent)
    }

    /// Creates a file in memory by copying bytes, with the alignment of a mapping.
    package init(copying source: [UInt8]) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: source.count, alignment: 64)
        copy.copyBytes(from: source)
        (bytes, storage) = (UnsafeRawBufferPointer(copy), .copy)
    }

    /// Creates a private, read-only mapping of an open file; the caller closes the descriptor.
    package init(descriptor: Int32) throws(Failure) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
        guard let size = Int(exactly: status.st_size), size > 0 else { throw .empty }
        guard let mapping = cmapping_open(descriptor, size) else { throw .system(errno) }
        bytes = UnsafeRawBufferPointer(start: cmapping_start(mapping), count: size)
        storage = .mapping(mapping)
    }

    deinit {
        switch storage {
        case .permanent: break
        case .mapping(let mapping): cmapping_close(mapping)
        case .copy: bytes.deallocate()
        }
    }

    /// Whether another program has shortened the file, or the disk could not read it, so that bytes read so far may be wrong.
    package var isDamaged: Bool {
        guard case .mapping(let mapping) = storage else { return false }
        return cmapping_is_damaged(mapping) != 0
    }
}
