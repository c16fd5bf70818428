import Glibc
import Persistence
import Synchronization

// What the tests of TaskCompletion send signals to. The argument says what it does meanwhile.

/// Prints a line at once.
func say(_ text: String) {
    let bytes = Array((text + "\n").utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
}

/// Work that never ends.
func hang() -> Never { while true { pause() } }

/// A pipe, to wait for the stop.
final class StopPipe: Sendable {
    let ends: [Int32]
    init() {
        var ends: [Int32] = [-1, -1]
        _ = pipe(&ends)
        self.ends = ends
    }
    func stop() { _ = write(ends[1], "x", 1) }
    func wait() {
        var byte: UInt8 = 0
        while read(ends[0], &byte, 1) < 0, errno == EINTR {}
    }
}

let completion = TaskCompletion.shared
var configuration = TaskCompletion.Configuration()
let stopped = StopPipe()
let mode = CommandLine.arguments.dropFirst().first ?? ""
switch mode {
case "finish":
    // The last of three pieces ends it, not the first.
    try completion.setUp(configuration)
    try completion.setUp(configuration)
    completion.tearDown()
    let first = try completion.begin("first")
    let second = try completion.begin("second")
    completion.onStop { _ in stopped.stop() }
    say("ready")
    stopped.wait()
    do { _ = try completion.begin("late") } catch PersistenceError.Code.stopping { say("nothing new") }
    first.end()
    say("remaining \(completion.remainingTime.map { $0 > .seconds(20) } ?? false)")
    // Buffered by stdio: exit has to flush it.
    print("finished")
    second.end()
    say("not reached")
case "idle":
    try completion.setUp(configuration)
    completion.onStop { cause in say("told \(cause.exitStatus)") }
    say("ready")
    hang()
case "stuck":
    try completion.setUp(configuration)
    let token = try completion.begin("stuck")
    completion.onStop { _ in say("told") }
    say("ready")
    withExtendedLifetime(token) { hang() }
case "expire":
    configuration.gracePeriod = .milliseconds(200)
    try completion.setUp(configuration)
    let token = try completion.begin("slow") { say("saved") }
    let other = try completion.begin("also slow") { say("saved") }
    let quick = try completion.begin("quick") { say("wrong") }
    completion.onStop { _ in quick.end() }
    say("ready")
    withExtendedLifetime((token, other)) { hang() }
case "endless":
    configuration.gracePeriod = .milliseconds(100)
    configuration.savingPeriod = .milliseconds(200)
    try completion.setUp(configuration)
    let token = try completion.begin("endless") {
        say("saving")
        hang()
    }
    say("ready")
    withExtendedLifetime(token) { hang() }
case "locked":
    // exit would wait for this lock for ever.
    configuration.gracePeriod = .milliseconds(100)
    try completion.setUp(configuration)
    let token = try completion.begin("locked")
    flockfile(stdout)
    say("ready")
    withExtendedLifetime(token) { hang() }
case "async":
    configuration.gracePeriod = .milliseconds(100)
    try completion.setUp(configuration)
    try await withTaskCompletion("sleep") {
        say("ready")
        do { try await Task.sleep(for: .seconds(3600)) } catch { say("canceled") }
    }
    say("not reached")
case "undone":
    try completion.setUp(configuration)
    completion.tearDown()
    let token = try completion.begin("work")
    say("ready")
    withExtendedLifetime(token) { hang() }
case "attended":
    configuration.endsProcess = false
    try completion.setUp(configuration)
    completion.onStop { _ in stopped.stop() }
    say("ready")
    stopped.wait()
    try? withTaskCompletion("refused") { say("wrong") }
    say("ends by itself")
    exit(7)
default:
    say("unknown: \(mode)")
    exit(64)
}
