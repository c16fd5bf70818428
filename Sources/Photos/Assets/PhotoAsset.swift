public import Foundation
public import Metadata
import Synchronization

/// A photo or video in a library: one file, or several that belong together.
///
/// A raw picture beside its JPEG, and the video of a live photo, are ``companions`` of the file that is shown. The
/// value is a snapshot: it stays as it was when the library last looked. Two values are equal when they are the same
/// state of the same photo; compare ``id`` to find a photo again after it has changed.
///
/// ```swift
/// for asset in library.allPhotos.assets where asset.location == nil {
///     print(asset.path, asset.date?.wallTime.description ?? "undated")
/// }
/// ```
///
/// It is 8 bytes large; what it refers to takes some 500 bytes of memory.
public struct PhotoAsset: Sendable, Identifiable {
    let record: AssetRecord

    init(_ record: AssetRecord) { self.record = record }

    /// Names a photo as long as it exists, also after it was changed, renamed or moved within the library's folders.
    ///
    /// It is made of the path under which the library first saw the file. A photo that was moved has it from the
    /// catalog.
    public struct ID: Hashable, Sendable, Codable, RawRepresentable, LosslessStringConvertible {
        /// The number.
        public var rawValue: UInt64

        /// Makes an identifier of its number.
        public init(rawValue: UInt64) { self.rawValue = rawValue }

        /// Reads an identifier of 16 hexadecimal digits, or gives `nil`.
        public init?(_ description: String) {
            guard description.utf8.count == 16, let value = UInt64(description, radix: 16) else { return nil }
            rawValue = value
        }

        /// 16 hexadecimal digits.
        public var description: String {
            let digits = String(rawValue, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
    }

    /// Names the photo.
    public var id: ID { record.id }

    /// The file that is shown, exactly, also where its name is no UTF-8.
    public var url: URL { record.path.fileURL }

    /// The path of the file that is shown; bytes that are no UTF-8 are replaced, so that ``url`` is the better one to
    /// open.
    public var path: String { record.path.text }

    /// The name of the file in its folder.
    public var fileName: String { record.name.text }

    /// The other files of the photo: raw picture, video of a live photo.
    ///
    /// Sidecars are none.
    public var companions: [URL] { companionFiles.map(\.fileURL) }

    /// The paths of ``companions``, as ``path`` is that of the file that is shown.
    public var companionPaths: [String] { companionFiles.map(\.text) }

    private var companionFiles: [RawPath] { record.companions.map { record.folder.path.appending($0) } }

    /// What the file is, by its content.
    public var type: PhotoFormat { record.content.format }

    /// The upright size in pixels; `nil` when the file does not say it.
    public var size: PixelSize? { record.content.size }

    /// How the stored pixels have to be turned; ``size`` is that of the turned picture.
    public var orientation: PhotoOrientation { record.content.orientation }

    /// When it was taken; its rule tells which field said so, in the last resort the file's own time.
    public var date: PhotoDate? { record.content.date?.photoDate }

    /// Where it was taken, with altitude, accuracy and direction as far as the file has them.
    public var location: PhotoLocation? { record.content.location }

    /// What took it.
    public var camera: Camera? { record.content.camera?.value }

    /// The names of the place that are written in the file or its sidecar.
    public var place: PhotoPlace? { record.content.place?.value }

    /// The length of a video in seconds; `nil` for photos.
    public var duration: Double? { record.content.duration.isNaN ? nil : record.content.duration }

    /// Whether the library has seen that the file is gone; all that is known of it stays readable here.
    public var isDeleted: Bool { record.life.isOver.load(ordering: .acquiring) }
}

extension PhotoAsset: Hashable {
    /// Whether it is the same state of the same photo.
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
    /// Whether the file that is shown is a JPEG, whatever its name.
    public var isJPEG: Bool { type == .jpeg }

    /// Whether the file that is shown is a PNG, whatever its name.
    public var isPNG: Bool { type == .png }

    /// Whether it is a picture, also a screenshot, and no video.
    public var isPhoto: Bool { !type.isVideo }

    /// Whether it is a video by itself; the one of a live photo is a companion.
    public var isVideo: Bool { type.isVideo }

    /// Whether it shows a screen, of any device and in any orientation.
    ///
    /// No camera is named in the file, and either its comment is `Screenshot`, or its name begins with that or `Screen
    /// Shot`, or it is a PNG or HEIC of exactly the size of a known display.
    public var isScreenshot: Bool { ScreenshotRule.isScreenshot(record.content, name: record.name) }
}
