import Foundation
public import Glibc
import Synchronization

/// A program started by a test, which ends with the test process at the latest.
public final class ChildProcess: Sendable {
    /// How a program ended.
    public struct End: Sendable {
        /// The exit status, or `nil` when a signal ended it.
        public var status: Int32?
        /// The signal that ended it.
        public var signal: Int32?
        /// Processor time of the program, user and system, in seconds.
        public var processorTime: Double
        /// The most memory it had resident, in kibibytes.
        public var peakMemory: Int
        /// From start to end, in seconds.
        public var duration: Double
        /// What it printed.
        public var output: String
        /// What it said on standard error.
        public var errors: String
    }

    /// What a program did.
    public enum Event: Sendable {
        /// It printed a line on standard output.
        case line(String)
        /// It printed a line on standard error.
        case note(String)
        /// It ended, and all that it printed has been read.
        case ended(End)
    }

    /// The program could not be started.
    public struct Failure: Error, CustomStringConvertible {
        /// Which, and why.
        public var description: String

        /// Makes a failure.
        public init(description: String) { self.description = description }
    }

    private enum Process { case starting, running(pid_t), failed(Failure), ended }

    /// What it did so far.
    public let log = EventLog<Event>()
    /// Guards against a signal to a process that was reaped and whose number belongs to another.
    private let process = Mutex(Process.starting)
    private let begin = ContinuousClock.now

    /// Starts a program; `setpriv` has the kernel end it when the thread that started it ends.
    ///
    /// - Parameters:
    ///   - arguments: The program's path and its arguments.
    ///   - environment: Variables to set besides the test's own.
    ///   - asNobody: Whether to give up root's rights where the test has them.
    /// - Throws: `Failure` when it cannot be started.
    public init(_ arguments: [String], environment: [String: String] = [:], asNobody: Bool = false) throws(Failure) {
        var command = ["/usr/bin/setpriv", "--pdeathsig", "TERM"]
        if asNobody, geteuid() == 0 { command += ["--reuid=65534", "--regid=65534", "--clear-groups"] }
        command += ["--"] + arguments
        let variables = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
        let isStarted = DispatchSemaphore(value: 0)
        // For the kernel the thread is the parent, so the thread that starts the program also waits for its end.
        let thread = Thread { @Sendable [self, command] in
            let spawned = Result { () throws(Failure) in try Spawned(command, variables) }
            process.withLock {
                switch spawned {
                case .success(let spawned): $0 = .running(spawned.id)
                case .failure(let failure): $0 = .failed(failure)
                }
            }
            isStarted.signal()
            if case .success(let spawned) = spawned { follow(spawned) }
        }
        thread.name = "tests.child"
        thread.start()
        isStarted.wait()
        if case .failed(let failure) = process.withLock({ $0 }) { throw failure }
    }

    /// The process's number; 0 once it has ended.
    public var id: pid_t { process.withLock { if case .running(let id) = $0 { id } else { 0 } } }

    /// Sends a signal, unless the program has ended.
    public func signal(_ number: Int32) {
        process.withLock { if case .running(let id) = $0 { _ = kill(id, number) } }
    }

    /// Waits for the end; the time is there for programs that hang, and no measure of how long one may take.
    public func end(seconds: Double = 120) async throws -> End {
        try await log.first(seconds: seconds) { if case .ended(let end) = $0 { end } else { nil } }
    }

    private func follow(_ spawned: Spawned) {
        let errors = Mutex("")
        let hasReadErrors = DispatchSemaphore(value: 0)
        let reader = Thread { @Sendable [log] in
            let text = Self.read(spawned.errors) { log.append(.note($0)) }
            errors.withLock { $0 = text }
            hasReadErrors.signal()
        }
        reader.start()
        let output = Self.read(spawned.output) { log.append(.line($0)) }
        hasReadErrors.wait()
        // Wait for the end without reaping, so that the number stays ours until no signal can follow.
        var information = siginfo_t()
        while waitid(P_PID, id_t(spawned.id), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        var status: Int32 = 0
        var usage = rusage()
        process.withLock {
            wait4(spawned.id, &status, 0, &usage)
            $0 = .ended
        }
        let seconds = { (time: timeval) in Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        let signal = status & 0x7F
        log.append(
            .ended(
                End(
                    status: signal == 0 ? (status >> 8) & 0xFF : nil, signal: signal == 0 ? nil : signal,
                    processorTime: seconds(usage.ru_utime) + seconds(usage.ru_stime),
                    peakMemory: usage.ru_maxrss, duration: (ContinuousClock.now - begin) / .seconds(1), output: output,
                    errors: errors.withLock { $0 })))
    }

    /// Reads a pipe to its end and gives `body` each line.
    private static func read(_ descriptor: Int32, _ body: (String) -> Void) -> String {
        var all: [UInt8] = []
        var start = 0
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { break }
            all += chunk[..<count]
            while let newline = all[start...].firstIndex(of: UInt8(ascii: "\n")) {
                body(String(decoding: all[start..<newline], as: UTF8.self))
                start = newline + 1
            }
        }
        close(descriptor)
        return String(decoding: all, as: UTF8.self)
    }
}

/// A process that has just been started, and the reading ends of its pipes.
private struct Spawned {
    var id: pid_t
    var output: Int32
    var errors: Int32

    init(_ command: [String], _ variables: [String: String]) throws(ChildProcess.Failure) {
        // Sockets and not pipes: no other program started meanwhile can inherit them.
        var outputs: [Int32] = [-1, -1]
        var complaints: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &outputs) == 0, socketpair(AF_UNIX, type, 0, &complaints) == 0 else {
            throw ChildProcess.Failure(description: "no socket pair: \(String(cString: strerror(errno)))")
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, outputs[1], STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, complaints[1], STDERR_FILENO)
        // The thread may hold signals back that the program waits for.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let arguments = command.map { strdup($0) } + [nil]
        let environment = variables.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in arguments + environment { free(text) } }
        var process: pid_t = 0
        let code = Loopback.inheritance.withLock { _ in
            posix_spawn(&process, command[0], &actions, &attributes, arguments, environment)
        }
        id = process
        close(outputs[1])
        close(complaints[1])
        output = outputs[0]
        errors = complaints[0]
        guard code == 0 else {
            close(output)
            close(errors)
            throw ChildProcess.Failure(description: "\(command[0]): \(String(cString: strerror(code)))")
        }
    }
}
