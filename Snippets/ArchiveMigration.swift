// A value that was archived by version 1 of a program is read by version 2, whose type has other properties.
import Foundation
import LocationKit

/// As version 1 kept it.
struct OldWalk: Codable {
    var name: String
    var metres: Int
}

/// As version 2 knows it.
struct Walk: Codable {
    var title: String
    /// In kilometres.
    var length: Double
}

do {
    let archiver = try CachesArchiver(application: "LocationKit-Snippets")
    try archiver.archive(OldWalk(name: "To the lake", metres: 3200), forKey: "walks/lake", version: 1)

    let walk = try archiver.unarchive(Walk.self, forKey: "walks/lake", version: 2) { older in
        let old = try older.decode(OldWalk.self)
        return Walk(title: old.name, length: Double(old.metres) / 1000)
    }
    if let walk {
        print("\(walk.title): \(walk.length) km")
        // Not written by reading it; from here on it is of version 2.
        try archiver.archive(walk, forKey: "walks/lake", version: 2)
    }
    try archiver.remove(forKey: "walks/lake")
} catch {
    // An error is printed as its message: what happened, to what, and what to do.
    FileHandle.standardError.write(Data("ArchiveMigration: \(error)\n".utf8))
    exit(1)
}
