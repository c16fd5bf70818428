internal import Formats
public import FoundationEssentials
public import Geo
public import Geocoding
public import HTTP
internal import Synchronization

/// Names points and finds places by a Photon server: komoot's public one, or one of yours.
///
/// Photon measures distances to the centres of things, so several are asked for and the best is chosen by its extent and
/// what it is. For the public server the same holds as for ``NominatimProvider``'s.
public struct PhotonProvider: GeocodingProvider {
    /// The server of komoot, for occasional questions; see photon.komoot.io.
    public static let publicServer = URL(string: "https://photon.komoot.io")!

    /// Where is looked, and how much the server learns.
    public struct Options: Hashable, Sendable {
        /// How far in metres an object may be whose address is the point's.
        public var radius = 1_000.0

        /// How far in metres is looked once more when nothing is within ``radius``; `nil` not to look again.
        ///
        /// Of what is found there only the settlement and what is above it are said.
        public var widerRadius: Double? = 20_000

        /// The size in metres of the cells in whose centre points are asked for; see ``NominatimProvider/Options/privacy``.
        public var privacy: Double?

        /// Within 1 km, then within 20 km, asked for as they are.
        public init() {}
    }

    /// `photon`.
    public let name = "photon"

    /// The words that have to be shown with the data.
    public let attribution: String? = WebAnswer.attribution

    /// False: what is asked leaves the machine.
    public let isOffline = false

    /// What answers depend on beside point and languages: the server and the options.
    public let cacheKey: String

    private let service: WebService
    private let options: Options
    private let privacy: PrivacyGrid?

    /// Makes a provider; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - server: The server's address, with a path where Photon is below one.
    ///   - identity: The client's identity; required for the public server.
    ///   - options: Where is looked.
    ///   - policy: How often is asked; left out, what the public server bears, and no limit for others.
    ///   - transport: The HTTP transport; by default LocationKit's client.
    /// - Throws: `GeocodingError.Code.requestInvalid` for an address or option that is none, and for the public server
    ///   without an identity of the caller's own.
    public init(
        server: URL = publicServer, identity: ClientIdentity?, options: Options = Options(),
        policy: UsagePolicy? = nil, transport: (any HTTPTransport)? = nil
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

    /// The middle of the point's cell with ``Options/privacy``, else the point itself.
    public func asked(_ coordinate: Coordinate) -> Coordinate { privacy?.center(of: coordinate) ?? coordinate }

    /// Names the point.
    ///
    /// - Parameters:
    ///   - coordinate: The point.
    ///   - languages: The languages of the names, most wanted first; empty asks for the place's own language.
    /// - Returns: One placemark; none if the map has nothing.
    /// - Throws: `GeocodingError` when the server does not answer, refuses, or must not be asked now.
    public func reverseGeocode(
        _ coordinate: Coordinate, languages: [LanguageTag]
    ) async throws(GeocodingError) -> [Placemark] {
        let sent = asked(coordinate)
        let answer = PhotonAnswer(WebAnswer(provider: name, asked: coordinate, languages: languages))
        for radius in [options.radius, options.widerRadius].compactMap({ $0 }) {
            let document = try await document(
                "/reverse",
                [
                    ("lat", ServiceAddress.degrees(sent.latitude)), ("lon", ServiceAddress.degrees(sent.longitude)),
                    ("radius", String(radius / 1_000)), ("limit", "5"),
                ], languages)
            if answer.isFarAway(document) { throw service.farAway }
            // The cell's centre is not the point: what is near the one may be as far as the cell from the other.
            let reach = options.radius + (privacy?.size ?? 0)
            let farthest = 1.5 * radius + (privacy?.size ?? 0)
            if let placemark = answer.nearest(document, reach: reach, farthest: farthest) {
                return [privacy?.finest.map { placemark.coarsened(to: $0) } ?? placemark]
            }
        }
        return []
    }

    /// Finds the places of a name or an address.
    ///
    /// - Parameters:
    ///   - text: What to look for.
    ///   - languages: The languages of the names, most wanted first; empty asks for the place's own language.
    ///   - limit: The most placemarks that are wanted; the server gives 50 at most.
    /// - Returns: Placemarks, each with its own coordinate, the best first; empty when nothing is called that.
    /// - Throws: `GeocodingError` when the text has no letter or digit, the server does not answer, refuses, or must not be
    ///   asked now.
    public func search(
        _ text: String, languages: [LanguageTag], limit: Int
    ) async throws(GeocodingError) -> [Placemark] {
        let text = try SearchText.checked(text)
        let document = try await document(
            "/api", [("q", text), ("limit", String(min(max(limit, 1), 50)))], languages)
        let answer = PhotonAnswer(WebAnswer(provider: name, asked: nil, languages: languages))
        return Array(answer.placemarks(document).prefix(max(limit, 1)))
    }

    /// Asks in the best language that the server knows, and once more when it says that it knows others.
    private func document(
        _ path: String, _ items: [(name: String, value: String)], _ languages: [LanguageTag]
    ) async throws(GeocodingError) -> JSONValue {
        let language = language(for: languages)
        var reply = try await service.reply(to: path, items + (language.map { [("lang", $0)] } ?? []))
        if language != nil, reply.status == 400, let known = PhotonLanguages.known(from: reply.message) {
            service.gate.languages.withLock { $0 = known }
            // One that contradicts itself is asked without a language.
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

/// The languages that a Photon server has names in: those it was set up with, and it refuses all others.
enum PhotonLanguages {
    /// Those of Photon's public server, as long as it has not said anything else.
    static let ofPublicServer: Set<String> = ["de", "en", "fr", "it"]

    /// The languages that a refusal lists.
    ///
    /// It reads: "Language is not supported. Supported are: default, de, en".
    ///
    /// - Parameter message: The server's words.
    /// - Returns: `nil` when they say something else.
    static func known(from message: String?) -> Set<String>? {
        guard let message, message.lowercased().hasPrefix("language is not supported") else { return nil }
        guard let colon = message.lastIndex(of: ":") else { return [] }
        let names = message[message.index(after: colon)...].split { !$0.isLetter && $0 != "-" && $0 != "_" }
        return Set(names.prefix(500).map { $0.lowercased() }).subtracting(["default"])
    }

    /// What to send for languages.
    ///
    /// - Parameters:
    ///   - languages: The languages, most wanted first.
    ///   - known: Those the server knows; `nil` when it has not said so, and the first is worth a try.
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
