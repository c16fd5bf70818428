import Foundation
import Glibc
import Synchronization

/// A real gpsd of a test's own on loopback; it ends with the object.
public final class TestGPSD: Sendable {
    /// What gpsd gets its data from.
    public enum Receivers: Sendable {
        /// So many UDP ports.
        case datagrams(Int)
        /// A pseudo-terminal, which can be unplugged.
        case terminal
        /// None; gpsd waits at its control socket.
        case none
    }

    /// gpsd did not start, or cannot be made to do something.
    public struct Failure: Error, CustomStringConvertible {
        /// What went wrong.
        public var description: String
    }

    private struct State {
        var process: ChildProcess
        /// The sockets to gpsd's UDP ports, or the terminal's master.
        var sources: [Int32] = []
    }

    /// Where the program is, or `nil` where it is not installed.
    public static let program: String? = ["/usr/sbin/gpsd", "/usr/local/sbin/gpsd", "/usr/bin/gpsd"]
        .first { path in access(path, X_OK) == 0 }

    /// gpsd's TCP port, which stays its own while it is killed and started again.
    public var port: UInt16 { reserved.number }
    private let reserved: ReservedPort
    /// The receivers' names as gpsd tells them.
    public let devices: [String]
    private let arguments: [String]
    private let state: Mutex<State>

    /// Starts gpsd and waits until it answers.
    public init(_ receivers: Receivers = .datagrams(1)) async throws {
        guard let program = Self.program else { throw Failure(description: "gpsd is not installed") }
        reserved = try ReservedPort()
        let port = reserved.number
        var arguments = [program, "-N", "-n", "-S", String(port)]
        var sources: [Int32] = []
        switch receivers {
        case .datagrams(let count):
            let ports = try (0..<count).map { _ in try Loopback.freeDatagramPort() }
            sources = try ports.map { try Loopback.connected(.udp, to: $0) }
            devices = ports.map { "udp://127.0.0.1:\($0)" }
        case .terminal:
            let (master, path) = try Self.terminal()
            sources = [master]
            devices = [path]
            arguments.append("-b")
        case .none:
            devices = []
            let folder = FileManager.default.temporaryDirectory
            arguments += ["-F", folder.appending(path: "locationkit-\(getpid())-\(port).sock").path]
        }
        self.arguments = arguments + devices
        state = Mutex(State(process: try Self.spawn(self.arguments, port), sources: sources))
        try await waitUntilReady()
    }

    deinit {
        state.withLock { state in
            state.process.signal(SIGTERM)
            for source in state.sources { close(source) }
        }
        if let option = arguments.firstIndex(of: "-F") { unlink(arguments[option + 1]) }
    }

    /// Sends a receiver's data, a datagram for each text.
    public func send(_ texts: [String], from index: Int = 0) {
        state.withLock { state in
            guard index < state.sources.count else { return }
            for var text in texts {
                // A plain write: the source may be a terminal.
                text.withUTF8 { _ = write(state.sources[index], $0.baseAddress, $0.count) }
            }
        }
    }

    /// Takes the receiver away without a word: closes the terminal's other side.
    public func unplug() {
        state.withLock { state in
            for source in state.sources { close(source) }
            state.sources = []
        }
    }

    /// Kills gpsd and waits until it is gone.
    public func kill() async throws {
        let process = state.withLock { $0.process }
        process.signal(SIGKILL)
        _ = try await process.end()
    }

    /// Starts gpsd again on the same ports after ``kill()``.
    public func restart() async throws {
        let process = try Self.spawn(arguments, port)
        state.withLock { $0.process = process }
        try await waitUntilReady()
    }

    private static func spawn(_ arguments: [String], _ port: UInt16) throws -> ChildProcess {
        let digits = String(port, radix: 16, uppercase: true)
        let key = "0x4C54" + String(repeating: "0", count: 4 - digits.count) + digits
        return try ChildProcess(arguments, environment: ["GPSD_SHM_KEY": key, "LC_ALL": "C"], asNobody: true)
    }

    private func waitUntilReady() async throws {
        let process = state.withLock { $0.process }
        // gpsd tells nobody that it is ready, so there is no event to wait for.
        let isReady = try await eventually { [port] in
            guard process.id != 0 else { throw Failure(description: "gpsd ended at once: \(process.log.events)") }
            guard let descriptor = try? Loopback.connected(.tcp, to: port) else { return false }
            close(descriptor)
            return true
        }
        guard isReady else { throw Failure(description: "gpsd does not listen on port \(port)") }
    }

    /// A pseudo-terminal in raw mode that anybody may open.
    private static func terminal() throws -> (master: Int32, path: String) {
        var settings = termios()
        cfmakeraw(&settings)
        var (master, slave) = (Int32(-1), Int32(-1))
        var name = [CChar](repeating: 0, count: 128)
        let result = Loopback.inheritance.withLock { _ in
            let result = openpty(&master, &slave, &name, &settings, nil)
            for descriptor in [master, slave] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
            return result
        }
        let path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard result == 0, chmod(path, 0o666) == 0 else {
            throw Failure(description: "no pseudo-terminal: \(String(cString: strerror(errno)))")
        }
        // gpsd refuses a terminal that another process has open.
        close(slave)
        return (master, path)
    }
}

/// Whether `condition` comes true; for what tells nobody when it does, such as another process.
public func eventually(seconds: Double = 120, _ condition: @Sendable () throws -> Bool) async throws -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while try !condition() {
        guard ContinuousClock.now < deadline else { return false }
        try await Task.sleep(for: .milliseconds(5))
    }
    return true
}
