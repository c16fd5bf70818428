// Answers as a program does that only imports LocationKit: Scripts/compare-doors compares that with the other doors.
//
// Reads lines from standard input: "p LATITUDE LONGITUDE" names a point, "s LIMIT TEXT" finds places, with tabs between the
// parts. Prints an object for each point and for each place that was found, and an empty line behind each question.
import Foundation
import LocationKit

/// What is compared of a place; what is unknown is left out.
struct Answer: Encodable {
    var provider, precision, address, country_code, country, state, city, sub_locality: String?
    var street, house_number, postcode, time_zone, name: String?
    var latitude, longitude: Double?

    init(_ placemark: Placemark?) {
        provider = placemark?.provider
        precision = placemark?.precision.rawValue
        address = placemark?.addressString
        country_code = placemark?.isoCountryCode
        country = placemark?.country
        state = placemark?.administrativeArea
        city = placemark?.locality
        sub_locality = placemark?.subLocality
        street = placemark?.thoroughfare
        house_number = placemark?.subThoroughfare
        postcode = placemark?.postalCode
        time_zone = placemark?.timeZone
    }

    init(_ match: PlaceMatch) {
        self.init(match.placemark)
        name = match.matchedName
        latitude = match.placemark.coordinate.latitude
        longitude = match.placemark.coordinate.longitude
    }
}

let encoder = JSONEncoder()
func show(_ answer: Answer) throws { print(String(decoding: try encoder.encode(answer), as: UTF8.self)) }

while let line = readLine() {
    let parts = line.split(separator: "\t").map(String.init)
    switch parts.first {
    case "p" where parts.count == 3:
        guard let latitude = Double(parts[1]), let longitude = Double(parts[2]),
            let point = Coordinate(latitude: latitude, longitude: longitude)
        else { fatalError("not a point: \(line)") }
        var answer = Answer(try await Geocoder.shared.reverseGeocode(point, languages: [.english]).first)
        // At sea there is a time zone without a placemark.
        answer.time_zone = try await Geocoder.shared.timeZone(at: point)
        try show(answer)
    case "s" where parts.count == 3:
        guard let limit = Int(parts[1]) else { fatalError("not a limit: \(line)") }
        for match in try await Geocoder.shared.search(parts[2], languages: [.english], limit: limit) {
            try show(Answer(match))
        }
    default: fatalError("not a question: \(line)")
    }
    print()
}
