import FoundationEssentials

/// A request that the test's web server got.
public struct TestWebRequest: Sendable, Decodable {
    /// The number of the connection it came on, from 1.
    public var connection: Int
    /// `GET`.
    public var method: String
    /// Path and query as they were sent; to a proxy, the whole address.
    public var target: String
    /// The headers in their order.
    public var headers: [TestWebAnswer.Header]

    /// The value of a header, whatever its case; `nil` when it was not sent.
    public subscript(header: String) -> String? {
        headers.first { $0.name.lowercased() == header.lowercased() }?.value
    }
}

/// What happened at the test's web server.
public enum TestWebEvent: Sendable {
    /// It takes connections at a port.
    case listening(UInt16)
    /// A client has connected; the number of the connection, from 1.
    case connected(Int)
    /// A request has come.
    case request(TestWebRequest)
    /// A connection has ended; its number, and how many bytes were sent on it.
    case left(Int, sent: Int)

    private struct Line: Decodable {
        var event: String
        var port: UInt16?
        var connection: Int?
        var sent: Int?
    }

    /// Reads a line of the server; `nil` for one that it does not write.
    init?(_ line: Data) {
        let decoder = JSONDecoder()
        guard let words = try? decoder.decode(Line.self, from: line) else { return nil }
        switch (words.event, words.port, words.connection) {
        case ("listening", let port?, _): self = .listening(port)
        case ("connected", _, let connection?): self = .connected(connection)
        case ("left", _, let connection?): self = .left(connection, sent: words.sent ?? 0)
        case ("request", _, _):
            guard let request = try? decoder.decode(TestWebRequest.self, from: line) else { return nil }
            self = .request(request)
        default: return nil
        }
    }
}
