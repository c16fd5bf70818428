import Glibc
import LKFormats
import LKGeo
import LKThreads
import LKTrackFormats

/// Sends a receiver's data to a private gpsd as UDP datagrams, at the pace at which gpsd reads them.
///
/// UDP has no flow control and drops datagrams when the queue is full, so each waits until gpsd has read the previous
/// one.
struct DatagramFeed: ~Copyable {
    /// The largest datagram: gpsd reads into the rest of a buffer and loses the excess.
    static let maximumSize = 256

    private let descriptor: Int32
    /// The address of gpsd's socket as the kernel's table writes it.
    private let entry: [UInt8]

    init(port: UInt16) throws(PositioningError) {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        self.descriptor = descriptor
        entry = Array("0100007F:\(port.hexadecimal(width: 4, uppercase: true))".utf8)
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

    /// Sends `bytes`, in several datagrams if necessary.
    func send(_ bytes: [UInt8], wake: WakeDescriptor) {
        var rest = bytes[...]
        while !rest.isEmpty, !wake.isCancelled {
            let datagram = rest.prefix(Self.maximumSize)
            rest = rest.dropFirst(datagram.count)
            waitUntilTaken(wake: wake)
            _ = datagram.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        }
    }

    /// Waits until gpsd has read everything, at most two seconds.
    func waitUntilTaken(wake: WakeDescriptor) {
        let deadline = MonotonicInstant.now + .seconds(2)
        while !wake.isCancelled, queued() > 0, MonotonicInstant.now < deadline { usleep(100) }
    }

    /// Returns the number of bytes in gpsd's queue, from `/proc/net/udp`; 0 when it is unavailable.
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

/// Formats a step of a recording as a receiver would send it: its own sentences, or equivalent NMEA.
struct NMEAFeedWriter {
    private let writer = NMEAWriter()

    func datagrams(for step: RecordedStep, _ format: RecordingFormat) -> [[UInt8]] {
        if format == .nmea { return step.lines.map { $0 + [UInt8(ascii: "\r"), UInt8(ascii: "\n")] } }
        return step.events.flatMap { event -> [[UInt8]] in
            guard case .fix(let location) = event else { return [] }
            return writer.sentences(for: location).map { Array($0.utf8) }
        }
    }
}

/// Addresses on this machine's loopback interface.
enum LoopbackAddress {
    /// Returns 127.0.0.1 with a port.
    static func make(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
