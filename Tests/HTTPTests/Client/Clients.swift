import FoundationEssentials
import LKHTTP
import Synchronization
import TestSupport
import Testing

extension HTTPClient {
    /// A client as the tests want it: without the proxies of the environment they run in, and with times that no busy machine
    /// exceeds.
    static func testing(_ change: (inout Configuration) -> Void = { _ in }) -> HTTPClient {
        var configuration = Configuration(userAgent: "tests/1")
        configuration.proxy = ""
        (configuration.connectTimeout, configuration.timeout) = (.seconds(120), .seconds(120))
        configuration.stallTimeout = .seconds(120)
        change(&configuration)
        return HTTPClient(configuration)
    }

    func get(_ url: URL) async throws -> HTTPResponse { try await response(to: HTTPRequest(url)) }

    /// The error of a request that must not succeed.
    func error(of url: URL) async throws -> HTTPError {
        let response: HTTPResponse
        do throws(HTTPError) { response = try await self.response(to: HTTPRequest(url)) } catch { return error }
        throw HTTPError(.unavailable, "an answer of status \(response.status) and \(response.body.count) bytes")
    }
}

/// A URL that is one.
func url(_ text: String) throws -> URL { try #require(URL(string: text)) }
