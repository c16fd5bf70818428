import Glibc
import LKFormats

/// Notifies the service manager that started this process, by datagrams of lines to the socket in `NOTIFY_SOCKET`.
///
/// Implements the stable protocol of sd_notify(3). It never blocks or raises a signal: a manager that does not read
/// misses the message.
package struct ServiceNotifier: Sendable {
    private let path: String

    /// Creates a notifier for the service manager's socket: an absolute path, or a name in the abstract namespace after
    /// an `@`.
    ///
    /// Returns `nil` if the process is not such a service, or the address is of another kind or too long.
    ///
    /// - Parameter environment: Looks up a variable.
    package init?(environment: (String) -> String?) {
        guard let path = environment("NOTIFY_SOCKET"), path.hasPrefix("/") || path.hasPrefix("@"),
            // Leave room for the zero at the end of a path; names in the abstract namespace have none.
            path.utf8.count > 1, path.utf8.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path)
        else { return nil }
        self.path = path
    }

    /// Sends `READY=1`: the service has started.
    @discardableResult package func ready() -> Bool { send("READY=1") }

    /// Sends `STOPPING=1`, the work being finished, and the time until the next message.
    @discardableResult package func stopping(extension time: Duration, names: [String]) -> Bool {
        send("STOPPING=1\n\(Self.lines(time, names))")
    }

    /// Sends the work being finished, and the time until the next message.
    ///
    /// The manager ends a service that has not stopped after `TimeoutStopSec`, unless it receives this repeatedly.
    @discardableResult package func extend(by time: Duration, names: [String]) -> Bool { send(Self.lines(time, names)) }

    private static func lines(_ time: Duration, _ names: [String]) -> String {
        "STATUS=\(status(names))\nEXTEND_TIMEOUT_USEC=\(time.components.seconds * 1_000_000)"
    }

    static func status(_ names: [String]) -> String {
        if names.isEmpty { return "Stopping" }
        let shown = names.prefix(3).map { name in
            // A newline would begin another line of the protocol.
            String(name.unicodeScalars.prefix(60)).displayable
        }
        let rest = names.count > shown.count ? " and \(names.count - shown.count) more" : ""
        return "Stopping, finishing \(shown.joined(separator: ", "))\(rest)"
    }

    private func send(_ text: String) -> Bool {
        let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            bytes.copyBytes(from: path.utf8)
            // The abstract namespace begins with a zero.
            if path.hasPrefix("@") { bytes[0] = 0 }
        }
        let prefix = MemoryLayout.offset(of: \sockaddr_un.sun_path) ?? MemoryLayout<sa_family_t>.size
        let isAbstract = path.hasPrefix("@")
        let length = socklen_t(prefix + path.utf8.count + (isAbstract ? 0 : 1))
        let bytes = Array(text.utf8)
        let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
        let sent = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { target in
                var count: Int
                repeat {
                    count = sendto(descriptor, bytes, bytes.count, flags, target, length)
                } while count < 0
                    && errno == EINTR
                return count
            }
        }
        return sent == bytes.count
    }
}
