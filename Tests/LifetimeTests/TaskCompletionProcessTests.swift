import Foundation
import Glibc
import TestSupport
import Testing

@testable import LKLifetime

/// Real signals to real processes.
@Suite struct TaskCompletionProcessTests {
    private static let path: String? = {
        var places = [CommandLine.arguments[0]]
        if let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") { places.append(own) }
        return places.map {
            URL(filePath: $0).deletingLastPathComponent().appending(path: "TaskCompletionProgram").path
        }
        .first(where: FileManager.default.isExecutableFile)
    }()

    private func start(
        _ mode: String, by command: [String] = [], environment: [String: String] = [:]
    ) async throws -> ChildProcess {
        let path = try #require(Self.path, "TaskCompletionProgram is not built")
        let program = try ChildProcess(command + [path, mode], environment: environment)
        try await line("ready", of: program)
        return program
    }

    private func line(_ text: String, of program: ChildProcess) async throws {
        let _: Bool = try await program.log.first { event in
            if case .line(text) = event { true } else { nil }
        }
    }

    @Test(
        "Work is finished before the process ends with 128 and the signal",
        arguments: TaskCompletion.StopSignal.allCases)
    func finish(signal: TaskCompletion.StopSignal) async throws {
        let program = try await start("finish")
        program.signal(signal.number)
        let end = try await program.end()
        #expect(end.status == signal.exitStatus)
        #expect(end.output == "ready\nnothing new\nremaining true\nfinished\n")
    }

    @Test(
        "Without work the process ends at once, after its stop handlers", arguments: TaskCompletion.StopSignal.allCases)
    func idle(signal: TaskCompletion.StopSignal) async throws {
        let program = try await start("idle")
        program.signal(signal.number)
        let end = try await program.end()
        #expect(end.status == signal.exitStatus)
        #expect(end.output == "ready\ntold \(signal.exitStatus)\n")
    }

    /// An interrupt and one of the others, in both orders.
    private static let differing: [(TaskCompletion.StopSignal, TaskCompletion.StopSignal)] = [
        (.interrupt, .terminate), (.terminate, .interrupt), (.interrupt, .hangUp), (.hangUp, .interrupt),
    ]

    @Test("A second signal of another kind ends the process at once", arguments: differing)
    func second(first: TaskCompletion.StopSignal, second: TaskCompletion.StopSignal) async throws {
        let program = try await start("stuck")
        program.signal(first.number)
        try await line("told", of: program)
        program.signal(second.number)
        let end = try await program.end()
        // By the signal's default action; a shell shows 128 and its number. The grace period would end it much later, and
        // with a status.
        #expect(end.signal == second.number)
    }

    /// Pairs that `timeout`, a closing terminal or the end of a session send.
    private static let repeated: [(TaskCompletion.StopSignal, TaskCompletion.StopSignal)] = [
        (.terminate, .terminate), (.hangUp, .hangUp), (.interrupt, .interrupt), (.terminate, .hangUp),
        (.hangUp, .terminate),
    ]

    @Test("A signal repeated within a second does not end the process, a later one does", arguments: repeated)
    func repetition(first: TaskCompletion.StopSignal, second: TaskCompletion.StopSignal) async throws {
        let program = try await start("stuck")
        let before = ContinuousClock.now
        program.signal(first.number)
        try await line("told", of: program)
        let hasEnded = try await eventually {
            program.signal(second.number)
            return program.id == 0
        }
        #expect(hasEnded)
        let end = try await program.end()
        #expect(end.signal == second.number)
        #expect(ContinuousClock.now - before >= .seconds(1))
    }

    @Test("Work that does not end is told to save, each piece once; work that has ended is not")
    func expiration() async throws {
        let program = try await start("expire")
        program.signal(SIGTERM)
        let end = try await program.end()
        #expect(end.status == 143)
        #expect(end.output == "ready\nsaved\nsaved\n")
    }

    @Test("The end of the last work waits for a stop handler, so that main cannot return first")
    func handling() async throws {
        let program = try await start("handling")
        program.signal(SIGTERM)
        let end = try await program.end()
        #expect(end.status == 143)
        #expect(end.output == "ready\nhandled\n")
    }

    @Test("Saving that does not end is cut")
    func endless() async throws {
        let program = try await start("endless")
        program.signal(SIGTERM)
        let end = try await program.end()
        #expect(end.status == 143)
        #expect(end.output == "ready\nsaving\n")
    }

    @Test("What hangs in exit cannot keep the process", arguments: ["clinging", "clinging at the end"])
    func clinging(mode: String) async throws {
        let program = try await start(mode)
        program.signal(SIGTERM)
        #expect(try await program.end().status == 143)
    }

    @Test(
        "Where threads are refused, handlers are called and those that hang are cut",
        .disabled(
            if: getenv("LOCATIONKIT_SANITIZED") != nil,
            "the sanitizer, which starts a program for the names by which its mistakes are left out, is refused it too")
    )
    func refusedThreads() async throws {
        let program = try await start("threadless")
        program.signal(SIGTERM)
        let end = try await program.end()
        #expect(end.status == 143)
        #expect(end.output == "ready\ntold\nsaving\n")
    }

    @Test("A set-up that failed for want of descriptors can be repeated, and then the periods count")
    func exhausted() async throws {
        let program = try await start("exhausted")
        program.signal(SIGTERM)
        let end = try await program.end()
        #expect(end.status == 143)
        #expect(end.output == "refused\nready\n")
    }

    @Test(
        "A signal to a fork ends the fork alone, by its default action",
        .disabled(if: getenv("LOCATIONKIT_SANITIZED") != nil, "a fork of a process with threads hangs in the sanitizer")
    )
    func fork() async throws {
        let program = try await start("forked")
        let end = try await program.end()
        #expect(end.status == 143)
        #expect(end.output == "ready\nthe fork was ended by 15\ntold\n")
    }

    @Test("An asynchronous body is cancelled and ends the process when it returns")
    func asynchronous() async throws {
        let program = try await start("async")
        program.signal(SIGINT)
        let end = try await program.end()
        #expect(end.status == 130)
        #expect(end.output == "ready\ncanceled\n")
    }

    @Test("After the last tear-down a signal does what it did before")
    func undone() async throws {
        let program = try await start("undone")
        program.signal(SIGTERM)
        #expect(try await program.end().signal == SIGTERM)
    }

    @Test("A program that ends by itself is not ended")
    func attended() async throws {
        let program = try await start("attended")
        program.signal(SIGTERM)
        let end = try await program.end()
        #expect(end.status == 7)
        #expect(end.output == "ready\nends by itself\n")
    }

    @Test("What nohup ignores stays ignored")
    func nohup() async throws {
        let program = try await start("idle", by: ["/usr/bin/nohup"])
        program.signal(SIGHUP)
        program.signal(SIGTERM)
        let end = try await program.end()
        #expect(end.status == 143)
        #expect(end.output == "ready\ntold 143\n")
    }

    @Test("The service manager hears of the stop before anything else")
    func systemd() async throws {
        let socket = try NotifySocket(isAbstract: false)
        let program = try await start("stuck", environment: ["NOTIFY_SOCKET": socket.address])
        program.signal(SIGTERM)
        let message = socket.receive()
        #expect(
            message == ["STOPPING=1", "STATUS=Stopping, finishing stuck", "EXTEND_TIMEOUT_USEC=15000000"])
        // The next word comes within the time that the first one asked for.
        #expect(socket.receive(milliseconds: 15_000)?.last == "EXTEND_TIMEOUT_USEC=15000000")
        program.signal(SIGTERM)
        #expect(try await program.end().signal == SIGTERM)
    }
}
