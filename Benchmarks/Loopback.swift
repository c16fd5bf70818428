import CPeer
import Glibc

/// Sockets on this machine's loopback interface.
enum Loopback {
    /// A socket that is bound to a free port.
    static func bound(_ type: __socket_type) throws(BenchmarkError) -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var port: UInt16 = 0
        let isBound = withAddress(port: 0) { address, length in
            var length = length
            guard bind(descriptor, address, length) == 0, getsockname(descriptor, address, &length) == 0 else {
                return false
            }
            port = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                UInt16(bigEndian: $0.pointee.sin_port)
            }
            return true
        }
        guard descriptor >= 0, isBound else { throw BenchmarkError("no free loopback port", errno: errno) }
        return (descriptor, port)
    }

    /// A free port.
    static func freePort(_ type: __socket_type) throws(BenchmarkError) -> UInt16 {
        let (descriptor, port) = try bound(type)
        close(descriptor)
        return port
    }

    /// A socket connected to `port`.
    static func connected(_ type: __socket_type, port: UInt16) throws(BenchmarkError) -> Int32 {
        let descriptor = socket(AF_INET, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0, withAddress(port: port, { connect(descriptor, $0, $1) == 0 }) else {
            let code = errno
            close(descriptor)
            throw BenchmarkError("nothing listens on port \(port)", errno: code)
        }
        return descriptor
    }

    private static func withAddress<Result>(
        port: UInt16, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
    }
}

/// A gpsd of our own on loopback that reads NMEA datagrams; never the system's.
final class PrivateGPSD {
    /// Where clients connect.
    let port: UInt16
    /// A UDP socket whose datagrams gpsd reads.
    let feed: Int32
    private let process: pid_t

    init(program: String = "/usr/sbin/gpsd") throws(BenchmarkError) {
        let port = try Loopback.freePort(SOCK_STREAM)
        let data = try Loopback.freePort(SOCK_DGRAM)
        process = cpeer_spawn_gpsd(program, port, data)
        let code = errno
        self.port = port
        feed = try Loopback.connected(SOCK_DGRAM, port: data)
        guard process > 0 else { throw BenchmarkError("cannot start \(program)", errno: code) }
        for _ in 0..<500 {
            if let descriptor = try? Loopback.connected(SOCK_STREAM, port: port) {
                close(descriptor)
                return
            }
            usleep(10_000)
        }
        throw BenchmarkError("gpsd does not listen")
    }

    deinit {
        close(feed)
        guard process > 0 else { return }
        kill(process, SIGTERM)
        waitpid(process, nil, 0)
    }
}
