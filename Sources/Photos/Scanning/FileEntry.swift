/// A file as the library last saw it, in memory and in the catalog.
// Unchecked: made by one thread and then given to another; afterwards only the library's thread touches it.
final class FileEntry: @unchecked Sendable {
    let name: RawPath
    var stamp: FileStamp
    /// `nil` for what is no photo or video.
    let content: FileContent?
    /// A hash of the states of the sidecars that the content is from, too; 0 without any.
    let sidecars: UInt64
    /// A hash of the state in which the content was as it is.
    let version: UInt64
    /// What kept it from being read; such an entry is tried again at the next occasion.
    ///
    /// The catalog keeps only whether a file was damaged, so that it is not reported again.
    let problem: PhotosError?
    /// The asset that the file belongs to; 0 while it belongs to none.
    var asset: UInt64 = 0
    /// A hash of the states of all files of the asset, if this is the one that is shown; else 0.
    var state: UInt64 = 0
    /// By what the asset is sorted, if this is the file that is shown; `Int64.max` without a date.
    var wallSeconds = Int64.max
    var nanosecond: Int32 = 0
    /// Whether the catalog has all of this.
    var isStored = false

    init(
        name: RawPath, stamp: FileStamp, content: FileContent?, sidecars: UInt64 = 0, version: UInt64? = nil,
        problem: PhotosError? = nil
    ) {
        self.name = name
        self.stamp = stamp
        self.content = content
        self.sidecars = sidecars
        self.problem = problem
        if let version {
            self.version = version
        } else {
            var hash = StableHash()
            stamp.combine(into: &hash)
            hash.combine(sidecars)
            self.version = hash.value
        }
    }
}

/// A folder as the library last saw it.
// Unchecked for the same reason as its entries.
final class FolderState: @unchecked Sendable {
    let place: FolderPlace
    /// Which folder it was when it was listed.
    var identity: FileIdentity?
    var files: [RawPath: FileEntry]
    /// Which of them count; `nil` for all.
    var selection: FolderSelection?
    var assets: [AssetRecord] = []

    init(_ path: RawPath, files: [RawPath: FileEntry] = [:]) {
        place = FolderPlace(path)
        self.files = files
    }
}
