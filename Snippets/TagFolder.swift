// Names the places of the photos in a folder, and writes the names into them or only prints what it would write.
// Usage: TagFolder FOLDER LANGUAGE[,LANGUAGE] [write]
import Foundation
import LocationKit
import LocationKitPhotos

let arguments = CommandLine.arguments
guard arguments.count > 2, let languages = LanguageTag.list(arguments[2]) else {
    print("usage: TagFolder FOLDER LANGUAGE[,LANGUAGE] [write]")
    exit(64)
}

do {
    // A signal lets the photos under way finish.
    try TaskCompletion.shared.setUp()
    let folder = PhotoFolder(URL(filePath: arguments[1]))
    if arguments.last == "write" { try await folder.recover() }

    // What each photo without names would get, and its raw file and the video of a live photo too.
    let plan = try await folder.naming(.init(languages: languages))

    // Where the photos were taken: by the names in the files, else by positions, offline.
    let photos = folder.library.allPhotos
    for entry in PhotoCollection(group: photos, grouping: .place(.city, languages: languages)).entries {
        print("\(entry.title): \(entry.assets.count)")
    }

    // Everything known about one photo's place.
    if let photo = photos.assets.first(where: { $0.location != nil }) {
        let placemark = try await photo.placemark(from: Geocoder.shared, languages: languages)
        print("\(photo.fileName): \(placemark?.addressDictionary ?? [:])")
    }
    for photo in plan.photos { print("\(photo.url.lastPathComponent): \(photo.summary)") }

    // Durable, compared with the old files, and undone by `folder.undo()` or `locate photos undo FOLDER`.
    guard arguments.last == "write" else { exit(0) }
    for await outcome in folder.write(plan) { print(outcome) }
} catch {
    // An error is printed as its message: what happened, to what, and what to do.
    FileHandle.standardError.write(Data("TagFolder: \(error)\n".utf8))
    exit(1)
}
