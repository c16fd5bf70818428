import FoundationEssentials
import Glibc
import LKMetadata
import LKPhotos
import LKPlanning
import LKStorage

/// Decides the new path of each file by what is on the disk.
///
/// Use it from one thread at a time.
struct SortPlanner {
    private let sorter: FolderSorter
    private let copier = PatchedCopy()
    private let bytes = FileBytes()
    private var folders: [String: FolderFiles] = [:]
    private var names = DestinationNames()
    /// Sidecars already assigned, with the index of their photo in the plan.
    private var owners: [String: Int] = [:]
    /// The paths of all photos of the plan, without symbolic links.
    private var planned: Set<String> = []
    /// The photos that depend on no other, by path without extension.
    private var independents: [String: Int] = [:]
    private var destinations: DestinationFolders
    private var realFolders: [String: String] = [:]
    private var copiedSize = 0
    /// The spelling of each new folder that is used, by its path in the destination without regard to case.
    private var spellings: [String: String] = [:]

    init(_ sorter: FolderSorter) {
        self.sorter = sorter
        destinations = DestinationFolders(sorter.destination, copies: sorter.copies)
    }

    /// The files in a folder that belong to its photos.
    private struct FolderFiles {
        /// The files by the photo's name, in bytes, since names that differ only in Unicode normalization are two files.
        var byPhoto: [[UInt8]: [String]] = [:]
        /// The photos by the file that belongs to them.
        var photos: [String: [String]] = [:]
    }

    /// Photos that stay together because they share a file, or one of them is a preview or the video of another.
    private struct Unit {
        var indices: [Int]
        var levels: [String]
        /// The number of placeholders for which the photo that decides has no value.
        var missingCount: Int
    }

    /// Plans photos.
    ///
    /// - Parameters:
    ///   - assets: The photos.
    ///   - facts: What the pattern needs to know of each.
    ///   - isCanceled: Called for each photo at each step.
    /// - Returns: The plan; `nil` once `isCanceled` has returned `true`.
    mutating func plan(
        _ assets: [PhotoAsset], _ facts: [SortPattern.Facts], isCanceled: () -> Bool = { false }
    ) -> SortPlan? {
        var photos = zip(assets, facts).map { asset, facts in
            SortedPhoto(path: asset.path, action: sorter.copies ? .copy : .move, missing: sorter.pattern.missing(facts))
        }
        for path in assets.lazy.flatMap({ [$0.path] + $0.companionPaths }) {
            if isCanceled() { return nil }
            let (folder, name) = Folder.split(path)
            // A folder that is refused makes each of its photos fail.
            if let real = try? realFolder(folder) { planned.insert(Self.path(real, name)) }
        }
        let isDependent = assets.map(Self.isDependent)
        for index in assets.indices where !isDependent[index] { independents[Self.key(assets[index].path)] = index }
        var units: [Unit] = []
        var unitOf: [Int: Int] = [:]
        // Previews and edited copies go where their originals go, so those come first.
        let order = assets.indices.filter { !isDependent[$0] } + assets.indices.filter { isDependent[$0] }
        for index in order {
            if isCanceled() { return nil }
            do throws(TaggingError) {
                let (files, partner) = try self.files(of: assets[index], index)
                photos[index].files = files
                if let partner, let unit = unitOf[partner] {
                    units[unit].indices.append(index)
                    unitOf[index] = unit
                    // A photo with a date decides for one without, such as the video of a motion photo.
                    if photos[index].missing.count < units[unit].missingCount {
                        units[unit].missingCount = photos[index].missing.count
                        units[unit].levels = spelled(sorter.pattern.folders(for: facts[index]))
                    }
                } else {
                    unitOf[index] = units.count
                    units.append(
                        Unit(
                            indices: [index], levels: spelled(sorter.pattern.folders(for: facts[index])),
                            missingCount: photos[index].missing.count))
                }
            } catch {
                photos[index].action = error.code == Self.skipCode ? .skip(error.message) : .fail(error)
            }
        }
        for unit in units {
            if isCanceled() { return nil }
            place(unit, facts, &photos)
        }
        let destination = destinations.ground(of: sorter.destination).realPath(of: sorter.destination)
        for index in photos.indices { photos[index].destination = destination }
        return SortPlan(photos: photos, copiedSize: copiedSize, obstacle: obstacle)
    }

