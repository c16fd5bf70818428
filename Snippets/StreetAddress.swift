// Names a point down to the house: by your own Nominatim, or by the embedded world if that does not answer.
import Foundation
import LocationKit

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 3, let latitude = Double(arguments[1]), let longitude = Double(arguments[2]),
    let point = Coordinate(latitude: latitude, longitude: longitude), let server = URL(string: arguments[3])
else {
    print("usage: StreetAddress LAT LON URL")
    exit(64)
}

do {
    // For the public server instead: NominatimProvider(identity: ClientIdentity(name: "FieldLog/2.1", ...)).
    let street = try NominatimProvider(server: server, identity: nil)
    let world = OfflineProvider.installed
    // Asked in turn until one knows the house; the world answers if the server does not. Answers from the web are cached, and
    // the borders check their country.
    let geocoder = Geocoder([street, world])

    let answer = try await geocoder.answer(point, languages: [.english])
    print(answer.placemarks.first?.addressString ?? "nothing is known there")
    for failure in answer.failures { print("\(failure.provider): \(failure.error.message)") }
    // The licence requires the attribution.
    if let attribution = answer.placemarks.first?.attribution { print(attribution) }
} catch {
    // An error is printed as its message: what happened, to what, and what to do.
    FileHandle.standardError.write(Data("StreetAddress: \(error)\n".utf8))
    exit(1)
}
