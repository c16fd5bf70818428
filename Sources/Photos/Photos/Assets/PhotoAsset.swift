public import FoundationEssentials
import LKFormats
public import LKMetadata
import Synchronization

/// A photo or video in a library: one file, or several that belong together.
///
/// A raw file beside its JPEG, and the video of a live photo, are ``companions`` of the file that is shown. The value
/// is a snapshot of the library's last scan. Two values are equal when they are the same state of the same photo;
/// compare ``id`` to find a photo again after it has changed.
///
/// ```swift
/// for asset in library.allPhotos.assets where asset.location == nil {
///     print(asset.path, asset.date?.wallTime.description ?? "undated")
/// }
/// ```
///
/// It is 8 bytes in size and refers to about 500 bytes of memory.
public struct PhotoAsset: Sendable, Identifiable {
    let record: AssetRecord

    init(_ record: AssetRecord) { self.record = record }

    /// Identifies a photo as long as it exists, even after it is changed, renamed or moved within the library's
    /// folders.
    ///
    /// It is a hash of the path at which the library first saw the file; for a photo that has moved since, the
    /// catalog keeps it.
    public struct ID: Hashable, Sendable, Codable, RawRepresentable, LosslessStringConvertible {
        /// The identifier as a number.
        public var rawValue: UInt64

        /// Creates an identifier from its number.
        public init(rawValue: UInt64) { self.rawValue = rawValue }

        /// Parses an identifier of 16 hexadecimal digits; `nil` for any other text.
        public init?(_ description: String) {
            guard description.utf8.count == 16, let value = UInt64(description, radix: 16) else { return nil }
            rawValue = value
        }

        /// 16 hexadecimal digits.
        public var description: String {
            rawValue.hexadecimal(width: 16)
        }
    }

    /// Identifies the photo.
    public var id: ID { record.id }

    /// The file that is shown, also when its name is not valid UTF-8.
    public var url: URL { record.path.fileURL }

    /// The path of the file that is shown.
    ///
    /// Bytes that are not valid UTF-8 are replaced, so open ``url`` instead.
    public var path: String { record.path.text }

    /// The name of the file in its folder.
    public var fileName: String { record.name.text }

    /// The other files of the photo: raw file, video of a live photo.
    ///
    /// Sidecars are not included.
    public var companions: [URL] { companionFiles.map(\.fileURL) }

    /// The paths of ``companions``, with the caveat of ``path``.
    public var companionPaths: [String] { companionFiles.map(\.text) }

    private var companionFiles: [RawPath] { record.companions.map { record.folder.path.appending($0) } }

    /// The format, detected from the content.
    public var type: PhotoFormat { record.content.format }

    /// The upright size in pixels; `nil` when the file does not state it.
    public var size: PixelSize? { record.content.size }

    /// How to rotate the stored pixels; ``size`` is the size after that.
    public var orientation: PhotoMetadata.Orientation { record.content.orientation }

    /// When it was taken.
    ///
    /// Its rule names the field that the date comes from; the last resort is the file's modification time.
    public var date: PhotoDate? { record.content.date?.photoDate }

    /// Where it was taken, with the altitude, accuracy and direction that the file has.
    public var location: PhotoLocation? { record.content.location }

    /// The camera that took it.
    public var camera: Camera? { record.content.camera?.value }

    /// The place names written in the file or its sidecar.
    public var place: PhotoPlace? { record.content.place?.value }

    /// The length of a video; `nil` for photos.
    public var duration: Duration? { seconds.flatMap { Duration(videoSeconds: $0) } }

    /// The length of a video in seconds, as the file states it.
    package var seconds: Double? { record.content.duration.isNaN ? nil : record.content.duration }

    /// Whether the library has noticed that the file is gone; this snapshot stays readable.
    public var isDeleted: Bool { record.deletion.isSet.load(ordering: .acquiring) }
}

extension PhotoAsset: Hashable {
    /// Returns whether both are the same state of the same photo.
    public static func == (left: PhotoAsset, right: PhotoAsset) -> Bool { left.record.isSameState(as: right.record) }

    /// Hashes the identifier and the state.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(record.id)
        hasher.combine(record.version)
    }
}

extension PhotoAsset: CustomStringConvertible {
    /// Path, type and date: `/photos/IMG_0001.JPG (jpeg, 2014-05-24T10:00:00)`.
    public var description: String {
        "\(path) (\(type.rawValue)\(date.map { ", \($0.wallTime)" } ?? ""))"
    }
}

extension PhotoAsset {
    /// Whether the file that is shown is a JPEG, regardless of its name.
    public var isJPEG: Bool { type == .jpeg }

    /// Whether the file that is shown is a PNG, regardless of its name.
    public var isPNG: Bool { type == .png }

    /// Whether it is a still image (including screenshots) rather than a video.
    public var isPhoto: Bool { !type.isVideo }

    /// Whether it is a video of its own; the video of a live photo is a companion.
    public var isVideo: Bool { type.isVideo }

    /// Whether it is a screenshot, from any device and in any orientation.
    ///
    /// No camera is named in the file, and either its comment is `Screenshot`, or its name begins with that or
    /// `Screen Shot`, or it is a PNG or HEIC of exactly the size of a known display.
    public var isScreenshot: Bool { ScreenshotRule.isScreenshot(record.content, name: record.name) }
}

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
