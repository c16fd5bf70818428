import FoundationEssentials
import Glibc
import LKMetadata
import LKPhotos
import LKPlanning

/// The names that the destination's folders have, or will have when the plan is carried out.
struct DestinationNames {
    /// New paths already assigned, with their files.
    private var taken: [String: String] = [:]
    /// The files of each folder by the names of photos to which they belong, with and without extension.
    private var namesakes: [String: [String: Namesakes]] = [:]

    /// The files of a folder with the same name without extension, by their present paths.
    fileprivate struct Namesakes {
        var photos: [String] = []
        /// Files that belong to each photo of the name: `IMG.xmp`.
        var companions: [String] = []
        /// Edited copies of the photo with this name, to which its JSON of Google Takeout belongs as well.
        var editedCopies: [String] = []
    }

    /// Returns the present path of the file that will have a path; `nil` if no planned file will.
    func source(of path: String) -> String? { taken[path] }

    /// Checks whether the files of photos that stay together can have their new paths.
    ///
    /// - Parameter files: All files of the photos.
    /// - Returns: `false` if another file has one of the paths, or one would be taken for a file of another photo: `IMG.xmp`
    ///   belongs to `IMG.jpg` and to `IMG.png`, and an `IMG.jpg.xmp` that is alone there to any `IMG.jpg`.
    mutating func areFree(_ files: [SortedPhoto.File]) -> Bool {
        guard files.allSatisfy(isFree) else { return false }
        let own = Set(files.map(\.path))
        for file in files {
            let (folder, name) = Folder.split(file.newPath)
            load(folder)
            let there = namesakes[folder] ?? [:]
            var foreign: [String] = []
            if PhotoFileName.promisesPhotoItself(name) {
                foreign = [FolderSorter.stem(of: name), name].flatMap { there[$0]?.companions ?? [] }
            } else {
                foreign = there[FolderSorter.stem(of: name)]?.photos ?? []
                if name.lowercased().hasSuffix(".json") {
                    foreign += Self.owners(of: name).flatMap { there[$0]?.editedCopies ?? [] }
                }
            }
            if foreign.contains(where: { !own.contains($0) }) { return false }
        }
        return true
    }

    private func isFree(_ file: SortedPhoto.File) -> Bool {
        var status = stat()
        return file.path == file.newPath || taken[file.newPath] == nil && lstat(file.newPath, &status) != 0
    }

    /// Assigns the new paths of files.
    mutating func claim(_ files: [SortedPhoto.File]) {
        for file in files {
            taken[file.newPath] = file.path
            let (folder, name) = Folder.split(file.newPath)
            load(folder)
            // A file that stays was found there.
            guard file.path != file.newPath else { continue }
            namesakes[folder]?.add(file.path, as: name)
        }
    }

    /// Returns the names of photos, with and without extension, to which a file that is not a photo may belong.
    fileprivate static func owners(of name: String) -> [String] {
        var owners: [String] = []
        var stem = FolderSorter.stem(of: name)
        // Only a full name may have more than one extension behind it.
        while owners.isEmpty || stem.contains("."), owners.last != stem {
            owners.append(stem)
            stem = FolderSorter.stem(of: stem)
        }
        return owners
    }

    /// Reads the names of a folder, once; there are none if it does not exist yet.
    private mutating func load(_ folder: String) {
        guard namesakes[folder] == nil else { return }
        var found: [String: Namesakes] = [:]
        for name in (try? FolderTree.folder(atReal: folder).names(beginning: "")) ?? [] where !name.hasPrefix(".") {
            found.add("\(folder)/\(name)", as: name)
        }
        namesakes[folder] = found
    }
}

extension [String: DestinationNames.Namesakes] {
    /// Adds a file.
    fileprivate mutating func add(_ path: String, as name: String) {
        guard PhotoFileName.promisesPhotoItself(name) else {
            for owner in DestinationNames.owners(of: name) { self[owner, default: .init()].companions.append(path) }
            return
        }
        self[FolderSorter.stem(of: name), default: .init()].photos.append(path)
        if let original = TakeoutNames.original(ofEdited: Array(name.utf8)) {
            self[String(decoding: original, as: UTF8.self), default: .init()].editedCopies.append(path)
        }
    }
}
