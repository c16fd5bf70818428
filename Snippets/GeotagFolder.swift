// Gives the photos of a folder positions from a track, or only prints what it would do.
// Usage: GeotagFolder FOLDER TRACK [write]
import Foundation
import LocationKit
import LocationKitPhotos

let arguments = CommandLine.arguments
guard arguments.count > 2 else { fatalError("usage: GeotagFolder FOLDER TRACK [write]") }

let library = PhotoLibrary(folders: [URL(filePath: arguments[1])])
try await library.reload()
let reader = MetadataReader()
let photos = library.allPhotos.assets.compactMap { try? PhotoFacts($0, reader: reader) }

// The world supplies the time zone if a camera does not state its own.
let world = try World.embedded()
var track = TrackTimeline(maximumGap: .seconds(1800), maximumExtrapolation: .seconds(1800))
try track.append(contentsOf: TrackFile(URL(filePath: arguments[2])))
var geotagger = Geotagger(tracks: track, zones: TimeZones { try? world.timeZone(at: $0) })
let plan = geotagger.plan(for: photos)
for photo in plan.photos { print(photo.url.path, photo.action) }

// Durable, compared with the old files, and undone by `locate photos undo FOLDER`.
guard arguments.last == "write" else { exit(0) }
let tagger = PhotoTagger()
for photo in await tagger.write(plan.photos.compactMap { PhotoEdit($0) }) { print(photo.path, photo.action) }
await tagger.finish()
