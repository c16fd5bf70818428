internal import Formats
internal import Geo
internal import Geocoding

/// What Photon answers: GeoJSON, with the parts of an address as properties.
struct PhotonAnswer {
    /// Metres within which a house is preferred to a street that is nearer.
    static let houseReach = 50.0

    private let answer: WebAnswer

    init(_ answer: WebAnswer) { self.answer = answer }

    /// A feature with what it is chosen by.
    private struct Candidate {
        var placemark: Placemark
        /// Metres to what is known of the feature's extent, to its centre otherwise.
        var distance: Double
        var hasNumber: Bool
    }

    /// Whether a document is a collection of features with points and properties.
    static func isCollection(_ document: JSONValue) -> Bool {
        guard case .array(let features) = document["features"] else { return false }
        return features.allSatisfy { feature in
            guard case .object = feature["properties"] else { return false }
            return point(of: feature) != nil
        }
    }

    /// Where a feature is; GeoJSON has the longitude first.
    private static func point(of feature: JSONValue) -> Coordinate? {
        let position = feature["geometry"]?["coordinates"]?.elements ?? []
        return position.count >= 2
            ? Coordinate(latitude: position[1].double, longitude: position[0].double) : nil
    }

    /// Whether there is something, and nothing of it on this side of the Earth.
    func isFarAway(_ document: JSONValue) -> Bool {
        let points = (document["features"]?.elements ?? []).compactMap(Self.point)
        guard let asked = answer.asked, !points.isEmpty else { return false }
        return points.allSatisfy { $0.distance(to: asked) > Self.farAway }
    }

    /// Metres beyond which no service looks, whatever it was asked.
    private static let farAway = 1_000_000.0

    /// The placemarks of a search, in the service's order.
    func placemarks(_ document: JSONValue) -> [Placemark] {
        document["features"]?.elements.compactMap { candidate($0)?.placemark } ?? []
    }

    /// The best placemark for the point that was asked for.
    ///
    /// Photon measures to the centre of things, so that of a long street the far end of its neighbour seems nearer. Here a
    /// street's extent counts, and of what is near a house tells more than a street.
    ///
    /// - Parameters:
    ///   - document: The answer.
    ///   - reach: Metres within which an object's address is the point's; of others the settlement is all that is said.
    ///   - farthest: Metres beyond which the service was not asked to look, so that what is there is no answer.
    /// - Returns: `nil` when there is nothing.
    func nearest(_ document: JSONValue, reach: Double, farthest: Double) -> Placemark? {
        let found = document["features"]?.elements.compactMap(candidate) ?? []
        let candidates = found.filter { $0.distance <= farthest }
        let houses = candidates.filter { $0.hasNumber && $0.distance <= Self.houseReach }
        let best = (houses.isEmpty ? candidates : houses).min { $0.distance < $1.distance }
        guard let best else { return nil }
        return best.distance <= reach ? best.placemark : best.placemark.coarsened(to: .locality)
    }

    private func candidate(_ feature: JSONValue) -> Candidate? {
        guard let properties = feature["properties"], case .object = properties else { return nil }
        let own = Self.point(of: feature)
        let name = properties["name"]?.text
        let kind = properties["type"]?.text
        guard var placemark = answer.placemark(address(properties, name: name, kind: kind), at: own) else { return nil }
        if let name {
            placemark.name = name
            let isThing = !["place", "boundary", "highway", "landuse"].contains(properties["osm_key"]?.text ?? "place")
            if isThing, ["house", "other", nil].contains(kind) {
                placemark.areasOfInterest = [name]
                if ![.house, .street].contains(placemark.precision) { placemark.precision = .place }
            }
        }
        guard placemark.name != nil else { return nil }
        placemark.bounds = bounds(properties["extent"])
        placemark.place = answer.place(placemark.name, at: own)
        return Candidate(
            placemark: placemark, distance: distance(to: own, placemark.bounds, isStreet: kind == "street"),
            hasNumber: placemark.subThoroughfare != nil)
    }

    private func address(_ properties: JSONValue, name: String?, kind: String?) -> PostalAddress {
        var address = PostalAddress()
        for (name, component) in Self.components { address[component] = properties[name]?.text }
        address[.countryCode] = WebAnswer.countryCode(properties["countrycode"]?.text)
        // The object itself is named once, and not again as a part of its address.
        if let name, let kind, let component = Self.kinds[kind], address[component] == nil { address[component] = name }
        return address
    }

    private static let components: [(String, PostalAddress.Component)] = [
        ("housenumber", .houseNumber), ("street", .road), ("locality", .neighbourhood), ("district", .suburb),
        ("city", .city), ("county", .county), ("state", .state), ("postcode", .postcode), ("country", .country),
    ]

    private static let kinds: [String: PostalAddress.Component] = [
        "street": .road, "locality": .neighbourhood, "district": .suburb, "city": .city, "county": .county,
        "state": .state, "country": .country,
    ]

    private func distance(to own: Coordinate?, _ bounds: BoundingBox?, isStreet: Bool) -> Double {
        guard let asked = answer.asked, let own else { return .infinity }
        guard isStreet, let bounds, !bounds.crossesAntimeridian else { return asked.distance(to: own) }
        let nearest = Coordinate(
            latitude: min(max(asked.latitude, bounds.south), bounds.north),
            longitude: min(max(asked.longitude, bounds.west), bounds.east))
        return asked.distance(to: nearest ?? own)
    }

    /// The box of an `extent`: west, north, east, south.
    private func bounds(_ array: JSONValue?) -> BoundingBox? {
        let edges = array?.elements.compactMap(\.double) ?? []
        guard edges.count == 4, abs(edges[0]) <= 360, abs(edges[2]) <= 360 else { return nil }
        return BoundingBox(south: edges[3], west: edges[0], north: edges[1], east: edges[2])
    }
}
