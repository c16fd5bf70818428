import FoundationEssentials
import Geo
import Geocoding
import LocationKit
import Testing

@testable import LocateTool

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
}
