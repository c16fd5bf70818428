import Foundation
import LKGeo
import LKGeocoding

/// A point with what a real Nominatim answered.
struct RecordedPoint {
    let coordinate: Coordinate
    /// Near an address, or random.
    let kind: String
    /// What Nominatim's object is: `building yes`.
    let thing: String
    private let address: [String: String]

    subscript(part: StreetsBenchmark.AddressPart) -> String? {
        switch part {
        case .street: address["road"]
        case .number: address["house_number"]
        case .city: ["city", "town", "village", "municipality", "hamlet"].lazy.compactMap { address[$0] }.first
        }
    }

    /// Street, house number, postcode and city as one text; `nil` without a street and number.
    var searchText: String? {
        guard let street = self[.street], let number = self[.number] else { return nil }
        return "\(street) \(number), " + [address["postcode"], self[.city]].compactMap(\.self).joined(separator: " ")
    }

    /// Reads a file of answers, one a line.
    static func read(_ path: String) throws(BenchmarkError) -> [RecordedPoint] {
        let text = try Program(["gzip", "-dc", path]).finish()
        return text.split(separator: "\n").compactMap { RecordedPoint(line: Substring($0)) }
    }

    /// The point of a line; `nil` for a line without one.
    init?(line: Substring) {
        guard let object = Self.object(line), let latitude = (object["lat"] as? String).flatMap(Double.init),
            let longitude = (object["lon"] as? String).flatMap(Double.init),
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        self.coordinate = coordinate
        kind = object["kind"] as? String ?? ""
        thing = [object["category"], object["type"]].compactMap { $0 as? String }.joined(separator: " ")
        address = object["address"] as? [String: String] ?? [:]
    }

    /// The members of a line; `nil` for what is not a JSON object.
    static func object(_ line: Substring) -> [String: Any]? {
        try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    }
}
