// Names points and finds places, offline: with the installed regions, and the embedded world around them.
// Usage: PlaceNames LAT LON TEXT, or PlaceNames --follow RECORDING
import Foundation
import LocationKit

let arguments = Array(CommandLine.arguments.dropFirst())

/// Prints an error as its message: what happened, to what, and what to do.
func fail(_ error: any Error) -> Never {
    FileHandle.standardError.write(Data("PlaceNames: \(error)\n".utf8))
    exit(1)
}

// Which regions answer, and which cannot.
for region in RegionStore.standard.contents().regions {
    print("region \(region.name): \(region.problem.map { "passed over: \($0.message)" } ?? region.url.path)")
}

if arguments.count == 2, arguments[0] == "--follow" {
    do {
        // A place that changes while moving: each fix with the name of where it is.
        let manager = LocationManager(source: ReplaySource(URL(filePath: arguments[1]), speed: 0))
        let namer = MovingGeocoder(.shared, languages: [.english])
        var former: String?
        for try await (location, placemark) in namer.placemarks(along: manager.updates) {
            guard let place = placemark?.addressString, place != former else { continue }
            print("\(location.coordinate): \(place)")
            former = place
        }
    } catch {
        fail(error)
    }
    exit(0)
}

guard arguments.count == 3, let latitude = Double(arguments[0]), let longitude = Double(arguments[1]),
    let point = Coordinate(latitude: latitude, longitude: longitude)
else {
    print("usage: PlaceNames LAT LON TEXT, or PlaceNames --follow RECORDING")
    exit(64)
}

do {
    if let place = try await Geocoder.shared.reverseGeocode(point, languages: [.english]).first {
        print(place.addressString)
        print(AddressFormatter(includesCountry: false).string(for: place))
        // Of a place of interest the name comes first, as in an address book.
        print(place.addressLines.first ?? "", place.addressDictionary[.name] ?? "")
    }

    // Which of several places is meant.
    switch try await Geocoder.shared.choice(named: arguments[2], near: nil, languages: [.english]) {
    case .place(let match): print("\(match.fullName) is at \(match.placemark.coordinate)")
    case .ambiguous(let matches): print("say which: " + matches.map(\.fullName).joined(separator: "; "))
    case .numberUnknown(let street): print("\(street.fullName) has no such number")
    case .unknown(let similar): print("unknown" + (similar.map { "; did you mean \($0.fullName)?" } ?? ""))
    }
} catch {
    fail(error)
}
