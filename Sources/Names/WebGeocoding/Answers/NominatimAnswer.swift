import LKFormats
import LKGeo
import LKGeocoding

/// Parses Nominatim's answers in the format `jsonv2`, and in the older `json`.
///
/// Not `geocodejson`, although its names never change: it lacks the box around the object, its class, the codes of
/// divisions, and whether a place is a suburb or a neighbourhood. The important names of `jsonv2` (`house_number`,
/// `road`, `postcode`, `country_code`) are stable; for the others several are tried.
struct NominatimAnswer {
    private let answer: WebAnswer

    init(_ answer: WebAnswer) { self.answer = answer }

    /// The error message for a point without an object.
    static let unable = "Unable to geocode"

    /// Returns whether a document is a valid object: it has a point, and its address, if present, is an object.
    static func isObject(_ document: JSONValue) -> Bool {
        guard Coordinate(latitude: document["lat"]?.double, longitude: document["lon"]?.double) != nil else {
            return false
        }
        guard let address = document["address"] else { return true }
        return if case .object = address { true } else { false }
    }

    /// Returns the placemark of a `/reverse` answer; `nil` when the answer is invalid or has no names.
    func placemark(_ object: JSONValue) -> Placemark? {
        guard case .object = object else { return nil }
        let category = object["category"]?.text ?? object["class"]?.text
        let own = Coordinate(latitude: object["lat"]?.double, longitude: object["lon"]?.double)
        let name = object["name"]?.text
        guard var placemark = answer.placemark(address(object["address"]), at: own) else { return nil }
        if placemark.precision == .none { nameWithoutAddress(&placemark, object) }
        if let name { describe(&placemark, name, category: category, type: object["type"]?.text) }
        guard placemark.name != nil else { return nil }
        placemark.bounds = bounds(object["boundingbox"])
        placemark.attribution = object["licence"]?.text ?? WebAnswer.attribution
        placemark.place = answer.place(placemark.name, at: own)
        return placemark
    }

    /// Returns the placemarks of a `/search` answer.
    func placemarks(_ array: JSONValue) -> [Placemark] { array.elements.compactMap(placemark) }

    /// Returns the address with the component names from which placemarks are made.
    private func address(_ object: JSONValue?) -> PostalAddress {
        var address = PostalAddress()
        var district: String?
        for member in object?.members ?? [] {
            guard let value = member.value.text else { continue }
            let component = PostalAddress.Component(rawValue: member.name)
            switch member.name {
            case "district": district = value
            // Areas rather than streets of that name.
            case "residential", "commercial", "industrial", "retail", "city_block", "houses", "farm", "place":
                if address[.neighbourhood] == nil { address[.neighbourhood] = value }
            // Something at or around the address; if it is the object itself, its own name is used.
            case _ where !component.isPartOfAddress: continue
            default: address[component] = value
            }
        }
        let divisions = object?.members.filter { $0.name.hasPrefix("ISO3166-2") }.compactMap(\.value.text) ?? []
        address[.countryCode] = WebAnswer.countryCode(object?["country_code"]?.text, divisions: divisions)
        guard let district else { return address }
        // The same word means a part of a city in one country and of a state in another.
        let isInCity = address[.city] != nil || address[.town] != nil
        if isInCity, address[.cityDistrict] == nil {
            address[.cityDistrict] = district
        } else if address[.stateDistrict] == nil {
            address[.stateDistrict] = district
        }
        return address
    }

    /// Adds the object's own name, and its kind if it is a named thing.
    private func describe(_ placemark: inout Placemark, _ name: String, category: String?, type: String?) {
        placemark.name = name
        switch (category, type) {
        case ("place", "sea"), ("place", "ocean"): placemark.ocean = name
        case ("natural", "water"), ("waterway", _), ("water", _): placemark.inlandWater = name
        case ("place", _), ("boundary", _), ("highway", _), ("landuse", _), (nil, _): break
        default:
            placemark.areasOfInterest = [name]
            if ![.house, .street].contains(placemark.precision) { placemark.precision = .place }
        }
    }

    /// Describes an object without an address, which servers may omit.
    private func nameWithoutAddress(_ placemark: inout Placemark, _ object: JSONValue) {
        guard let name = object["name"]?.text ?? object["display_name"]?.text else { return }
        placemark.name = name
        // Ranks up to 4 are countries, up to 12 states and counties, up to 25 settlements and their parts.
        placemark.precision =
            switch object["place_rank"]?.int ?? 30 {
            case ...4: .country
            case ...12: .region
            case ...25: .locality
            default: .place
            }
    }

    /// Parses the box of a `boundingbox`: south, north, west, east.
    private func bounds(_ array: JSONValue?) -> BoundingBox? {
        let edges = array?.elements.compactMap(\.double) ?? []
        guard edges.count == 4, edges[2...].allSatisfy({ abs($0) <= 360 }) else { return nil }
        return BoundingBox(south: edges[0], west: edges[2], north: edges[1], east: edges[3])
    }
}

extension Coordinate {
    /// Creates a coordinate from two optional numbers; longitudes beyond ±180 are errors here.
    init?(latitude: Double?, longitude: Double?) {
        guard let latitude, let longitude, abs(longitude) <= 180 else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }
}
