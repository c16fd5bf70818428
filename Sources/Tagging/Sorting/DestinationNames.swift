import FoundationEssentials
import Glibc
import Photos

/// The names that the destination's folders have, or will have when the plan is carried out.
struct DestinationNames {
    /// New paths already assigned, with their files.
    private var taken: [String: String] = [:]
    private var namesakes: [String: [String: Namesakes]] = [:]

    /// The files of a folder with the same name without extension, by their present paths.
    private struct Namesakes {
        var photos: [String] = []
        /// Files that belong to each photo of the name: `IMG.xmp`.
        var companions: [String] = []

        mutating func add(_ path: String, as name: String) {
            if PhotoFileName.promisesPhotoItself(name) { photos.append(path) } else { companions.append(path) }
        }
    }

    /// Returns the present path of the file that will have a path; `nil` if no planned file will.
    func source(of path: String) -> String? { taken[path] }

    /// Checks whether the files of photos that stay together can have their new paths.
    ///
    /// - Parameter files: All files of the photos.
    /// - Returns: `false` if another file has one of the paths, or one would be taken for a file of another photo: `IMG.xmp`
    ///   belongs to `IMG.jpg` and to `IMG.png`.
    mutating func areFree(_ files: [SortedPhoto.File]) -> Bool {
        guard files.allSatisfy(isFree) else { return false }
        let own = Set(files.map(\.path))
        for file in files {
            let (folder, name) = Folder.split(file.newPath)
            load(folder)
            guard let found = namesakes[folder]?[FolderSorter.stem(of: name)] else { continue }
            let foreign = PhotoFileName.promisesPhotoItself(name) ? found.companions : found.photos
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
            namesakes[folder]?[FolderSorter.stem(of: name), default: Namesakes()].add(file.path, as: name)
        }
    }

    /// Reads the names of a folder, once; there are none if it does not exist yet.
    private mutating func load(_ folder: String) {
        guard namesakes[folder] == nil else { return }
        var found: [String: Namesakes] = [:]
        for name in (try? FolderTree.folder(atReal: folder))?.names(beginning: "") ?? [] where !name.hasPrefix(".") {
            found[FolderSorter.stem(of: name), default: Namesakes()].add("\(folder)/\(name)", as: name)
        }
        namesakes[folder] = found
    }
}
