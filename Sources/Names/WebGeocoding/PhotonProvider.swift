public import FoundationEssentials
import LKFormats
public import LKGeo
public import LKGeocoding
package import LKHTTP
import Synchronization

/// Names points and finds places with a Photon server: komoot's public one, or your own.
///
/// Photon measures distances to the centres of objects, so this provider requests several and chooses the best by
/// extent and kind. It treats the public server as ``NominatimProvider`` does.
public struct PhotonProvider: GeocodingProvider {
    /// The server of komoot, for occasional requests; see photon.komoot.io.
    public static let publicServer = URL(string: "https://photon.komoot.io")!

    /// The search radius, and how precisely positions are sent.
    public struct Options: Hashable, Sendable {
        /// The maximum distance in metres of an object whose address is used for the point.
        public var radius = 1_000.0

        /// The radius in metres of a second search when nothing is within ``radius``; `nil` for no second search.
        ///
        /// Of its results, only the settlement and the levels above are used.
        public var widerRadius: Double? = 20_000

        /// The size in metres of the cells whose centre is sent instead of the point; see
        /// ``NominatimProvider/Options/privacy``.
        public var privacy: Double?

        /// Creates the default options: within 1 km, then within 20 km, for exact points.
        public init() {}
    }

    /// The provider's name, `photon`.
    public let name = "photon"

    /// The attribution that must be shown with the data.
    public let attribution: String? = WebAnswer.attribution

    /// Always `false`: requests leave the machine.
    public let isOffline = false

    /// The server and the options, on which answers depend besides point and languages.
    public let cacheKey: String

    private let service: WebService
    private let options: Options
    private let privacy: PrivacyGrid?

    /// Creates a provider, which sends nothing yet.
    ///
    /// - Parameters:
    ///   - server: The server's address, with a path where Photon is below one.
    ///   - identity: The client's identity; required for the public server.
    ///   - options: The options.
    ///   - policy: The usage policy; by default that of the public server, and no limit for others.
    /// - Throws: `GeocodingError.Code.requestInvalid` for an invalid address or option, and for the public server
    ///   without an identity of the caller's own.
    public init(
        server: URL = publicServer, identity: ClientIdentity?, options: Options = Options(),
        policy: UsagePolicy? = nil
    ) throws(GeocodingError) {
        try self.init(
            server: server, identity: identity, options: options, policy: policy, transport: nil, gates: .shared)
    }

    /// Creates a provider with its own transport.
    ///
    /// - Parameters:
    ///   - server: The server's address.
    ///   - identity: The client's identity.
    ///   - options: The options.
    ///   - policy: The usage policy; `nil` for the default of the server.
    ///   - transport: The HTTP transport; `nil` for LocationKit's client.
    /// - Throws: As the public initializer.
    package init(
        server: URL = publicServer, identity: ClientIdentity?, options: Options = Options(),
        policy: UsagePolicy? = nil, transport: (any HTTPTransport)?
    ) throws(GeocodingError) {
        try self.init(
            server: server, identity: identity, options: options, policy: policy, transport: transport, gates: .shared)
    }

    init(
        server: URL = publicServer, identity: ClientIdentity?, options: Options = Options(),
        policy: UsagePolicy? = nil, transport: (any HTTPTransport)? = nil, gates: ServiceGates
    ) throws(GeocodingError) {
        service = try WebService(
            "Photon", server, identity: identity, policy: policy, transport: transport, gates: gates)
        self.options = options
        privacy = try PrivacyGrid.checked(options.privacy)
        for radius in [options.radius, options.widerRadius ?? 1] where !(radius > 0 && radius <= 5_000_000) {
            throw GeocodingError(
                .requestInvalid, "a radius is a number of metres, more than 0 and at most 5,000,000, and not \(radius)")
        }
        cacheKey = [
            "photon", service.address.text, "radius \(options.radius)",
            options.widerRadius.map { "wider \($0)" } ?? "no wider",
            options.privacy.map { "privacy \($0)" } ?? "exact",
        ].joined(separator: " ")
    }

    /// Returns the centre of the point's cell with ``Options/privacy``, else the point itself.
    public func requestedCoordinate(for coordinate: Coordinate) -> Coordinate {
        privacy?.center(of: coordinate) ?? coordinate
    }

