import Foundation
import Glibc
import Synchronization

/// A server on loopback that says to its clients what a test's script has it say: for what no sane gpsd does.
public final class FakeGPSD: Sendable {
    /// A step of a script.
    ///
    /// After the last one the connection stays open, silent, until the client closes it.
    public enum Step: Sendable {
        /// Sends a text as it is.
        case send(String)
        /// Sends bytes as they are, so many times over.
        case flood([UInt8], times: Int)
        /// Waits until the client has subscribed once more.
        case waitForWatch
        /// Waits until the test opens the gate.
        case wait(Gate)
        /// Closes the connection.
        case close
        /// Resets the connection.
        case reset
    }

    /// What happened, with the number of the connection, from 0.
    public enum Event: Sendable {
        /// A client has connected.
        case accepted(Int)
        /// A client has sent a line.
        case line(Int, String)
        /// The script has been played.
        case played(Int)
        /// The client has gone.
        case left(Int, at: ContinuousClock.Instant)
    }

    /// The TCP port.
    public let port: UInt16
    /// What happened so far.
    public let log = EventLog<Event>()
    private let listener: Int32
    private let scripts: [[Step]]
    private let isStopped = Atomic(false)

    /// Listens.
    ///
    /// - Parameter scripts: What each connection is told; further ones are told the same as the last.
    /// - Throws: `Loopback.Failure` when there is no port.
    public init(_ scripts: [Step]...) throws {
        (listener, port) = try Loopback.listener(backlog: 64)
        self.scripts = scripts
        let thread = Thread { @Sendable [weak self, listener] in
            var number = 0
            while let client = Loopback.accepted(from: listener) {
                guard let self else {
                    close(client)
                    break
                }
                self.serve(client, number)
                number += 1
            }
            close(listener)
        }
        thread.name = "tests.fake-gpsd"
        thread.start()
    }

    deinit { stop() }

    /// Takes no more connections.
    public func stop() {
        // Ends the accept; the thread closes the descriptor.
        if !isStopped.exchange(true, ordering: .acquiringAndReleasing) { shutdown(listener, Int32(SHUT_RDWR)) }
    }

    /// How many clients have connected so far.
    public var connections: Int { log.events.count { if case .accepted = $0 { true } else { false } } }

    private func serve(_ client: Int32, _ number: Int) {
        let script = scripts.isEmpty ? [] : scripts[min(number, scripts.count - 1)]
        let thread = Thread { @Sendable [log] in
            log.append(.accepted(number))
            var connection = Connection(descriptor: client, number: number, log: log)
            connection.play(script)
        }
        thread.name = "tests.fake-client"
        thread.start()
    }
}

/// One client of the fake, on its thread.
private struct Connection {
    let descriptor: Int32
    let number: Int
    let log: EventLog<FakeGPSD.Event>
    private var pending: [UInt8] = []

    init(descriptor: Int32, number: Int, log: EventLog<FakeGPSD.Event>) {
        self.descriptor = descriptor
        self.number = number
        self.log = log
    }

    mutating func play(_ script: [FakeGPSD.Step]) {
        defer { close(descriptor) }
        for step in script {
            switch step {
            case .send(let text): send(Array(text.utf8))
            case .flood(let bytes, let times): for _ in 0..<times where !send(bytes) { break }
            case .waitForWatch:
                while let line = readLine() { if line.hasPrefix(#"?WATCH={"enable":true"#) { break } }
            case .wait(let gate): _ = gate.wait()
            case .close: return log.append(.played(number))
            case .reset:
                var option = linger(l_onoff: 1, l_linger: 0)
                setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
                return log.append(.played(number))
            }
        }
        log.append(.played(number))
        while readLine() != nil {}
        log.append(.left(number, at: .now))
    }

    @discardableResult private func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// The client's next line, or `nil` when it has gone.
    private mutating func readLine() -> String? {
        while true {
            if let newline = pending.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: pending[..<newline], as: UTF8.self)
                pending.removeSubrange(...newline)
                log.append(.line(number, line))
                return line
            }
            var chunk = [UInt8](repeating: 0, count: 4096)
            let count = recv(descriptor, &chunk, chunk.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            pending += chunk[..<count]
        }
    }
}
