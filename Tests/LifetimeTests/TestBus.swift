import CFakeLogind
import Foundation
import LKThreads
import TestSupport

/// A message bus of a test's own, with a login1 that is ours.
final class TestBus: Sendable {
    /// Where the bus listens.
    let address: String
    private let daemon: ChildProcess
    private let folder: String
    private let fake: Pointer?

    /// Whether a bus can be started here.
    static let isAvailable = FileManager.default.isExecutableFile(atPath: "/usr/bin/dbus-daemon")

    struct Failure: Error {}

    init(hasLogind: Bool = true) async throws {
        folder = "/tmp/locationkit-bus-\(UInt32.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let configuration = """
            <busconfig><type>session</type><listen>unix:path=\(folder)/bus</listen><auth>EXTERNAL</auth>
            <policy context="default"><allow user="*"/><allow own="*"/><allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/></policy></busconfig>
            """
        try configuration.write(toFile: folder + "/bus.conf", atomically: true, encoding: .utf8)
        daemon = try ChildProcess(
            ["/usr/bin/dbus-daemon", "--config-file=\(folder)/bus.conf", "--nofork", "--print-address"])
        address = try await daemon.log.first { event in if case .line(let line) = event { line } else { nil } }
        guard hasLogind else {
            fake = nil
            return
        }
        guard let opened = fake_logind_open(address) else { throw Failure() }
        let pointer = Pointer(value: opened)
        fake = pointer
        guard SystemThread.start("tests.logind", { @Sendable in fake_logind_run(pointer.value) }) == 0 else {
            throw Failure()
        }
    }

    // The fake guards itself; its functions may be called on any thread.
    private struct Pointer: @unchecked Sendable {
        let value: OpaquePointer
    }

    deinit {
        if let fake { fake_logind_stop(fake.value) }
        daemon.signal(15)
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Waits until so many locks are held.
    func holds(_ locks: Int32) -> Bool { fake.map { fake_logind_wait($0.value, locks, 20) } ?? false }

    /// How many locks were ever given.
    var given: Int32 { fake.map { fake_logind_given($0.value) } ?? 0 }

    /// Whether the last lock was asked for like this.
    func wasAsked(_ what: String, _ mode: String) -> Bool {
        fake.map { fake_logind_asked($0.value, what, mode) } ?? false
    }

    /// Refuses locks from now on.
    func refuse() { if let fake { fake_logind_refuse(fake.value, true) } }

    /// Sends a signal of logind's.
    func announce(_ member: String, _ begins: Bool) {
        if let fake { fake_logind_announce(fake.value, member, begins) }
    }

    /// Ends the bus.
    func kill() { daemon.signal(9) }
}
