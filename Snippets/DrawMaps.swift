// Draws a track as a page and as a picture, with the streets of installed regions: as `locate track map` and `locate track plot` do.
// Usage: DrawMaps TRACK FOLDER
import Foundation
import LocationKit
import LocationKitMaps

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 2 else {
    print("usage: DrawMaps TRACK FOLDER")
    exit(64)
}
let folder = URL(filePath: arguments[1])

// The installed regions, and the world around them.
let places = try OfflineProvider(regions: .standard)
var tracks = TrackMap(with: places, languages: [.english])
try tracks.add(TrackFile(URL(filePath: arguments[0])))

// A file of that name is kept, and the call throws, unless it is empty or LocationKit has made it.
try MapPage(tracks, title: "My way").write(to: folder.appending(path: "way.html"))
var picture = TrackPlot(tracks)
picture.title = "My way"
try picture.write(to: folder.appending(path: "way.svg"))
print("\(tracks.statistics.count) positions, \(tracks.stopCount) stops")
