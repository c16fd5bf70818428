import LKMetadata
import LKStorage

/// The contents of one folder at one time.
struct FolderListing: Sendable {
    var folder: RawPath
    /// The folder's identity; `nil` for a partial listing.
    var identity: FileIdentity?
    var files: [(name: RawPath, stamp: FileStamp)] = []
    /// Backups of photos made by exiftool, which are not photos of a library unless they are named.
    var backups: [RawPath] = []
    /// Broken links, and entries that vanished or are inaccessible.
    var failures: [PhotosError] = []
    var subfolders: [RawPath] = []
    /// Folders reached through symbolic links.
    var linkedFolders: [RawPath] = []
    /// Whether the listing covers only some files, and others have not changed.
    var isPartial = false
    /// Files that are gone, in a partial listing.
    var gone: [RawPath] = []
    /// The included files; `nil` for all.
    var selection: FolderSelection?
}
