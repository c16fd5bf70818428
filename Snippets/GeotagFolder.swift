// Gives the photos of a folder positions from tracks, or only prints what it would do.
// Usage: GeotagFolder FOLDER TRACK... [write]
import Foundation
import LocationKit
import LocationKitPhotos

var arguments = Array(CommandLine.arguments.dropFirst())
let writes = arguments.last == "write"
if writes { arguments.removeLast() }
guard arguments.count > 1 else {
    print("usage: GeotagFolder FOLDER TRACK... [write]")
    exit(64)
}

do {
    // A signal lets the photos under way finish.
    try TaskCompletion.shared.setUp()
    let folder = PhotoFolder(URL(filePath: arguments[0]))
    if writes { try await folder.recover() }

    // Each photo, with what it would get or why not; the time zone of a camera that states none follows from the positions.
    let plan = try await folder.geotagging(from: arguments.dropFirst().map { URL(filePath: $0) })
    for warning in plan.warnings { print("note: \(warning)") }
    print(plan)

    // Durable, compared with the old files, and undone by `folder.undo()` or `locate photos undo FOLDER`.
    guard writes else { exit(0) }
    for await outcome in folder.write(plan) { print(outcome) }
} catch {
    // An error is printed as its message: what happened, to what, and what to do.
    FileHandle.standardError.write(Data("GeotagFolder: \(error)\n".utf8))
    exit(1)
}
