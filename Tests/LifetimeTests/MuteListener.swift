import Glibc
import TestSupport

/// A socket of the abstract namespace that takes connections and never says a word.
final class MuteListener: Sendable {
    private let descriptor: Int32

    struct Failure: Error {}

    init(_ name: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0[1...].copyBytes(from: name.utf8) }
        let length = socklen_t(3 + name.utf8.count)
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        guard code == 0, listen(descriptor, 4) == 0 else { throw Failure() }
    }

    deinit { close(descriptor) }
}
