import Glibc

/// Addresses on this machine's loopback interface.
enum LoopbackAddress {
    /// 127.0.0.1 with a port.
    static func make(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
