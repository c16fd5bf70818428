import Glibc

/// The kernel's table of TCP sockets.
public enum SocketTable {
    /// The own ports of the sockets that wait for an answer from a port of the loopback interface.
    public static func connecting(to port: UInt16) throws -> Set<UInt16> {
        let digits = String(port, radix: 16, uppercase: true)
        let remote = "0100007F:" + String(repeating: "0", count: 4 - digits.count) + digits
        let table = try Self.table()
        let ports = table.split(separator: "\n").compactMap { line -> UInt16? in
            let fields = line.split(separator: " ")
            // The state 02 is SYN_SENT.
            guard fields.count > 3, fields[2] == remote, fields[3] == "02" else { return nil }
            return fields[1].split(separator: ":").last.flatMap { UInt16($0, radix: 16) }
        }
        return Set(ports)
    }

    /// The table's text.
    ///
    /// Read until nothing comes, as it tells no size and each read gives a page at most.
    private static func table() throws(Loopback.Failure) -> String {
        let descriptor = open("/proc/net/tcp", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Loopback.Failure("/proc/net/tcp") }
        defer { close(descriptor) }
        var text: [UInt8] = []
        var page = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = read(descriptor, &page, page.count)
            guard count > 0 else { return String(decoding: text, as: UTF8.self) }
            text += page[..<count]
        }
    }
}
