public import FoundationEssentials
import LKFormats
public import LKGeo
public import LKGeocoding
package import LKHTTP

/// Names points and finds places with a Nominatim server: OpenStreetMap's own, or your own.
///
/// ```swift
/// let provider = try NominatimProvider(identity: ClientIdentity(name: "FieldLog/2.1", contact: "mail@example.org"))
/// let placemark = try await provider.reverseGeocode(station, languages: [.english]).first
/// ```
///
/// It always complies with the public server's usage policy: one request per second and one at a time for all programs
/// of this user that use LocationKit, an identity of the program's own, retries when the server asks for them, and no
/// requests after the server has blocked the program. Results carry the attribution that must be shown with them.
public struct NominatimProvider: GeocodingProvider {
    /// The server of the OpenStreetMap Foundation, for occasional requests; see
    /// operations.osmfoundation.org/policies/nominatim.
    public static let publicServer = URL(string: "https://nominatim.openstreetmap.org")!

    /// The details requested, and how precisely positions are sent.
    public struct Options: Hashable, Sendable {
        /// Whether shops, sights and benches may be the result; otherwise it is always a house, a street or an area.
        public var includesPointsOfInterest = false

        /// The size in metres of the cells whose centre is sent instead of the point; `nil` to send exact points.
        ///
        /// The server learns only the cell, and the answer is limited to what holds for the whole cell: above 20 m no
        /// house numbers, above 100 m no streets, above 2 km no city, above 20 km only the country.
        public var privacy: Double?

        /// Creates the default options: houses, streets and areas, for exact points.
        public init() {}
    }

    /// The provider's name, `nominatim`.
    public let name = "nominatim"

    /// The attribution that must be shown with the data; each placemark has that of its answer.
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
    ///   - server: The server's address, with a path where Nominatim is below one.
    ///   - identity: The client's identity; required for the public server.
    ///   - options: The details to request.
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
            "Nominatim", server, identity: identity, policy: policy, transport: transport, gates: gates)
        self.options = options
        privacy = try PrivacyGrid.checked(options.privacy)
        cacheKey = [
            "nominatim", service.address.text, options.includesPointsOfInterest ? "poi" : "address",
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
        let document = try await document(
            "/reverse",
            [
                ("lat", ServiceAddress.degrees(sent.latitude)), ("lon", ServiceAddress.degrees(sent.longitude)),
                ("zoom", "18"), ("layer", options.includesPointsOfInterest ? "address,poi" : "address"),
            ], languages)
        guard let document else { return [] }
        guard NominatimAnswer.isObject(document) else { throw unexpected(document) }
        let own = Coordinate(latitude: document["lat"]?.double, longitude: document["lon"]?.double)
        let answer = WebAnswer(provider: name, asked: coordinate, languages: languages)
        let placemark = NominatimAnswer(answer).placemark(document)
        guard WebAnswer.isNear(placemark, at: own, to: sent) else { throw service.farAway }
        guard let placemark else { return [] }
        return [privacy?.finest.map { placemark.coarsened(to: $0) } ?? placemark]
    }

    /// Finds places by name or address.
    ///
    /// - Parameters:
    ///   - text: The name or address.
    ///   - languages: The preferred languages of the names, best first; empty for each place's own language.
    ///   - limit: The maximum number of placemarks; the server returns at most 40.
    /// - Returns: Placemarks, each with its own coordinate, best first; empty if nothing matches.
    /// - Throws: `GeocodingError` when the text has no letter or digit, the server does not answer, rejects the
    ///   request, or must not be asked now.
    public func search(
        _ text: String, languages: [LanguageTag], limit: Int
    ) async throws(GeocodingError) -> [Placemark] {
        let text = try SearchText.checked(text)
        let document = try await document(
            "/search", [("q", text), ("limit", String(min(max(limit, 1), 40)))], languages)
        guard let document else { return [] }
        guard case .array(let objects) = document, objects.allSatisfy(NominatimAnswer.isObject) else {
            throw unexpected(document)
        }
        let answer = WebAnswer(provider: name, asked: nil, languages: languages)
        return Array(NominatimAnswer(answer).placemarks(document).prefix(max(limit, 1)))
    }

    /// Sends a request; returns `nil` when the server has no object there.
    private func document(
        _ path: String, _ items: [(name: String, value: String)], _ languages: [LanguageTag]
    ) async throws(GeocodingError) -> JSONValue? {
        let more = [
            ("format", "jsonv2"), ("addressdetails", "1"), ("accept-language", Self.acceptLanguage(languages)),
        ]
        let reply = try await service.reply(to: path, items + more)
        if let failure = service.failure(of: reply) { throw failure }
        guard let document = reply.document else { return nil }
        if document["error"]?.text == NominatimAnswer.unable { return nil }
        if document["error"] != nil { throw unexpected(document) }
        return document
    }

    private func unexpected(_ document: JSONValue) -> GeocodingError {
        let words = ServiceReply.message(document).map { ": \($0)" } ?? ""
        return GeocodingError(
            .answerInvalid,
            "the answer of \(service.name) at \(service.address.text) is not of its kind\(words); "
                + "check that the address is that of a Nominatim server")
    }

    /// Returns the languages in the form that Nominatim expects.
    ///
    /// Always sent: otherwise the server would use the client's default header. `und` is not the language of any name,
    /// so the server returns the place's own names.
    static func acceptLanguage(_ languages: [LanguageTag]) -> String {
        var tags: [String] = []
        for language in languages.prefix(10) {
            // OpenStreetMap uses `no` for both kinds of Norwegian.
            let norwegian = language.canonical.language == "nb" ? ["no"] : []
            for tag in [language.description] + norwegian + language.lookupTags where !tags.contains(tag) {
                tags.append(tag)
            }
        }
        return tags.isEmpty ? "und" : tags.joined(separator: ",")
    }
}
