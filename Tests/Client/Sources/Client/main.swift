import CSQLite
import Formats
import Geo
import HTTP
import Images
import LocationKit
import Maps
import Metadata
import Photos
import Storage
import Threads
import Tracks

let own = [
    nameOfHTTP, nameOfStorage, nameOfMaps, nameOfPhotos, nameOfImages, nameOfMetadata, nameOfFormats, nameOfThreads,
    nameOfGeo, nameOfTracks,
]
print(own.joined(separator: " "), client_sqlite())

guard let point = Coordinate(latitude: 35.681236, longitude: 139.767125) else { fatalError("no position") }
let answer = try await Geocoder.shared.answer(point, languages: [.english])
print(answer.placemarks.first?.addressString ?? "no address")
