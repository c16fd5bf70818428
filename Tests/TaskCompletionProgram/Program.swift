import Foundation
import Glibc
import LKLifetime
import LKStorage

/// What the tests of TaskCompletion send signals to; its argument says what it does meanwhile.
@main struct Program {
    let completion = TaskCompletion.shared
    private let stopped = StopPipe()
    var configuration = TaskCompletion.Configuration()

    /// Prints a line at once.
    static func say(_ text: String) {
        let bytes = Array((text + "\n").utf8)
        _ = write(STDOUT_FILENO, bytes, bytes.count)
    }

    /// Work that never ends.
    static func hang() -> Never { while true { pause() } }

    static func main() async throws {
        var program = Program()
        try await program.run(CommandLine.arguments.dropFirst().first ?? "")
    }

    private mutating func run(_ mode: String) async throws {
        switch mode {
        case "finish": try finish()
        case "idle": try idle()
        case "stuck": try stuck()
        case "expire": try expire()
        case "endless": try endless()
        case "clinging": try clinging()
        case "clinging at the end": try clingingAtTheEnd()
        case "threadless": try threadless()
        case "exhausted": try exhausted()
        case "forked": try forked()
        case "async": try await sleep()
        case "undone": try undone()
        case "attended": try attended()
        case "handling": try handling()
        default: Self.say("unknown: \(mode)")
        }
    }

    private func finish() throws {
        // The last of three pieces ends it, not the first.
        try completion.setUp(configuration)
        try completion.setUp(configuration)
        completion.tearDown()
        let first = try completion.begin("first")
        let second = try completion.begin("second")
        completion.onStop { [stopped] _ in stopped.stop() }
        Self.say("ready")
        stopped.wait()
        do throws(StorageError) { _ = try completion.begin("late") } catch {
            if error.code == .stopping { Self.say("nothing new") }
        }
        first.end()
        Self.say("remaining \(completion.remainingTime.map { $0 > .seconds(20) } ?? false)")
        // Buffered by stdio: exit has to flush it.
        print("finished")
        second.end()
        Self.say("not reached")
    }

    private func idle() throws {
        try completion.setUp(configuration)
        completion.onStop { cause in Self.say("told \(cause.exitStatus)") }
        Self.say("ready")
        Self.hang()
    }

    private mutating func stuck() throws {
        // Only the second signal can end it.
        configuration.gracePeriod = .seconds(3600)
        try completion.setUp(configuration)
        let token = try completion.begin("stuck")
        completion.onStop { @Sendable _ in Self.say("told") }
        Self.say("ready")
        withExtendedLifetime(token) { Self.hang() }
    }

    private mutating func expire() throws {
        configuration.gracePeriod = .milliseconds(200)
        try completion.setUp(configuration)
        let token = try completion.begin("slow") { Self.say("saved") }
        let other = try completion.begin("also slow") { Self.say("saved") }
        let quick = try completion.begin("quick") { Self.say("wrong") }
        completion.onStop { _ in quick.end() }
        Self.say("ready")
        withExtendedLifetime((token, other)) { Self.hang() }
    }

    private mutating func endless() throws {
        configuration.gracePeriod = .milliseconds(100)
        configuration.savingPeriod = .milliseconds(200)
        try completion.setUp(configuration)
        let token = try completion.begin("endless") {
            Self.say("saving")
            Self.hang()
        }
        Self.say("ready")
        withExtendedLifetime(token) { Self.hang() }
    }

    private func clinging() throws {
        atexit { while true { pause() } }
        try completion.setUp(configuration)
        Self.say("ready")
        Self.hang()
    }

    private mutating func sleep() async throws {
        configuration.gracePeriod = .milliseconds(100)
        try completion.setUp(configuration)
        try await withTaskCompletion("sleep") {
            Self.say("ready")
            do { try await Task.sleep(for: .seconds(3600)) } catch { Self.say("canceled") }
        }
        Self.say("not reached")
    }

    private func undone() throws {
        try completion.setUp(configuration)
        completion.tearDown()
        let token = try completion.begin("work")
        Self.say("ready")
        withExtendedLifetime(token) { Self.hang() }
    }

    /// The last work ends while a stop handler is at work: main must not return first.
    private func handling() throws {
        try completion.setUp(configuration)
        let token = try completion.begin("work")
        let proceed = StopPipe()
        completion.onStop { [stopped] _ in
            stopped.stop()
            // Until the work has ended.
            proceed.wait()
            Self.say("handled")
        }
        Self.say("ready")
        stopped.wait()
        let watcher = Thread { @Sendable [completion] in
            while completion.workCount > 0 { sched_yield() }
            proceed.stop()
        }
        watcher.start()
        token.end()
    }

    private mutating func attended() throws {
        configuration.endsProcess = false
        try completion.setUp(configuration)
        completion.onStop { [stopped] _ in stopped.stop() }
        Self.say("ready")
        stopped.wait()
        try? withTaskCompletion("refused") { Self.say("wrong") }
        Self.say("ends by itself")
        exit(7)
    }
}
