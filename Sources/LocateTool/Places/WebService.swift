import FoundationEssentials
import Geocoding
import LocationKit
import WebGeocoding

/// A provider that asks a web service, as the tool makes all of them.
protocol WebProvider: GeocodingProvider {
    /// What a service is asked for.
    associatedtype Options: WebProviderOptions

    /// The server that everybody may use.
    static var publicServer: URL { get }

    init(
        server: URL, identity: ClientIdentity?, options: Options, policy: UsagePolicy?, transport: (any HTTPTransport)?
    ) throws(GeocodingError)
}

/// What the tool sets of a provider's options.
protocol WebProviderOptions {
    /// The size in metres of the cells that points are rounded to; `nil` sends them as they are.
    var privacy: Double? { get set }

    init()
}

extension NominatimProvider: WebProvider {}
extension NominatimProvider.Options: WebProviderOptions {}
extension PhotonProvider: WebProvider {}
extension PhotonProvider.Options: WebProviderOptions {}

/// A web service that `--provider` can name.
///
/// A new one is a provider in `WebGeocoding` that conforms to ``WebProvider``, and a line in ``all``: options, settings,
/// messages, help and completions take their words from there.
struct WebService: Sendable, Equatable {
    /// The word of `--provider`, which is also ``Placemark/provider`` of its answers.
    let name: String
    private let makeProvider: @Sendable (WebOptions) throws(GeocodingError) -> any GeocodingProvider

    /// The services, in the order of help.
    static let all = [
        WebService("nominatim", NominatimProvider.self),
        WebService("photon", PhotonProvider.self),
    ]

    private init<Provider: WebProvider>(_ name: String, _: Provider.Type) {
        self.name = name
        makeProvider = { options throws(GeocodingError) in
            // A private server may know the tool by its name; a public one requires the identity of its user.
            let own = options.server == nil ? nil : ClientIdentity(name: "locate/\(Tool.version)")
            var policy = options.server == nil ? UsagePolicy.publicServer : .ownServer
            policy.limit = options.timeout
            var choice = Provider.Options()
            choice.privacy = options.privacy > 0 ? options.privacy : nil
            return try Provider(
                server: options.server ?? Provider.publicServer,
                identity: options.userAgent.map { ClientIdentity(name: $0) } ?? own, options: choice, policy: policy,
                transport: nil)
        }
    }

    static func == (left: WebService, right: WebService) -> Bool { left.name == right.name }

    /// Makes the provider; nothing is sent yet.
    ///
    /// - Throws: `GeocodingError.Code.requestInvalid` for what the service's rules do not allow.
    func provider(_ options: WebOptions) throws(GeocodingError) -> any GeocodingProvider { try makeProvider(options) }

    /// Every word of `--provider`: those of the built-in world, then those of the services.
    static let providerWords = ["auto", "world"] + all.map(\.name)

    /// How messages and help name the services: `nominatim or photon`.
    static let alternatives = Suggestion.alternatives(all.map(\.name))
}

extension ParsedArguments {
    /// The service on the web that `--provider` names; `nil` for the built-in world, which is the default.
    func webService() throws(ToolError) -> WebService? {
        let word = try choice("provider", among: WebService.providerWords)
        return WebService.all.first { $0.name == word }
    }
}
