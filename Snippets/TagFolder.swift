// Names the places of the photos in a folder, and writes the names into them or only prints what it would write.
// Usage: TagFolder FOLDER LANGUAGE[,LANGUAGE] [write]
import Foundation
import LocationKit
import LocationKitPhotos

let arguments = CommandLine.arguments
guard arguments.count > 2, let languages = LanguageTag.list(arguments[2]) else {
    fatalError("usage: TagFolder FOLDER LANGUAGE[,LANGUAGE] [write]")
}

// The photos, each with the files that belong to it.
let library = PhotoLibrary(folders: [URL(filePath: arguments[1])])
try await library.reload()
let photos = library.allPhotos

// Where they were taken: by the names in the files, else by positions, offline.
for entry in PhotoCollection(group: photos, grouping: .place(.city, languages: languages)).entries {
    print("\(entry.title): \(entry.assets.count)")
}

// Everything known about one photo's place.
let geocoder = Geocoder.shared
if let photo = photos.assets.first(where: { $0.location != nil }) {
    let placemark = try await photo.placemark(from: geocoder, languages: languages)
    print("\(photo.fileName): \(placemark?.addressDictionary ?? [:])")
}

// What each photo without names would get, and its raw file and the video of a live photo too.
var configuration = PlaceTagger.Configuration()
configuration.languages = languages
let tagger = PlaceTagger(geocoder, configuration: configuration)
var edits: [PhotoEdit] = []
for photo in photos.assets {
    let planned = await tagger.planned(photo)
    print("\(photo.fileName): \(planned)")
    edits += planned.edits
}

// Durable, compared with the old files, and undone by `locate photos undo FOLDER`.
guard arguments.last == "write" else { exit(0) }
let writer = PhotoTagger()
for photo in await writer.write(edits) { print(photo.path, photo.action) }
await writer.finish()
