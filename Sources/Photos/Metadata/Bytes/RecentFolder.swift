import Glibc
import LKStorage

/// The folder of the file that was opened last: the next file is usually in it, and is opened from its descriptor.
///
/// This saves the walk along the path, which is long where the path leads through symbolic links. For one thread at a
/// time.
final class RecentFolder {
    /// The folder's path with the slash behind it.
    private var path: [CChar] = []
    private var descriptor: Int32 = -1

    deinit { forget() }

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: Null-terminated.
    ///   - flags: The flags of the system call.
    /// - Returns: The descriptor; `nil` if the file has to be opened by its path: where descriptors run out, the folder's is
    ///   the first to be given up.
    /// - Throws: The link that is not followed, or the system's error.
    func open(_ path: UnsafePointer<CChar>, _ flags: Int32) throws(TrustedPath.Refusal) -> Int32? {
        guard let slash = strrchr(path, Int32(UInt8(ascii: "/"))), slash[1] != 0 else { return nil }
        let length = path.distance(to: slash) + 1
        if descriptor < 0 || length != self.path.count || strncmp(path, self.path, length) != 0 {
            forget()
            self.path = Array(UnsafeBufferPointer(start: path, count: length))
            do throws(TrustedPath.Refusal) {
                descriptor = try TrustedPath.open(
                    self.path + [0], TrustedPath.reference | O_DIRECTORY | O_CLOEXEC)
            } catch {
                if RetryingOpen.isLimit(error.number) { return nil }
                throw error
            }
        }
        do throws(TrustedPath.Refusal) {
            return try TrustedPath.open(slash + 1, flags, in: descriptor)
        } catch {
            if RetryingOpen.isLimit(error.number) {
                forget()
                return nil
            }
            guard let link = error.link else { throw error }
            let folder = String(decoding: self.path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            throw TrustedPath.Refusal(number: error.number, link: link.seen(from: folder))
        }
    }

    private func forget() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }
}
