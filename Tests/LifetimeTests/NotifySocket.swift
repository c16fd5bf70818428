import Foundation
import Glibc
import LKStorage
import TestSupport

@testable import LKLifetime

/// The service manager's end of `NOTIFY_SOCKET`.
final class NotifySocket: Sendable {
    /// What the variable holds.
    let address: String
    private let descriptor: Int32
    private let folder: String?

    /// Binds a socket in a folder of its own, or in the abstract namespace.
    init(isAbstract: Bool) throws {
        let name = "locationkit-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        folder = isAbstract ? nil : "/tmp/\(name)"
        if let folder { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false) }
        address = folder.map { "\($0)/notify" } ?? "@\(name)"
        let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
        descriptor = socket(AF_UNIX, type, 0)
        var target = sockaddr_un()
        target.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &target.sun_path) { bytes in
            bytes.copyBytes(from: address.utf8)
            if isAbstract { bytes[0] = 0 }
        }
        let length = socklen_t(2 + address.utf8.count + (isAbstract ? 0 : 1))
        let code = withUnsafePointer(to: &target) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        guard code == 0 else { throw StorageError.system(errno, cannot: "bind", address) }
    }

    deinit {
        close(descriptor)
        if let folder { try? FileManager.default.removeItem(atPath: folder) }
    }

    /// A notifier that sends here.
    var notifier: ServiceNotifier? { ServiceNotifier { $0 == "NOTIFY_SOCKET" ? address : nil } }

    /// The lines of the next message; `nil` when none came in time.
    func receive(milliseconds: Int32 = 20_000) -> [String]? {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        var ready: Int32
        repeat { ready = poll(&waiting, 1, milliseconds) } while ready < 0 && errno == EINTR
        guard ready == 1 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
