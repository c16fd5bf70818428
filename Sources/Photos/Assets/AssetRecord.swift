import Metadata
import Synchronization

/// One state of a photo, shared by all ``PhotoAsset`` snapshots of that state.
final class AssetRecord: Sendable {
    let id: PhotoAsset.ID
    let folder: AssetFolder
    let name: RawPath
    /// The main file's content, completed from its companions.
    let content: FileContent
    let companions: [RawPath]
    /// A hash of the states of all its files.
    let version: UInt64
    /// Shared by all states of the photo, so that old snapshots learn of its deletion.
    let deletion: DeletionFlag

    init(
        id: PhotoAsset.ID, folder: AssetFolder, name: RawPath, content: FileContent, companions: [RawPath],
        version: UInt64, deletion: DeletionFlag
    ) {
        self.id = id
        self.folder = folder
        self.name = name
        self.content = content
        self.companions = companions
        self.version = version
        self.deletion = deletion
    }

    var path: RawPath { folder.path.appending(name) }

    func isSameState(as other: AssetRecord) -> Bool {
        self === other || (id == other.id && version == other.version && isSamePlace(as: other))
    }

    func isSamePlace(as other: AssetRecord) -> Bool { name == other.name && folder.path == other.folder.path }

    /// Orders assets by local time, undated ones last, then by path.
    static func precedes(_ left: AssetRecord, _ right: AssetRecord) -> Bool {
        let (leftTime, rightTime) = (left.content.date?.wallSeconds ?? .max, right.content.date?.wallSeconds ?? .max)
        if leftTime != rightTime { return leftTime < rightTime }
        let (leftRest, rightRest) = (left.content.date?.nanosecond ?? 0, right.content.date?.nanosecond ?? 0)
        if leftRest != rightRest { return leftRest < rightRest }
        if left.folder !== right.folder, left.folder.path != right.folder.path {
            return left.folder.path < right.folder.path
        }
        return left.name < right.name
    }
}

/// Whether a photo has been deleted.
final class DeletionFlag: Sendable {
    /// Set once the library has noticed that the file is gone.
    let isSet = Atomic(false)
}

/// A folder that contains photos; one object shared by all of them.
final class AssetFolder: Sendable {
    let path: RawPath

    init(_ path: RawPath) { self.path = path }
}

/// What assets are sorted by.
struct SortKey {
    /// `Int64.max` without a date.
    var wallSeconds: Int64
    var nanosecond: Int32
    var folder: RawPath
    var name: RawPath

    init(_ record: AssetRecord) {
        wallSeconds = record.content.date?.wallSeconds ?? .max
        nanosecond = record.content.date?.nanosecond ?? 0
        folder = record.folder.path
        name = record.name
    }

    init(wallSeconds: Int64, nanosecond: Int32, folder: RawPath, name: RawPath) {
        self.wallSeconds = wallSeconds
        self.nanosecond = nanosecond
        self.folder = folder
        self.name = name
    }

    func precedes(_ other: SortKey) -> Bool {
        if wallSeconds != other.wallSeconds { return wallSeconds < other.wallSeconds }
        if nanosecond != other.nanosecond { return nanosecond < other.nanosecond }
        if folder != other.folder { return folder < other.folder }
        return name < other.name
    }
}
