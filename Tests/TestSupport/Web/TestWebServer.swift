public import Foundation
import Glibc
import Synchronization

/// A real web server on a loopback port of its own, which answers as a test says and ends with it.
///
/// ```swift
/// let server = try await TestWebServer(["/a": .json("{}"), "/b": .redirect(to: "/a")])
/// let response = try await client.response(to: HTTPRequest(server.url("/b")))
/// #expect(server.requests.map(\.target) == ["/b", "/a"])
/// ```
public final class TestWebServer: Sendable {
    /// The port.
    public let port: UInt16
    /// `http` or, with a certificate, `https`.
    public let scheme: String
    private let process: ChildProcess
    private let folder = TemporaryFolder()
    private let certificate: TestAuthority.Certificate?
    private let answers: Mutex<[String: [TestWebAnswer]]>

    /// Starts a server, and waits until it takes connections.
    ///
    /// - Parameters:
    ///   - answers: What to answer to a path, with or without query; `*` is for all others, which else are not found (404).
    ///   - certificate: What the server shows; without one it speaks no TLS.
    /// - Throws: What keeps it from starting.
    public init(_ answers: [String: TestWebAnswer] = [:], certificate: TestAuthority.Certificate? = nil) async throws {
        self.certificate = certificate
        self.answers = Mutex(answers.mapValues { [$0] })
        let script = Fixtures.package.appending(path: "Tests/TestSupport/Web/web-server.py").path
        try Self.write(answers.mapValues { [$0] }, into: folder)
        scheme = certificate == nil ? "http" : "https"
        process = try ChildProcess(
            ["/usr/bin/python3", "-I", script, folder.path] + (certificate.map { [$0.path, $0.keyPath] } ?? []))
        // A script that cannot start says so on standard error.
        let start: Result<UInt16, ChildProcess.Failure> = try await process.log.first { event in
            switch event {
            case .line(let line):
                if case .listening(let port) = TestWebEvent(Data(line.utf8)) { .success(port) } else { nil }
            case .note: nil
            case .ended(let end): .failure(ChildProcess.Failure(description: "no web server: \(end.errors)"))
            }
        }
        port = try start.get()
    }

    deinit { process.signal(SIGTERM) }

    /// An address of the server: `http://127.0.0.1:4711/path`.
    ///
    /// - Parameters:
    ///   - path: Path and query, from the slash on.
    ///   - host: Another name of this machine: `localhost`.
    /// - Returns: The URL.
    public func url(_ path: String, host: String = "127.0.0.1") -> URL {
        guard let url = URL(string: "\(scheme)://\(host):\(port)\(path)") else {
            preconditionFailure("no path: \(path)")
        }
        return url
    }

    /// Has the server answer something else from now on; counting begins anew for all paths.
    ///
    /// - Parameters:
    ///   - path: A path with or without query, or `*`.
    ///   - sequence: The answers to the first, second ... request; all further ones get the last.
    /// - Throws: What keeps the table from being written.
    public func answer(_ path: String, _ sequence: TestWebAnswer...) throws {
        try answers.withLock { answers in
            answers[path] = sequence
            try Self.write(answers, into: folder)
        }
    }

    /// Lets all answers go that are held back, and those that come later.
    public func release() { process.signal(SIGUSR1) }

    /// What happened so far; a request is among it before its answer is sent.
    public var events: [TestWebEvent] {
        let text = FileManager.default.contents(atPath: folder.file("events")) ?? Data()
        return text.split(separator: UInt8(ascii: "\n")).compactMap { TestWebEvent(Data($0)) }
    }

    /// The requests so far.
    public var requests: [TestWebRequest] {
        events.compactMap { if case .request(let request) = $0 { request } else { nil } }
    }

    /// How many connections were made so far.
    public var connections: Int { events.count { if case .connected = $0 { true } else { false } } }

    /// Waits for the first event, past or to come, that `match` makes something of.
    ///
    /// - Parameters:
    ///   - seconds: How long to wait.
    ///   - match: What is wanted of an event, or `nil` when it is not the one.
    /// - Returns: What `match` made of it.
    /// - Throws: `EventLog.TimedOut` when none came in time.
    public func first<Match: Sendable>(
        seconds: Double = 120, where match: @escaping @Sendable (TestWebEvent) -> Match?
    ) async throws -> Match {
        try await process.log.first(seconds: seconds) { event in
            guard case .line(let line) = event, let event = TestWebEvent(Data(line.utf8)) else { return nil }
            return match(event)
        }
    }

    /// Waits for a request of a path, with or without query.
    public func request(_ path: String) async throws -> TestWebRequest {
        try await first { event in
            guard case .request(let request) = event else { return nil }
            return request.target == path || request.target.hasPrefix(path + "?") ? request : nil
        }
    }

    /// Waits until a connection has ended, and tells how many bytes were sent on it.
    public func left(_ connection: Int) async throws -> Int {
        try await first { event in
            if case .left(connection, let sent) = event { sent } else { nil }
        }
    }

    private static func write(_ answers: [String: [TestWebAnswer]], into folder: TemporaryFolder) throws {
        try JSONEncoder().encode(answers).write(to: URL(filePath: folder.file("answers.json")), options: .atomic)
    }
}
