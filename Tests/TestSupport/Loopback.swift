import Glibc
import Synchronization

/// Sockets on this machine's loopback interface for tests.
public enum Loopback {
    /// A system call that failed.
    public struct Failure: Error, CustomStringConvertible {
        /// The call and the system's word for the error.
        public var description: String

        init(_ call: String) { description = "\(call): \(String(cString: strerror(errno)))" }
    }

    /// Held while a program is started, and while a descriptor is open that it must not inherit.
    static let inheritance = Mutex(())

    /// What a port is of.
    enum Kind: Sendable { case tcp, udp }

    /// A UDP port that nothing has now; for TCP there is ``ReservedPort``.
    static func freeDatagramPort() throws(Failure) -> UInt16 {
        let descriptor = try bound(.udp)
        defer { close(descriptor) }
        return try port(of: descriptor)
    }

    /// A TCP socket that keeps a port from others and does not listen.
    ///
    /// `SO_REUSEADDR` on both sides lets a server that is given the port bind it; a port that the system chooses is another.
    fileprivate static func reserved() throws(Failure) -> Int32 {
        let descriptor = try bound(.tcp)
        var isOn: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
        return descriptor
    }

    /// A TCP socket that listens on a port of its own.
    static func listener(backlog: Int32) throws(Failure) -> (descriptor: Int32, port: UInt16) {
        let descriptor = try bound(.tcp)
        guard listen(descriptor, backlog) == 0 else {
            close(descriptor)
            throw Failure("listen")
        }
        return (descriptor, try port(of: descriptor))
    }

    /// The next connection to a listener, or `nil` once that is shut down.
    static func accepted(from listener: Int32) -> Int32? {
        while true {
            var waiting = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
            if poll(&waiting, 1, -1) < 0, errno == EINTR { continue }
            let client = inheritance.withLock { _ in
                let client = accept(listener, nil, nil)
                if client >= 0 { _ = fcntl(client, F_SETFD, FD_CLOEXEC) }
                return client
            }
            if client >= 0 { return client }
            if errno != EINTR, errno != ECONNABORTED { return nil }
        }
    }

    /// A socket connected to a port; a TCP one is left connecting when `isBlocking` is false.
    static func connected(_ kind: Kind, to port: UInt16, isBlocking: Bool = true) throws(Failure) -> Int32 {
        let descriptor = try make(kind, flags: isBlocking ? 0 : Int32(SOCK_NONBLOCK.rawValue))
        let result = withAddress(port) { connect(descriptor, $0, $1) }
        guard result == 0 || (!isBlocking && errno == EINPROGRESS) else {
            let failure = Failure("connect")
            close(descriptor)
            throw failure
        }
        return descriptor
    }

    private static func make(_ kind: Kind, flags: Int32 = 0) throws(Failure) -> Int32 {
        let type = Int32((kind == .tcp ? SOCK_STREAM : SOCK_DGRAM).rawValue | SOCK_CLOEXEC.rawValue) | flags
        let descriptor = socket(AF_INET, type, 0)
        guard descriptor >= 0 else { throw Failure("socket") }
        return descriptor
    }

    private static func bound(_ kind: Kind) throws(Failure) -> Int32 {
        let descriptor = try make(kind)
        guard withAddress(0, { bind(descriptor, $0, $1) }) == 0 else {
            close(descriptor)
            throw Failure("bind")
        }
        return descriptor
    }

    /// A socket's own port.
    static func port(of descriptor: Int32) throws(Failure) -> UInt16 {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard result == 0 else { throw Failure("getsockname") }
        return UInt16(bigEndian: address.sin_port)
    }

    private static func withAddress(_ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}

/// A TCP port of a test's own, which no other test gets: connections to it are refused unless the test starts a server there.
public final class ReservedPort: Sendable {
    /// The port.
    public let number: UInt16
    private let descriptor: Int32

    /// Reserves a port until the object goes.
    public init() throws(Loopback.Failure) {
        descriptor = try Loopback.reserved()
        number = try Loopback.port(of: descriptor)
    }

    deinit { close(descriptor) }
}

/// A TCP port whose queue of connections is full: a connect to it neither succeeds nor fails.
public final class BlockedListener: Sendable {
    /// The port.
    public let port: UInt16
    /// The own ports of the connections that fill the queue.
    public let fillers: Set<UInt16>
    private let descriptors: [Int32]

    /// Listens and fills the queue.
    public init() throws(Loopback.Failure) {
        let (listener, port) = try Loopback.listener(backlog: 0)
        var descriptors = [listener]
        // Linux takes one connection more than the backlog says; the others stay in their handshake.
        for _ in 0..<4 { descriptors.append(try Loopback.connected(.tcp, to: port, isBlocking: false)) }
        self.port = port
        self.descriptors = descriptors
        fillers = Set(
            try descriptors.dropFirst().map { (descriptor) throws(Loopback.Failure) in
                try Loopback.port(of: descriptor)
            })
    }

    deinit { for descriptor in descriptors { close(descriptor) } }
}
