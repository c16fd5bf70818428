import Glibc
import LKFormats
import LKMetadata
import LKStorage

/// The last known state of a file, in memory and in the catalog.
// Unchecked: one thread makes it and hands it over; after that only the library's thread touches it.
final class FileEntry: @unchecked Sendable {
    let name: RawPath
    var stamp: FileStamp
    /// `nil` when the file is neither photo nor video.
    let content: FileContent?
    /// A hash of the states of the sidecars that the content includes; 0 without any.
    let sidecars: UInt64
    /// A hash of the file state that the content was read from.
    let version: UInt64
    /// Why it could not be read; the next scan tries again.
    ///
    /// The catalog stores only whether a file was damaged, so that it is not reported again.
    let problem: PhotosError?
    /// The identifier of the file's asset; 0 without one.
    var asset: UInt64 = 0
    /// A hash of the states of all files of the asset if this is the main file, else 0.
    var state: UInt64 = 0
    /// The asset's sort key if this is the main file; `Int64.max` without a date.
    var wallSeconds = Int64.max
    var nanosecond: Int32 = 0
    /// Whether the catalog has this state.
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

/// The last known state of a folder.
// Unchecked: like its entries, only the library's thread touches it after the hand-over.
final class FolderState: @unchecked Sendable {
    let place: AssetFolder
    /// The folder's identity when it was listed.
    var identity: FileIdentity?
    var files: [RawPath: FileEntry]
    /// The included files; `nil` for all.
    var selection: FolderSelection?
    var assets: [AssetRecord] = []

    init(_ path: RawPath, files: [RawPath: FileEntry] = [:]) {
        place = AssetFolder(path)
        self.files = files
    }
}

extension FileStamp {
    /// When the content was changed, as a photo's last-resort date; `nil` when that time is unknown.
    var date: PhotoDate? {
        guard hasModificationTime else { return nil }
        let (seconds, nanoseconds) = secondsModified
        return PhotoDate.WallTime(secondsSince1970: seconds, nanosecond: nanoseconds).map {
            PhotoDate(wallTime: $0, offset: 0, rule: .fileTime, offsetRule: .utc)
        }
    }

    func combine(into hash: inout StableHash) {
        for number in [device, inode, UInt64(bitPattern: size)] { hash.combine(number) }
        for number in [modified, changed] { hash.combine(UInt64(bitPattern: number)) }
    }
}
