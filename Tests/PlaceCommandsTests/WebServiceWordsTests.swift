import FoundationEssentials
import LKGeo
import LKGeocoding
import LKHTTP
import LKWebGeocoding
import Testing

@testable import LKCommandLine
@testable import LKPlaceCommands
@testable import LKSharedOptions

/// A service that only answers on servers of one's own.
private struct HomeProvider: WebProvider {
    struct Options: WebProviderOptions { var privacy: Double? }

    static var defaultServer: URL? { nil }
    let name = "home"
    let attribution: String? = nil
    let isOffline = false

    init(
        server: URL, identity: ClientIdentity?, options: Options, policy: UsagePolicy?, transport: (any HTTPTransport)?
    ) throws(GeocodingError) {}

    func reverseGeocode(
        _ coordinate: Coordinate, languages: [LanguageTag]
    ) async throws(GeocodingError) -> [Placemark] { [] }
}

@Suite("Services on the web") struct WebServiceWordsTests {
    @Test("A service without a public server asks for --server, and the others do not")
    func server() throws {
        let home = WebService("home", HomeProvider.self)
        #expect(throws: ToolError.usage("--provider home has no public server; name yours with --server")) {
            try home.check(server: nil)
        }
        try home.check(server: URL(string: "http://localhost:4000"))
        for service in WebService.all { try service.check(server: nil) }
    }

    @Test("A public server without an identity is refused with the options that help, and other errors without them")
    func refusals() throws {
        func refusal(_ words: [String]) throws -> ToolError? {
            let arguments = try ParsedArguments(["1,2", "--provider", "nominatim"] + words, for: .reverse)
            let options = try #require(try WebOptions(arguments))
            let error = #expect(throws: GeocodingError.self) { _ = try options.service.provider(options) }
            return error.map(ToolGeocoder.refusal)
        }
        let advice = "give --user-agent 'NAME/VERSION (MAIL OR PAGE)', or name your own server with --server URL"
        for (words, reason) in [
            ([], "the client has no identity"), (["--user-agent", "x"], "the identity x does not name a program"),
        ] as [([String], String)] {
            let error = try refusal(words)
            #expect(error?.code == .usage)
            #expect(
                error?.message.hasSuffix(" blocks programs that do not identify themselves: \(reason); \(advice)")
                    == true)
        }
        let long = String(repeating: "x", count: 600)
        let error = try refusal(["--server", "http://127.0.0.1:9", "--user-agent", long])
        #expect(error?.code == .usage && error?.message.contains("--server") == false, "\(String(describing: error))")
    }
}
