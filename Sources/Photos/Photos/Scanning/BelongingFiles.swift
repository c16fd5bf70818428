import LKMetadata

/// The files in a folder that belong to photos by their names, without being photos.
///
/// A file belongs to a photo if its name is the photo's full name plus an extension (`IMG.JPG.pp3`,
/// `IMG.JPG.supplemental-metadata.json`), or the photo's name with another extension (`IMG.dop`, `IMG.WAV`). exiftool's
/// backups, sidecars of darktable's duplicates, and the JSON of Google Takeout with cut or numbered names do as well.
package struct BelongingFiles: Sendable {
    /// The files by the photo's full name or its name without extension.
    private var byOwner: [[UInt8]: [[UInt8]]] = [:]
    private let duplicates: AdditionalSidecars
    private let takeout: TakeoutNames
    /// The names of the photos and videos.
    package let photos: [String]

    /// Creates an index of the files of a folder.
    ///
    /// - Parameters:
    ///   - names: The names of all files of the folder; hidden ones are left out.
    ///   - isPhoto: Returns whether a name is that of a photo or video that a library lists.
    package init(_ names: some Sequence<String>, isPhoto: (String) -> Bool) {
        let visible = names.filter { !$0.hasPrefix(".") }.sorted()
        let all = visible.map { Array($0.utf8) }
        duplicates = AdditionalSidecars(all)
        takeout = TakeoutNames(all)
        photos = visible.filter(isPhoto)
        let photoNames = photos.map { Array($0.utf8) }
        let (whole, known) = (Set(photoNames), Set(photoNames + photoNames.map(SidecarName.stem)))
        for (text, name) in zip(visible, all) where !whole.contains(name) {
            guard let original = PhotoFileName.original(ofBackup: text).map({ Array($0.utf8) }) else {
                // The longest name counts: IMG.MP.jpg.json belongs to IMG.MP.jpg, and not to the video IMG.MP.
                var owners = Self.owners(of: name)
                if Self.isPreview(text) { owners += Self.videoStems(ofPreview: text).map { Array($0.utf8) } }
                if let owner = owners.first(where: known.contains) { byOwner[owner, default: []].append(name) }
                continue
            }
            // The backup of a sidecar belongs to the sidecar's photo.
            byOwner[SidecarName.base(of: original) ?? original, default: []].append(name)
        }
    }

    /// Returns the files of a photo.
    ///
    /// - Parameters:
    ///   - photo: Its name in the folder.
    ///   - isTitled: Returns whether the JSON of this name, which is only the beginning of the photo's, has its title.
    /// - Returns: The names, each once.
    package func names(of photo: String, isTitled: (String) -> Bool = { _ in true }) -> [String] {
        let name = Array(photo.utf8)
        let stem = SidecarName.stem(of: name)
        var found = byOwner[name] ?? []
        if stem != name { found += byOwner[stem] ?? [] }
        found += duplicates.names(of: name)
        let json = takeout.matches(of: name).first { !$0.isCut || isTitled(String(decoding: $0.name, as: UTF8.self)) }
        if let json { found.append(json.name) }
        var seen: Set<[UInt8]> = [name]
        return found.filter { seen.insert($0).inserted }.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the names of photos, with and without extension, to which a file may belong.
    private static func owners(of name: [UInt8]) -> [[UInt8]] {
        let stem = SidecarName.stem(of: name)
        guard stem != name else { return [] }
        var owners = [stem]
        // Only a full name may have more than one extension behind it: IMG.JPG.supplemental-metadata.json.
        var whole = SidecarName.stem(of: stem)
        while whole != owners[owners.count - 1] {
            if whole.contains(UInt8(ascii: ".")) { owners.append(whole) }
            guard case let next = SidecarName.stem(of: whole), next != whole else { break }
            whole = next
        }
        return owners
    }

    // MARK: Files that are written with a video

    /// Extensions of thumbnails and previews that a camera writes with a video of the same name.
    private static let previewExtensions: Set<String> = ["thm", "lrv", "lrf"]

    /// Returns whether a name is that of a thumbnail or preview of a video, which a library may list as a photo.
    package static func isPreview(_ name: String) -> Bool {
        guard let point = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
        return previewExtensions.contains(name[name.utf8.index(after: point)...].lowercased())
    }

    /// Returns the names without extension that the video of a preview may have: that of the preview, and for `GL010001.LRV`
    /// of a GoPro those of `GX010001.MP4` and `GH010001.MP4`.
    ///
    /// - Parameter name: The name of a preview.
    /// - Returns: The names, that of the preview first.
    package static func videoStems(ofPreview name: String) -> [String] {
        let stem = String(decoding: SidecarName.stem(of: Array(name.utf8)), as: UTF8.self)
        guard stem.hasPrefix(goProPreview), name.lowercased().hasSuffix(".lrv") else { return [stem] }
        return [stem] + goProVideos.map { $0 + stem.dropFirst(goProPreview.count) }
    }

    /// How the name of a GoPro's preview begins, and those of the videos by their codec.
    private static let goProPreview = "GL"
    private static let goProVideos = ["GX", "GH"]
}
