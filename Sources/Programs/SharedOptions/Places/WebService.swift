package import FoundationEssentials
package import LKCommandLine
package import LKGeocoding
package import LKHTTP
import LKStreets
package import LKWebGeocoding

/// A provider that asks a web service, with an initializer that is the same for all services.
package protocol WebProvider: GeocodingProvider {
    /// What a service is asked for.
    associatedtype Options: WebProviderOptions

    /// The server that is asked when `--server` names none; `nil` for a service that has no public one.
    static var defaultServer: URL? { get }

    init(
        server: URL, identity: ClientIdentity?, options: Options, policy: UsagePolicy?, transport: (any HTTPTransport)?
    ) throws(GeocodingError)
}

/// The options of a provider that the tool sets, the same for all services.
package protocol WebProviderOptions {
    /// The size in metres of the cells that points are rounded to; `nil` sends them as they are.
    var privacy: Double? { get set }

    init()
}

extension NominatimProvider: WebProvider {
    package static var defaultServer: URL? { publicServer }
}
extension NominatimProvider.Options: WebProviderOptions {}
extension PhotonProvider: WebProvider {
    package static var defaultServer: URL? { publicServer }
}
extension PhotonProvider.Options: WebProviderOptions {}

/// A web service that `--provider` can name.
///
/// A new one is a provider in `LKWebGeocoding` that conforms to ``WebProvider``, and a line in ``all``: options, settings,
/// messages, help and completions take their words from there.
package struct WebService: Sendable, Equatable {
    /// The word of `--provider`, which is also ``Placemark/provider`` of its answers.
    package let name: String
    private let hasDefaultServer: Bool
    private let makeProvider: @Sendable (WebOptions) throws(GeocodingError) -> any GeocodingProvider

    /// The services, in the order of help.
    package static let all = [
        WebService("nominatim", NominatimProvider.self),
        WebService("photon", PhotonProvider.self),
    ]

    package init<Provider: WebProvider>(_ name: String, _: Provider.Type) {
        self.name = name
        hasDefaultServer = Provider.defaultServer != nil
        makeProvider = { options throws(GeocodingError) in
            guard let server = options.server ?? Provider.defaultServer else {
                throw GeocodingError(.requestInvalid, "\(name) has no public server")
            }
            // A private server may know the tool by its name; a public one requires the identity of its user.
            let own = options.server == nil ? nil : ClientIdentity(name: "locate/\(ToolVersion.current)")
            var policy = options.server == nil ? UsagePolicy.publicServer : .ownServer
            policy.timeout = options.timeout
            var choice = Provider.Options()
            choice.privacy = options.privacy > 0 ? options.privacy : nil
            return try Provider(
                server: server,
                identity: options.userAgent.map { ClientIdentity(name: $0) } ?? own, options: choice, policy: policy,
                transport: nil)
        }
    }

    package static func == (left: WebService, right: WebService) -> Bool { left.name == right.name }

    /// Makes the provider; nothing is sent yet.
    ///
    /// - Throws: `GeocodingError.Code.requestInvalid` for what the service's rules do not allow.
    package func provider(_ options: WebOptions) throws(GeocodingError) -> any GeocodingProvider {
        try makeProvider(options)
    }

    /// Checks that there is a server to ask.
    ///
    /// - Parameter server: The value of `--server`; `nil` when it is not given.
    /// - Throws: A usage error for a service that has no public server.
    package func check(server: URL?) throws(ToolError) {
        guard server == nil, !hasDefaultServer else { return }
        throw .usage("--provider \(name) has no public server; name yours with --server")
    }

    /// Every word that `--provider` takes: the providers on this machine, then the services.
    static let providerWords = [automatic, "world", StreetIndex.providerName] + all.map(\.name)

    /// The word for street indexes where they know the point, else the built-in world.
    package static let automatic = "auto"

    /// How messages and help name the services: `nominatim or photon`.
    package static let alternatives = Suggestion.alternatives(all.map(\.name))
}

extension ParsedArguments {
    /// Returns the service on the web that `--provider` names; `nil` for providers on this machine, which are the default.
    ///
    /// A street index on the command line takes precedence over a service in the settings.
    func webService() throws(ToolError) -> WebService? {
        if !isGiven(WebOptions.provider), try self[StreetFiles.streets].contains(where: { $0 != StreetFiles.none }) {
            return nil
        }
        let word = try self[WebOptions.provider]
        return WebService.all.first { $0.name == word }
    }
}
