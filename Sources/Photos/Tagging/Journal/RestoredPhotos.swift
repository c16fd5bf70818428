import LKPhotos

/// Counts the results of undo by photo: the files of a photo, its sidecars, exiftool's backups of them, and several
/// runs that changed them count once.
///
/// Files are grouped into photos by name alone, since their content has just changed: a still image, a raw file and a
/// video with the same name are one photo.
package struct RestoredPhotos: Sendable {
    private static let raw: Set<String> = [
        "dng", "cr2", "cr3", "nef", "nrw", "arw", "sr2", "pef", "orf", "rw2", "raf",
    ]
    private static let video: Set<String> = ["mp4", "m4v", "mov", "mkv", "webm"]
    private static let still: Set<String> = [
        "jpg", "jpeg", "jpe", "png", "webp", "gif", "tif", "tiff", "heic", "heif", "hif", "avif", "jxl",
    ]

    /// The outcomes of files and photos, the worst last.
    package enum Action: Int, Sendable, Comparable {
        /// It was already in its original state.
        case unchanged
        /// It is back in its original state.
        case restored
        /// It could not be restored.
        case failed

        /// Returns whether the first outcome is better.
        package static func < (left: Action, right: Action) -> Bool { left.rawValue < right.rawValue }
    }

    private var actions: [String: Action] = [:]

    /// Creates an empty count.
    package init() {}

    /// Records the outcome for a file; the worst of several outcomes counts.
    ///
    /// - Parameters:
    ///   - action: The outcome.
    ///   - path: The file.
    /// - Returns: Whether the outcome of the file changed: a file that several runs have changed is restored several
    ///   times.
    package mutating func record(_ action: Action, of path: String) -> Bool {
        let known = actions[path]
        actions[path] = max(known ?? action, action)
        return known != action
    }

    /// Returns whether a file has been recorded.
    package func contains(_ path: String) -> Bool { actions[path] != nil }

    /// The outcome of each photo: the worst of its files.
    package var photos: [Action] {
        Self.grouped(actions.keys).map { paths in paths.compactMap { actions[$0] }.max() ?? .unchanged }
    }

    /// Returns the files of each photo.
    static func grouped(_ paths: some Sequence<String>) -> [[String]] {
        // By name without extension, then by the name of the file that a sidecar belongs to.
        var groups: [String: [String: [String]]] = [:]
        for path in paths {
            let file = PhotoFileName.original(ofBackup: path) ?? path
            let owner = file.lowercased().hasSuffix(".xmp") ? String(file.dropLast(4)) : file
            groups[stem(owner), default: [:]][owner, default: []].append(path)
        }
        return groups.sorted { $0.key < $1.key }.flatMap { stem, owners in photos(owners, stem: stem) }
    }

    private static func photos(_ owners: [String: [String]], stem: String) -> [[String]] {
        var owners = owners
        // Files shared by all photos of the name.
        let shared = owners.removeValue(forKey: stem) ?? []
        func files(_ kind: Set<String>) -> ArraySlice<[String]> {
            owners.filter { kind.contains(suffix($0.key)) }.sorted { $0.key < $1.key }.map(\.value)[...]
        }
        var (photos, raws, videos) = (Array(files(still)), files(raw), files(video))
        if photos.isEmpty, let raw = raws.popFirst() { photos.append(raw) }
        for index in photos.indices {
            photos[index] += (raws.popFirst() ?? []) + (videos.popFirst() ?? [])
        }
        photos += raws + videos
        if shared.isEmpty { return photos }
        if photos.isEmpty { return [shared] }
        photos[0] += shared
        return photos
    }

    /// Returns a path without the extension of a photo or video.
    private static func stem(_ path: String) -> String {
        let suffix = suffix(path)
        let isKnown = raw.contains(suffix) || video.contains(suffix) || still.contains(suffix)
        return isKnown ? String(path.dropLast(suffix.count + 1)) : path
    }

    private static func suffix(_ path: String) -> String {
        guard let point = path.lastIndex(of: "."), !path[point...].contains("/") else { return "" }
        return path[path.index(after: point)...].lowercased()
    }
}
