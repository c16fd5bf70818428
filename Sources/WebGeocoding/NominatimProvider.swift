internal import Formats
public import FoundationEssentials
public import Geo
public import Geocoding
public import HTTP

/// Names points and finds places by a Nominatim server: OpenStreetMap's own, or one of yours.
///
/// ```swift
/// let provider = try NominatimProvider(identity: ClientIdentity(name: "FieldLog/2.1", contact: "mail@example.org"))
/// let placemark = try await provider.reverseGeocode(station, languages: [.english]).first
/// ```
///
/// The public server's usage policy is kept by construction: one request a second and one at a time for all programs of
/// this user that use LocationKit, an identity of the program's own, retries when the server asks for it, and silence when it
/// has blocked the program. Results carry the attribution that has to be shown with them.
public struct NominatimProvider: GeocodingProvider {
    /// The server of the OpenStreetMap Foundation, for occasional questions; see operations.osmfoundation.org/policies/nominatim.
    public static let publicServer = URL(string: "https://nominatim.openstreetmap.org")!

    /// The details requested, and how much the server learns.
    public struct Options: Hashable, Sendable {
        /// Whether shops, sights and benches may be the answer; without them it is always a house, a street or an area.
        public var includesPointsOfInterest = false

        /// The size in metres of the cells in whose centre points are asked for; `nil` to ask for them as they are.
        ///
        /// The server then learns the cell and no more, and the answer says no more than what holds for all of the cell:
        /// above 20 m no house numbers, above 100 m no streets, above 2 km no city, above 20 km the country alone.
        public var privacy: Double?

        /// Houses, streets and areas, asked for as they are.
        public init() {}
    }

    /// `nominatim`.
    public let name = "nominatim"

    /// The words that have to be shown with the data; each placemark has those of its answer.
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
    ///   - server: The server's address, with a path where Nominatim is below one.
    ///   - identity: The client's identity; required for the public server.
    ///   - options: The details to request.
    ///   - policy: How often is asked; left out, what the public server demands, and no limit for others.
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
            "Nominatim", server, identity: identity, policy: policy, transport: transport, gates: gates)
        self.options = options
        privacy = try PrivacyGrid.checked(options.privacy)
        cacheKey = [
            "nominatim", service.address.text, options.includesPointsOfInterest ? "poi" : "address",
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

    /// Finds the places of a name or an address.
    ///
    /// - Parameters:
    ///   - text: What to look for.
    ///   - languages: The languages of the names, most wanted first; empty asks for the place's own language.
    ///   - limit: The most placemarks that are wanted; the server gives 40 at most.
    /// - Returns: Placemarks, each with its own coordinate, the best first; empty when nothing is called that.
    /// - Throws: `GeocodingError` when the text has no letter or digit, the server does not answer, refuses, or must not be
    ///   asked now.
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

    /// Asks; `nil` when the server has nothing there.
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

    /// The languages as Nominatim takes them.
    ///
    /// Always sent: the server would otherwise take the header that a client may send by itself. `und` is no language of
    /// any name, so that the place's own names are left.
    static func acceptLanguage(_ languages: [LanguageTag]) -> String {
        var tags: [String] = []
        for language in languages.prefix(10) {
            // OpenStreetMap writes Norwegian of either kind as `no`.
            let norwegian = language.canonical.language == "nb" ? ["no"] : []
            for tag in [language.description] + norwegian + language.lookupTags where !tags.contains(tag) {
                tags.append(tag)
            }
        }
        return tags.isEmpty ? "und" : tags.joined(separator: ",")
    }
}
