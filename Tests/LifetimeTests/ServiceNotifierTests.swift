import Glibc
import TestSupport
import Testing

@testable import LKLifetime

@Suite struct ServiceNotifierTests {
    @Test("Messages arrive at a path and in the abstract namespace", arguments: [false, true])
    func messages(isAbstract: Bool) throws {
        let socket = try NotifySocket(isAbstract: isAbstract)
        let process = TestProcess(notifier: socket.notifier)
        #expect(process.completion.notifyReady())
        #expect(socket.receive() == ["READY=1"])
        try process.completion.setUp()
        let token = try process.completion.begin("the album")
        process.send(.terminate)
        let more = "EXTEND_TIMEOUT_USEC=15000000"
        #expect(socket.receive() == ["STOPPING=1", "STATUS=Stopping, finishing the album", more])
        // Each word reaches the manager well before the time has run out that the one before asked for.
        for _ in 0..<7 {
            process.clock.advance(by: .seconds(5))
            guard process.ends.isEmpty else { break }
            #expect(socket.receive() == ["STATUS=Stopping, finishing the album", more])
        }
        #expect(process.ends.count == 1)
        #expect(socket.receive(milliseconds: 0) == nil)
        token.end()
    }

    @Test("The status names a few, in one line, whatever they are called")
    func status() {
        #expect(ServiceNotifier.status([]) == "Stopping")
        #expect(ServiceNotifier.status(["a", "b"]) == "Stopping, finishing a, b")
        #expect(ServiceNotifier.status(["a", "b", "c", "d", "e"]) == "Stopping, finishing a, b, c and 2 more")
        let hostile = ServiceNotifier.status(["x\nMAINPID=1\r\u{2028}\u{0}y", String(repeating: "é", count: 5000)])
        #expect(!hostile.unicodeScalars.contains { $0 == "\n" || $0 == "\r" || $0 == "\u{2028}" || $0 == "\u{0}" })
        #expect(hostile.utf8.count < 400)
    }

    @Test("Addresses that are none are passed over")
    func addresses() {
        let longest = "/" + String(repeating: "x", count: 106)
        for wrong in [nil, "", "/", "@", "relative", "vsock:2:1", longest + "x"] {
            #expect(ServiceNotifier { _ in wrong } == nil, "\(wrong ?? "unset")")
        }
        #expect(ServiceNotifier { _ in longest } != nil)
    }

    @Test("Nobody there, or nobody who reads: told so, without waiting and without a signal", .timeLimit(.minutes(5)))
    func deaf() throws {
        let counter = SignalCounter.pipe
        let before = counter.count
        #expect(ServiceNotifier { _ in "/nonexistent/notify" }?.ready() == false)
        let socket = try NotifySocket(isAbstract: true)
        let notifier = try #require(socket.notifier as ServiceNotifier?)
        // The queue of a datagram socket holds a limited number of messages.
        var sent = 0
        while sent < 100_000, notifier.ready() { sent += 1 }
        #expect(sent > 0 && sent < 100_000)
        #expect(counter.count == before)
    }
}
