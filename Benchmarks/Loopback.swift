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

    /// A port that nobody has now.
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
            throw BenchmarkError("nobody listens at port \(port)", errno: code)
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
