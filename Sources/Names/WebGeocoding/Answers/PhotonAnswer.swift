import LKFormats
import LKGeo
import LKGeocoding

/// Parses Photon's answers: GeoJSON, with address components as properties.
struct PhotonAnswer {
    /// The distance in metres within which a house is preferred to a nearer street.
    static let houseReach = 50.0

    private let answer: WebAnswer

    init(_ answer: WebAnswer) { self.answer = answer }

    /// A feature with the properties by which it is chosen.
    private struct Candidate {
        var placemark: Placemark
        /// The distance in metres to the feature's extent if known, else to its centre.
        var distance: Double
        var hasNumber: Bool
    }

    /// Returns whether a document is a collection of features with points and properties.
    static func isCollection(_ document: JSONValue) -> Bool {
        guard case .array(let features) = document["features"] else { return false }
        return features.allSatisfy { feature in
            guard case .object = feature["properties"] else { return false }
            return point(of: feature) != nil
        }
    }

    /// Returns the position of a feature; GeoJSON puts the longitude first.
    private static func point(of feature: JSONValue) -> Coordinate? {
        let position = feature["geometry"]?["coordinates"]?.elements ?? []
        return position.count >= 2
            ? Coordinate(latitude: position[1].double, longitude: position[0].double) : nil
    }

    /// Returns whether there are features, but all are on the other side of the Earth.
    func isFarAway(_ document: JSONValue) -> Bool {
        let points = (document["features"]?.elements ?? []).compactMap(Self.point)
        guard let asked = answer.asked, !points.isEmpty else { return false }
        return points.allSatisfy { $0.distance(to: asked) > Self.farAway }
    }

    /// The distance in metres beyond which no service searches, whatever the request.
    private static let farAway = 1_000_000.0

    /// Returns the placemarks of a search, in the service's order.
    func placemarks(_ document: JSONValue) -> [Placemark] {
        document["features"]?.elements.compactMap { candidate($0)?.placemark } ?? []
    }

    /// Returns the best placemark for the requested point.
    ///
    /// Photon measures to the centre of objects, so the centre of a short neighbouring street may seem nearer than that
    /// of a long street. Here a street's extent counts, and a nearby house is preferred to a street.
    /// street's extent counts, and of what is near a house tells more than a street.
    ///
    /// - Parameters:
    ///   - document: The answer.
    ///   - reach: The distance in metres within which an object's address is used; of farther ones only the settlement
    ///     is used.
    ///   - maximumDistance: The requested search radius in metres; objects beyond it are ignored.
    /// - Returns: `nil` when there is nothing.
    func nearest(_ document: JSONValue, reach: Double, maximumDistance: Double) -> Placemark? {
        let found = document["features"]?.elements.compactMap(candidate) ?? []
        let candidates = found.filter { $0.distance <= maximumDistance }
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
        // The object's own name must not be repeated as a component of its address.
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

    /// Parses the box of an `extent`: west, north, east, south.
    private func bounds(_ array: JSONValue?) -> BoundingBox? {
        let edges = array?.elements.compactMap(\.double) ?? []
        guard edges.count == 4, abs(edges[0]) <= 360, abs(edges[2]) <= 360 else { return nil }
        return BoundingBox(south: edges[3], west: edges[0], north: edges[1], east: edges[2])
    }
}
