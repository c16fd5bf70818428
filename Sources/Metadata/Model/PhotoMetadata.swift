/// What a file says of itself: when, where and with what it was taken, and how large it is.
///
/// What is `nil` or empty is not in the file. Nothing is guessed: a missing zone stays missing.
///
/// ```swift
/// let reader = MetadataReader()
/// let photo = try reader.metadata(of: "IMG_0001.JPG")
/// print(photo.date?.wallTime ?? "undated", photo.location?.coordinate ?? "somewhere")
/// ```
public struct PhotoMetadata: Sendable, Hashable, Codable {
    /// What the file is.
    public var format: PhotoFormat

    /// The size as stored.
    public var storedSize: PixelSize?

    /// How the stored pixels are to be turned.
    public var orientation: PhotoOrientation = .up

    /// When it was taken.
    public var date: PhotoDate?

    /// Where the camera stood.
    public var location: PhotoLocation?

    /// What took it.
    public var camera: Camera?

    /// The length of a video, in seconds.
    public var duration: Double?

    /// The place that is shown, as people named it.
    public var placeShown: PhotoPlace?

    /// The place where the camera stood, as people named it.
    public var placeCreated: PhotoPlace?

    /// A title.
    public var title: String?

    /// What the picture shows, in words.
    public var caption: String?

    /// Words to find it by.
    public var keywords: [String] = []

    /// The program that wrote the file, or the camera's own.
    public var software: String?

    /// EXIF's comment; that of screenshots of an iPhone is `Screenshot`.
    public var userComment: String?

    /// A small picture inside the file.
    public var thumbnail: EmbeddedImage?

    /// A large JPEG inside the file, of raw pictures.
    public var preview: EmbeddedImage?

    /// What the photo and the video of a live photo have in common (Apple's content identifier).
    public var liveIdentifier: String?

    /// What could not be read.
    public var warnings: [MetadataWarning] = []

    /// Makes the metadata of a file that says nothing else.
    ///
    /// - Parameter format: What the file is.
    public init(format: PhotoFormat) { self.format = format }

    /// The size as it is shown: upright.
    public var size: PixelSize? { orientation.swapsSides ? storedSize?.turned : storedSize }
}

/// What a file is, by its content; its name plays no part.
public enum PhotoFormat: String, Sendable, Hashable, Codable, CaseIterable {
    /// JPEG, also of cameras that put more pictures behind the first.
    case jpeg
    /// PNG, also animated.
    case png
    /// WebP, with or without loss.
    case webp
    /// GIF, also animated.
    case gif
    /// TIFF that is no camera's raw picture, also BigTIFF.
    case tiff
    /// HEIF with HEVC pictures.
    case heic
    /// HEIF with AV1 pictures.
    case avif
    /// A camera's raw picture: DNG, CR2, CR3, NEF, ARW, PEF, ORF, RW2, RAF and more.
    case raw
    /// MPEG-4 video.
    case mp4
    /// QuickTime video.
    case mov
    /// Matroska or WebM video.
    case mkv

    /// Whether it is a video, which has a duration.
    public var isVideo: Bool { self == .mp4 || self == .mov || self == .mkv }
}

/// What took the photo.
public struct Camera: Sendable, Hashable, Codable {
    /// The maker, as written: `NIKON CORPORATION`.
    public var make: String?
    /// The model, as written.
    public var model: String?
    /// The serial number of the camera's body.
    public var serialNumber: String?
    /// The lens' model.
    public var lens: String?

    /// Makes a camera of which nothing is known.
    public init() {}

    /// Whether nothing is known of it.
    public var isEmpty: Bool { make == nil && model == nil && serialNumber == nil && lens == nil }
}

/// Something in a file that could not be read, or contradicts itself; the rest is given all the same.
public struct MetadataWarning: Sendable, Hashable, Codable {
    /// What it is, as a sentence.
    public var message: String

    /// Where in the file, in bytes from its beginning.
    public var offset: Int?

    /// Makes a warning.
    ///
    /// - Parameters:
    ///   - message: What it is.
    ///   - offset: Where in the file.
    public init(_ message: String, offset: Int? = nil) {
        self.message = message
        self.offset = offset
    }
}

extension MetadataWarning: CustomStringConvertible {
    /// The message, and the place in the file.
    public var description: String { offset.map { "\(message) (at byte \($0))" } ?? message }
}
