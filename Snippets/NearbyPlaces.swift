// Prints what a hiker or driver needs near a point, and the nearest corner, from a street index.
// Usage: NearbyPlaces FILE.streets LAT LON [LANGUAGE]
import Foundation
import LocationKit

let arguments = CommandLine.arguments
guard arguments.count > 3, let latitude = Double(arguments[2]), let longitude = Double(arguments[3]),
    let here = Coordinate(latitude: latitude, longitude: longitude)
else {
    print("usage: NearbyPlaces FILE.streets LAT LON [LANGUAGE]")
    exit(64)
}
let languages = arguments.dropFirst(4).compactMap { LanguageTag($0) }
do {
    let provider = try OfflineProvider(streets: [URL(filePath: arguments[1])])

    // The kinds that have names in the library, and one by its tag in OpenStreetMap.
    let kinds: [PlaceOfInterest.Kind] = [
        .station, .pharmacy, .drinkingWater, .hut, .init(key: "shop", value: "sports"),
    ]
    for kind in kinds {
        for place in try provider.nearest([kind], to: here, within: 5_000, limit: 3, languages: languages) {
            let name = place.name ?? place.tag.description
            print("\(Int(place.distance)) m  \(name), \(place.placemark.addressString)")
        }
    }

    if let corner = try provider.corner(at: here, within: 100, languages: languages) {
        print("\(Int(corner.distance)) m to the corner of \(corner.name)")
    }

    // Settlements are in the embedded world.
    if let city = try provider.world.nearest(here, count: 1, minimumPopulation: 100_000).first {
        print("\(Int(city.distance / 1_000)) km to \(city.place.name)")
    }
} catch {
    // An error is printed as its message: what happened, to what, and what to do.
    FileHandle.standardError.write(Data("NearbyPlaces: \(error)\n".utf8))
    exit(1)
}