    /// Returns folders in the spelling of the first photo whose folders differ in case only: `WIEN` and `Wien` are one folder, as
    /// they are on disks that ignore case.
    private mutating func spelled(_ levels: [String]) -> [String] {
        var path = ""
        return levels.map { level in
            path += "/" + level.lowercased()
            let spelling = spellings[path] ?? level
            spellings[path] = spelling
            return spelling
        }
    }

    // MARK: The files of a photo

    /// Code of the errors for which a photo is skipped and does not fail.
    private static let skipCode = TaggingError.Code.unsafe

    /// Returns whether a photo is a preview that was written with a video, an edited copy of another photo, or the
    /// video of a motion photo: `PXL.MP` of `PXL.MP.jpg`.
    private static func isDependent(_ asset: PhotoAsset) -> Bool {
        let name = asset.fileName
        return isPreview(asset) || name.lowercased().hasSuffix(motionSuffix)
            || TakeoutNames.original(ofEdited: Array(name.utf8)) != nil
    }

    /// Returns whether all files of a photo are previews; a thumbnail that a library shows with its video does not
    /// count as one.
    private static func isPreview(_ asset: PhotoAsset) -> Bool {
        ([asset.fileName] + asset.companionPaths).allSatisfy(BelongingFiles.isPreview)
    }

    /// The end of the name of a motion photo's video.
    private static let motionSuffix = ".mp"

    private static func key(_ path: String) -> String {
        let (folder, name) = Folder.split(path)
        return folder + "/" + FolderSorter.stem(of: name)
    }

    private static func path(_ folder: String, _ name: String) -> String {
        folder == "/" ? "/" + name : "\(folder)/\(name)"
    }

    /// Returns the files of a photo, and the photo that it stays together with: one that already has one of its files,
    /// or the one that it depends on.
    private mutating func files(
        of asset: PhotoAsset, _ index: Int
    ) throws(TaggingError) -> (files: [SortedPhoto.File], partner: Int?) {
        var files: [SortedPhoto.File] = []
        var claimed: Set<String> = []
        var partner = partner(of: asset)
        for url in [asset.url] + asset.companions {
            guard let path = url.exactPath else { throw .notUTF8(url) }
            let (named, name) = Folder.split(path)
            let folder = try realFolder(named)
            files.append(try file(folder, name, path, of: name))
            let found = belonging(in: folder)
            let beside = found.byPhoto[Array(name.utf8)] ?? []
            for sidecar in beside {
                let others = found.photos[sidecar] ?? []
                guard let other = others.first(where: { !planned.contains(Self.path(folder, $0)) }) else { continue }
                throw TaggingError(
                    code: Self.skipCode,
                    message: "it shares \(sidecar) with \(other), which is not sorted",
                    advice: "name both, or move one away",
                    path: path)
            }
            for sidecar in beside {
                let place = Self.path(folder, sidecar)
                if let owner = owners[place] {
                    partner = owner
                    continue
                }
                guard claimed.insert(place).inserted else { continue }
                // A symbolic link to a sidecar is not moved; a sidecar removed meanwhile is skipped.
                if let found = try? file(folder, sidecar, place, of: name) { files.append(found) }
            }
        }
        // Not before: a photo that is skipped leaves its sidecars to those that share them.
        for place in claimed { owners[place] = index }
        return (files, partner)
    }

    /// Returns the photo that a photo depends on: the video of a preview, or `PXL.MP.jpg` for the video `PXL.MP`.
    private func partner(of asset: PhotoAsset) -> Int? {
        guard Self.isPreview(asset) else { return independents[asset.path] }
        let folder = Folder.split(asset.path).folder
        return BelongingFiles.videoStems(ofPreview: asset.fileName).lazy
            .compactMap { independents[folder + "/" + $0] }.first
    }

    /// Returns whether a JSON file of Google Takeout has the title of a photo; `true` if it cannot be read.
    private func isTitled(_ json: String, like photo: String) -> Bool {
        do throws(MetadataError) {
            return try TakeoutSidecar.content(of: Array(json.utf8), for: Array(photo.utf8), reading: bytes) != nil
        } catch {
            return true
        }
    }

    /// Returns the path without links of a folder of photos; another user's link is not followed.
    private mutating func realFolder(_ path: String) throws(TaggingError) -> String {
        if let known = realFolders[path] { return known }
        let real = try FolderHandle(path).realPath
        realFolders[path] = real
        return real
    }

