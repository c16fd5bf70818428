import Metadata
import Synchronization

/// What a ``PhotoAsset`` refers to: one state of a photo, shared by all snapshots that have it.
final class AssetRecord: Sendable {
    let id: PhotoAsset.ID
    let folder: FolderPlace
    let name: RawPath
    /// Of the main file, completed from the others.
    let content: FileContent
    let companions: [RawPath]
    /// A hash of the states of all its files.
    let version: UInt64
    /// Shared by all states of the photo.
    let life: AssetLife

    init(
        id: PhotoAsset.ID, folder: FolderPlace, name: RawPath, content: FileContent, companions: [RawPath],
        version: UInt64, life: AssetLife
    ) {
        self.id = id
        self.folder = folder
        self.name = name
        self.content = content
        self.companions = companions
        self.version = version
        self.life = life
    }

    var path: RawPath { folder.path.appending(name) }

    func isSameState(as other: AssetRecord) -> Bool {
        self === other || (id == other.id && version == other.version && isSamePlace(as: other))
    }

    func isSamePlace(as other: AssetRecord) -> Bool { name == other.name && folder.path == other.folder.path }

    /// The order of assets in groups: by the wall clock where they were taken, those without a date last; then by path.
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

/// Whether a photo still exists.
final class AssetLife: Sendable {
    /// Set once the library has seen that the file is gone.
    let isOver = Atomic(false)
}

/// A folder that photos lie in; one object for all of them.
final class FolderPlace: Sendable {
    let path: RawPath

    init(_ path: RawPath) { self.path = path }
}

/// What the order of assets depends on.
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
