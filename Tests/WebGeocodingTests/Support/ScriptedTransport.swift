import Foundation
import LKHTTP
import LKThreads
import Synchronization

/// Answers requests from a list; the last entry answers all that follow.
final class ScriptedTransport: HTTPTransport {
    enum Step: Sendable {
        case answer(Int, String, [HTTPHeader])
        case failure(HTTPError.Code)
        /// Answers when the task is cancelled, and not before.
        case never

        static func json(_ text: String, status: Int = 200) -> Step {
            .answer(status, text, [HTTPHeader("Content-Type", "application/json; charset=utf-8")])
        }

        static func page(_ text: String, status: Int) -> Step {
            .answer(status, text, [HTTPHeader("Content-Type", "text/html")])
        }
    }

    private struct State {
        var steps: [Step]
        var requests: [HTTPRequest] = []
        var moments: [MonotonicInstant] = []
        var underWay = 0
        var mostUnderWay = 0
    }

    private let state: Mutex<State>
    private let keeper: (any Timekeeper)?

    init(_ steps: [Step], keeper: (any Timekeeper)? = nil) {
        state = Mutex(State(steps: steps))
        self.keeper = keeper
    }

    var requests: [HTTPRequest] { state.withLock { $0.requests } }

    /// The queries of the requests, decoded.
    var queries: [[String: String]] {
        requests.map { request in
            var query: [String: String] = [:]
            for item in request.url.query(percentEncoded: true)?.split(separator: "&") ?? [] {
                let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                query[String(parts[0])] = parts.count > 1 ? String(parts[1]).removingPercentEncoding : ""
            }
            return query
        }
    }

    /// When they were sent.
    var moments: [MonotonicInstant] { state.withLock { $0.moments } }

    /// The most that were sent and not yet answered.
    var mostUnderWay: Int { state.withLock { $0.mostUnderWay } }

    func response(to request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let step = state.withLock { state in
            state.requests.append(request)
            if let keeper { state.moments.append(keeper.now) }
            state.underWay += 1
            state.mostUnderWay = max(state.mostUnderWay, state.underWay)
            return state.steps.count > 1 ? state.steps.removeFirst() : state.steps[0]
        }
        defer { state.withLock { $0.underWay -= 1 } }
        for _ in 0..<3 { await Task.yield() }
        switch step {
        case .answer(let status, let body, let headers):
            return HTTPResponse(status: status, headers: headers, body: Data(body.utf8), url: request.url)
        case .failure(let code): throw HTTPError(code, "scripted")
        case .never:
            let (stream, _) = AsyncStream.makeStream(of: Never.self)
            for await _ in stream {}
            throw HTTPError(.canceled, "scripted")
        }
    }
}