    private func file(
        _ folder: String, _ name: String, _ shown: String, of photo: String
    ) throws(TaggingError) -> SortedPhoto.File {
        let path = Self.path(folder, name)
        var status = stat()
        guard lstat(path, &status) == 0 else { throw .system(errno, .unreadable, "read", shown) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw TaggingError(
                code: Self.skipCode, message: "it is a symbolic link; sort the folder that it leads to", path: shown)
        }
        return SortedPhoto.File(
            path: path, newPath: "", stamp: PhotoStamp(status), photo: photo, linkCount: Int(status.st_nlink))
    }

    /// Returns the files of all photos of a folder, which are found once.
    private mutating func belonging(in folder: String) -> FolderFiles {
        if let known = folders[folder] { return known }
        let names = (try? FolderTree.folder(atReal: folder).names(beginning: "")) ?? []
        let belonging = BelongingFiles(names) { name in
            PhotoFileName.promisesPhotoItself(name) || planned.contains(Self.path(folder, name))
        }
        var found = FolderFiles()
        for photo in belonging.photos {
            let path = Self.path(folder, photo)
            let beside = belonging.names(of: photo) { isTitled(Self.path(folder, $0), like: path) }
            found.byPhoto[Array(photo.utf8)] = beside
            for name in beside { found.photos[name, default: []].append(photo) }
        }
        folders[folder] = found
        return found
    }

    // MARK: New paths

    /// Maximum number for photos of the same name; more indicate another problem.
    private static let maximumNumber = 100_000

    private mutating func place(_ unit: Unit, _ facts: [SortPattern.Facts], _ photos: inout [SortedPhoto]) {
        let folder = ([sorter.destination == "/" ? "" : sorter.destination] + unit.levels).joined(separator: "/")
        for index in unit.indices {
            if let error = destinations.obstacle(for: photos[index], in: folder) { photos[index].action = .fail(error) }
        }
        let indices = unit.indices.filter { if case .fail = photos[$0].action { false } else { true } }
        guard !indices.isEmpty else { return }
        if indices.count > 1 {
            let together = indices.map { photos[$0].path }
            for index in indices { photos[index].together = together }
        }
        // Resolve symbolic links in the destination, so that photos already there are recognized.
        let real = destinations.ground(of: folder).realPath(of: folder)
        let stems = Set(indices.flatMap { photos[$0].files }.map { FolderSorter.stem(of: Folder.split($0.path).name) })
        for number in 1...Self.maximumNumber {
            for index in indices {
                for file in photos[index].files.indices {
                    photos[index].files[file].newPath =
                        real + "/" + newName(photos[index].files[file], facts[index], number, stems)
                }
            }
            let files = indices.flatMap { photos[$0].files }
            if let long = files.first(where: { Folder.split($0.newPath).name.utf8.count > 255 }) {
                let error = TaggingError(
                    code: .unwritable, message: "\(long.newPath) would be too long a name",
                    advice: "use a shorter pattern",
                    path: long.path)
                for index in indices { photos[index].action = .fail(error) }
                return
            }
            if files.allSatisfy({ $0.path == $0.newPath }) {
                for index in indices { photos[index].action = .keep }
                return names.claim(files)
            }
            if names.areFree(files) {
                for index in indices {
                    photos[index].isRenumbered = number > 1
                    settle(&photos[index], folder)
                }
                return names.claim(files)
            }
            if let same = same(files) {
                for index in indices { photos[index].action = .skip(same) }
                return
            }
        }
        let error = TaggingError(
            code: .unwritable, message: "\(folder) has no free name for \(photos[indices[0]].path)",
            path: photos[indices[0]].path)
        for index in indices { photos[index].action = .fail(error) }
    }

    private func newName(
        _ file: SortedPhoto.File, _ facts: SortPattern.Facts, _ number: Int, _ stems: Set<String>
    ) -> String {
        let name = Folder.split(file.path).name
        let suffix = number > 1 ? "-\(number)" : ""
        let stem = FolderSorter.stem(of: file.photo)
        let count = stem.utf8.count
        // The JSON with a cut name belongs to its photo only by Takeout's rules, also if the cut is in the extension.
        let isCut =
            name.lowercased().hasSuffix(".json")
            && TakeoutNames([Array(name.utf8)]).matches(of: Array(file.photo.utf8)).first?.isCut == true
        // `IMG.JPG.xmp`, `IMG.WAV`, `IMG_01.JPG.xmp` and `img.jpg.xmp` follow the name of `IMG.JPG`.
        if !isCut, let start = String(name.utf8.prefix(count)), start.lowercased() == stem.lowercased() {
            return newStem(start, of: file.photo, facts, suffix, stems) + name.utf8Suffix(from: count)
        }
        let renamed = newStem(stem, of: file.photo, facts, suffix, stems)
        if renamed == stem { return name }
        if BelongingFiles.isPreview(name) {
            // A GoPro's preview differs from its video in the first letters.
            let own = FolderSorter.stem(of: name)
            let new = renamed.hasPrefix(stem) ? own + renamed.utf8Suffix(from: count) : renamed
            return new + name.utf8Suffix(from: own.utf8.count)
        }
        // A JSON with a cut or numbered name gets the full name.
        return renamed + file.photo.utf8Suffix(from: count) + ".supplemental-metadata.json"
    }

