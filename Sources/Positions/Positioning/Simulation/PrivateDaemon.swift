import CLKGPS
import Glibc
import LKFormats
import LKThreads

/// A private gpsd on loopback, fed over UDP, that ends with the thread that started it.
///
/// It does not affect the system's gpsd: it has its own ports, user and shared-memory key. Confined to one thread.
final class PrivateDaemon {
    /// The port for clients.
    let endpoint: GPSDSource.Endpoint
    /// The UDP port for the receiver's data.
    let dataPort: UInt16
    /// The receiver's name in reports.
    var device: String { "udp://127.0.0.1:\(dataPort)" }
    private var process: pid_t

    /// Paths where gpsd is installed; `/usr/sbin` is not in every user's `PATH`.
    private static let installPaths = ["/usr/sbin/gpsd", "/usr/local/sbin/gpsd", "/usr/bin/gpsd", "/sbin/gpsd"]

    /// Creates a gpsd process and waits until it accepts connections.
    ///
    /// - Throws: `PositioningError` with the code `missing` when gpsd is not installed, `simulation` when it does not start.
    init(wake: WakeDescriptor) throws(PositioningError) {
        guard let program = Self.installPaths.first(where: { access($0, X_OK) == 0 }) else {
            throw PositioningError(.missing, "a simulation needs gpsd", advice: "install it: sudo apt-get install gpsd")
        }
        var failure = PositioningError(.simulation, "the simulated receiver was cancelled")
        // Another program may take the port before gpsd starts.
        for _ in 0..<3 where !wake.isCancelled {
            let port = try Self.freePort(SOCK_STREAM)
            let dataPort = try Self.freePort(SOCK_DGRAM)
            let process = try Self.spawn(program, port: port, dataPort: dataPort)
            let readiness = Self.waitUntilReady(process, port: port, wake: wake)
            if readiness == .ready {
                endpoint = GPSDSource.Endpoint(host: "127.0.0.1", port: port)
                self.dataPort = dataPort
                self.process = process
                return
            }
            // A process that has ended was reaped, and its identifier may be in use again.
            if readiness == .late { Self.end(process) }
            failure = PositioningError(
                .simulation,
                "the private gpsd for the simulation did not start",
                advice: "try: \(program) -N -n -S \(port) \(Self.url(dataPort))"
            )
        }
        throw failure
    }

    deinit { Self.end(process) }

    /// Whether gpsd still runs.
    var isRunning: Bool {
        if process > 0, waitpid(process, nil, WNOHANG) == process { process = -1 }
        return process > 0
    }

    private static func url(_ port: UInt16) -> String { "udp://127.0.0.1:\(port)" }

    private static func spawn(_ program: String, port: UInt16, dataPort: UInt16) throws(PositioningError) -> pid_t {
        // The key separates its shared memory from that of other daemons: 0x4C4B ("LK") and the port.
        let environment = [
            "GPSD_SHM_KEY=0x4C4B" + port.hexadecimal(width: 4, uppercase: true), "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
            "LC_ALL=C",
        ]
        let arguments = [program, "-N", "-n", "-S", String(port), url(dataPort)]
        let process = withCStrings(arguments) { arguments in
            withCStrings(environment) { environment in cgps_spawn(program, arguments, environment) }
        }
        guard process > 0 else {
            throw PositioningError(
                .simulation, "gpsd cannot be started for the simulation: \(String(cString: strerror(errno)))",
                errno: errno)
        }
        return process
    }

    private static func withCStrings<Result>(
        _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        let copies = strings.map { strdup($0) } + [nil]
        defer { for copy in copies { free(copy) } }
        return copies.withUnsafeBufferPointer { body($0.baseAddress!) }
    }

    /// Returns a free port of the loopback interface.
    private static func freePort(_ type: __socket_type) throws(PositioningError) -> UInt16 {
        let descriptor = socket(AF_INET, Int32(type.rawValue), 0)
        defer { if descriptor >= 0 { close(descriptor) } }
        var address = LoopbackAddress.make(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard descriptor >= 0, isBound else {
            throw PositioningError(
                .simulation, "no free loopback port for the simulation: \(String(cString: strerror(errno)))",
                errno: errno)
        }
        return UInt16(bigEndian: address.sin_port)
    }

    private enum Readiness { case ready, late, ended }

    private static func waitUntilReady(_ process: pid_t, port: UInt16, wake: WakeDescriptor) -> Readiness {
        let deadline = MonotonicInstant.now + .seconds(5)
        while !wake.isCancelled, MonotonicInstant.now < deadline {
            let endpoint = GPSDSource.Endpoint(host: "127.0.0.1", port: port)
            if (try? GPSDSocket(endpoint, wake: wake, until: .now + .seconds(1))) != nil { return .ready }
            if waitpid(process, nil, WNOHANG) == process { return .ended }
            wake.sleep(.milliseconds(5))
        }
        return .late
    }

    /// Terminates the daemon, and kills it after a second.
    private static func end(_ process: pid_t) {
        guard process > 0 else { return }
        kill(process, SIGTERM)
        for _ in 0..<200 {
            if waitpid(process, nil, WNOHANG) != 0 { return }
            usleep(5000)
        }
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }
}
