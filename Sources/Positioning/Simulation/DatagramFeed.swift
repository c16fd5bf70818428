import Glibc
import Threads

/// Sends a receiver's data to a private gpsd as UDP datagrams, no faster than gpsd reads them.
///
/// UDP knows no flow control, and a datagram that finds the queue full is gone; so each waits until gpsd has taken the one
/// before it.
struct DatagramFeed: ~Copyable {
    /// The largest datagram: gpsd reads into what is left of a buffer and loses the rest of a larger one.
    static let largest = 256

    private let descriptor: Int32
    /// The address of gpsd's socket as the kernel's table writes it.
    private let entry: [UInt8]

    init(port: UInt16) throws(PositioningError) {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        self.descriptor = descriptor
        let digits = String(port, radix: 16, uppercase: true)
        entry = Array("0100007F:\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
        var address = LoopbackAddress.make(port: port)
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard descriptor >= 0, isConnected else {
            throw PositioningError(
                .simulation, "the simulated receiver has no socket: \(String(cString: strerror(errno)))", errno: errno)
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Sends `bytes`, in several datagrams if need be.
    func send(_ bytes: [UInt8], wake: WakeDescriptor) {
        var rest = bytes[...]
        while !rest.isEmpty, !wake.isCancelled {
            let datagram = rest.prefix(Self.largest)
            rest = rest.dropFirst(datagram.count)
            waitUntilTaken(wake: wake)
            _ = datagram.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        }
    }

    /// Waits until gpsd has read all that was sent; gives up after two seconds, for a gpsd that reads no more.
    func waitUntilTaken(wake: WakeDescriptor) {
        let deadline = MonotonicInstant.now + .seconds(2)
        while !wake.isCancelled, queued() > 0, MonotonicInstant.now < deadline { usleep(100) }
    }

    /// How many bytes wait in gpsd's queue, as `/proc/net/udp` tells it; 0 when it does not.
    private func queued() -> Int {
        let table = open("/proc/net/udp", O_RDONLY | O_CLOEXEC)
        guard table >= 0 else { return 0 }
        defer { close(table) }
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        var size = 0
        while size < buffer.count {
            let count = buffer.withUnsafeMutableBytes { read(table, $0.baseAddress! + size, $0.count - size) }
            guard count > 0 else { break }
            size += count
        }
        // "  12: 0100007F:A08D 00000000:0000 07 00000000:00000000 ...": the fifth field is tx_queue:rx_queue.
        for line in buffer[..<size].split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(separator: UInt8(ascii: " "))
            guard fields.count > 4, fields[1].elementsEqual(entry), fields[2].starts(with: "00000000".utf8) else {
                continue
            }
            let queues = fields[4].split(separator: UInt8(ascii: ":"))
            return queues.count == 2 ? Int(String(decoding: queues[1], as: UTF8.self), radix: 16) ?? 0 : 0
        }
        return 0
    }
}