    /// Returns the new name of a photo without extension.
    ///
    /// `PXL.MP.jpg` and its video `PXL.MP` become `PXL-2.MP.jpg` and `PXL-2.MP`.
    ///
    /// An edited copy that goes with its original, and so with the original's JSON, still ends as Takeout's do:
    /// `IMG-2-edited` beside `IMG-2`. Without the original it must not look like a copy of another photo of that name.
    ///
    /// - Parameters:
    ///   - stem: The present name.
    ///   - photo: The photo's file name.
    ///   - facts: What its name is made of.
    ///   - suffix: A number to be added, or nothing.
    ///   - stems: The names without extension of the files that stay together.
    /// - Returns: The name.
    private func newStem(
        _ stem: String, of photo: String, _ facts: SortPattern.Facts, _ suffix: String, _ stems: Set<String>
    ) -> String {
        if stem.lowercased().hasSuffix(Self.motionSuffix),
            case let base = String(stem.dropLast(Self.motionSuffix.count)), stems.contains(base)
        {
            return sorter.pattern.stem(base, for: facts) + suffix + stem.suffix(Self.motionSuffix.count)
        }
        let plain = sorter.pattern.stem(stem, for: facts) + suffix
        guard plain != stem, let edited = TakeoutNames.edited(Array(photo.utf8)),
            case let original = FolderSorter.stem(of: String(decoding: edited.original, as: UTF8.self)),
            stems.contains(original)
        else { return plain }
        return sorter.pattern.stem(original, for: facts) + suffix + String(decoding: edited.suffix, as: UTF8.self)
    }

    private mutating func settle(_ photo: inout SortedPhoto, _ folder: String) {
        let device = destinations.ground(of: folder).device
        photo.isTransferred = photo.files.contains { dev_t($0.stamp.device) != device }
        guard photo.isTransferred || sorter.copies else { return }
        for file in photo.files where file.path != file.newPath {
            // Rounded up to blocks, plus the directory entry.
            copiedSize += (Int(file.stamp.size) + 4095) / 4096 * 4096 + 256
        }
    }

    /// Returns where all files already exist with the same content, or `nil` if one does not.
    private func same(_ files: [SortedPhoto.File]) -> String? {
        for file in files where file.path != file.newPath {
            let other = names.source(of: file.newPath) ?? file.newPath
            guard let sum = sum(file.path, file.stamp.size), sum == self.sum(other, file.stamp.size) else { return nil }
        }
        let first = files[0]
        if let source = names.source(of: first.newPath), source != first.newPath {
            return "it is the same as \(source)"
        }
        return "the same photo is there already: \(first.newPath)"
    }

    /// Returns the checksum of a file, or `nil` if it has another size.
    private func sum(_ path: String, _ size: Int64) -> UInt64? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size == size else { return nil }
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return nil }
        defer { close(file) }
        return try? copier.sum(of: file, path)
    }

    // MARK: Obstacles

    /// The reason why nothing can be carried out.
    private var obstacle: TaggingError? {
        guard copiedSize > 0 else { return nil }
        var path = sorter.destination
        var room = statvfs()
        while statvfs(path, &room) != 0 {
            guard errno == ENOENT, path != "/" else { return nil }
            path = Folder.split(path).folder
        }
        let free = Int(clamping: room.f_bavail) * Int(clamping: room.f_frsize)
        guard free < copiedSize else { return nil }
        func megabytes(_ count: Int) -> String { "\((Double(count) / 1e5).rounded(.up) / 10) MB" }
        return TaggingError(
            code: .unwritable,
            message:
                "\(sorter.destination) has room for \(megabytes(free)), and \(megabytes(copiedSize)) are to be copied there; "
                + "make room and try again", path: sorter.destination, errno: ENOSPC)
    }
}

extension String {
    /// Returns the text without its first `count` bytes.
    fileprivate func utf8Suffix(from count: Int) -> String { String(decoding: utf8.dropFirst(count), as: UTF8.self) }
}
