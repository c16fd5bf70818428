import CPeer
import Glibc

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