    /// Finds the names of a point.
    ///
    /// - Parameters:
    ///   - coordinate: The point.
    ///   - languages: The preferred languages of the names, best first; empty for each place's own language.
    /// - Returns: One placemark; none if the map has no object there.
    /// - Throws: `GeocodingError` when the server does not answer, rejects the request, or must not be asked now.
    public func reverseGeocode(
        _ coordinate: Coordinate, languages: [LanguageTag]
    ) async throws(GeocodingError) -> [Placemark] {
        let sent = requestedCoordinate(for: coordinate)
        let answer = PhotonAnswer(WebAnswer(provider: name, asked: coordinate, languages: languages))
        for radius in [options.radius, options.widerRadius].compactMap({ $0 }) {
            let document = try await document(
                "/reverse",
                [
                    ("lat", ServiceAddress.degrees(sent.latitude)), ("lon", ServiceAddress.degrees(sent.longitude)),
                    ("radius", String(radius / 1_000)), ("limit", "5"),
                ], languages)
            if answer.isFarAway(document) { throw service.farAway }
            // The request is for the cell's centre, from which objects near the point may be a cell's size farther.
            let reach = options.radius + (privacy?.size ?? 0)
            let maximumDistance = 1.5 * radius + (privacy?.size ?? 0)
            if let placemark = answer.nearest(document, reach: reach, maximumDistance: maximumDistance) {
                return [privacy?.finest.map { placemark.coarsened(to: $0) } ?? placemark]
            }
        }
        return []
    }

    /// Finds places by name or address.
    ///
    /// - Parameters:
    ///   - text: The name or address.
    ///   - languages: The preferred languages of the names, best first; empty for each place's own language.
    ///   - limit: The maximum number of placemarks; the server returns at most 50.
    /// - Returns: Placemarks, each with its own coordinate, best first; empty if nothing matches.
    /// - Throws: `GeocodingError` when the text has no letter or digit, the server does not answer, rejects the
    ///   request, or must not be asked now.
    public func search(
        _ text: String, languages: [LanguageTag], limit: Int
    ) async throws(GeocodingError) -> [Placemark] {
        let text = try SearchText.checked(text)
        let document = try await document(
            "/api", [("q", text), ("limit", String(min(max(limit, 1), 50)))], languages)
        let answer = PhotonAnswer(WebAnswer(provider: name, asked: nil, languages: languages))
        return Array(answer.placemarks(document).prefix(max(limit, 1)))
    }

    /// Sends a request in the best language that the server supports, and again if it lists other languages.
    private func document(
        _ path: String, _ items: [(name: String, value: String)], _ languages: [LanguageTag]
    ) async throws(GeocodingError) -> JSONValue {
        let language = language(for: languages)
        var reply = try await service.reply(to: path, items + (language.map { [("lang", $0)] } ?? []))
        if language != nil, reply.status == 400, let known = PhotonLanguages.known(from: reply.message) {
            service.gate.languages.withLock { $0 = known }
            // If the server's list contradicts itself, request without a language.
            let other = self.language(for: languages)
            reply = try await service.reply(
                to: path, items + (other == language ? [] : other.map { [("lang", $0)] } ?? []))
        }
        if let failure = service.failure(of: reply) { throw failure }
        guard let document = reply.document, PhotonAnswer.isCollection(document) else {
            throw GeocodingError(
                .answerInvalid,
                "the answer of \(service.name) at \(service.address.text) is not of its kind; "
                    + "check that the address is that of a Photon server")
        }
        return document
    }

    private func language(for languages: [LanguageTag]) -> String? {
        let learned = service.gate.languages.withLock { $0 }
        let known = learned ?? (service.address.isPublic ? PhotonLanguages.ofPublicServer : nil)
        return PhotonLanguages.best(languages, known: known)
    }
}

/// The languages of a Photon server: it supports those of its configuration and rejects all others.
enum PhotonLanguages {
    /// The languages of Photon's public server, unless it has listed others.
    static let ofPublicServer: Set<String> = ["de", "en", "fr", "it"]

    /// Returns the languages that the server lists when it rejects a request.
    ///
    /// The message is: "Language is not supported. Supported are: default, de, en".
    ///
    /// - Parameter message: The server's message.
    /// - Returns: `nil` for any other message.
    static func known(from message: String?) -> Set<String>? {
        guard let message, message.lowercased().hasPrefix("language is not supported") else { return nil }
        guard let colon = message.lastIndex(of: ":") else { return [] }
        let names = message[message.index(after: colon)...].split { !$0.isLetter && $0 != "-" && $0 != "_" }
        return Set(names.prefix(500).map { $0.lowercased() }).subtracting(["default"])
    }

    /// Returns the language to request.
    ///
    /// - Parameters:
    ///   - languages: The languages, best first.
    ///   - known: The languages that the server supports; if `nil`, the first one is tried.
    /// - Returns: `nil` for the place's own names.
    static func best(_ languages: [LanguageTag], known: Set<String>?) -> String? {
        guard let known else { return languages.first?.canonical.language }
        for language in languages {
            for tag in [language.description] + language.lookupTags where known.contains(tag.lowercased()) {
                return tag.lowercased()
            }
        }
        return nil
    }
}
