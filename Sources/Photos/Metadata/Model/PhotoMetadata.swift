/// The metadata of a file: when, where and with which camera it was taken, and its size.
///
/// Values that are not in the file are `nil` or empty. Nothing is guessed: an unknown time zone stays `nil`.
///
/// ```swift
/// let photo = try PhotoMetadata(contentsOf: URL(filePath: "IMG_0001.JPG"))
/// print(photo.date?.wallTime ?? "undated", photo.location?.coordinate ?? "somewhere")
/// ```
public struct PhotoMetadata: Sendable, Hashable, Codable {
    /// The format of the file.
    public var format: PhotoFormat

    /// The size as stored.
    public var storedSize: PixelSize?

    /// The orientation of the stored pixels.
    public var orientation: PhotoMetadata.Orientation = .up

    /// The date of the photo.
    public var date: PhotoDate?

    /// The position of the camera.
    public var location: PhotoLocation?

    /// The camera.
    public var camera: Camera?

    /// The length of a video in seconds, as it is stored and encoded.
    package var seconds: Double?

    /// The names of the place shown, as entered by people.
    public var placeShown: PhotoPlace?

    /// The names of the place where the camera was, as entered by people.
    public var placeCreated: PhotoPlace?

    /// A title.
    public var title: String?

    /// A description of the image.
    public var caption: String?

    /// Keywords.
    public var keywords: [String] = []

    /// The program that wrote the file, or the camera's firmware.
    public var software: String?

    /// EXIF's comment; iPhone screenshots have `Screenshot`.
    public var userComment: String?

    /// A small image inside the file.
    package var thumbnail: EmbeddedImage?

    /// A large JPEG inside the file, of raw photos.
    package var preview: EmbeddedImage?

    /// The identifier that photo and video of a live photo share (Apple's content identifier).
    public var liveIdentifier: String?

    /// Warnings about parts that could not be read.
    public var warnings: [PhotoMetadata.Warning] = []

    private enum CodingKeys: String, CodingKey {
        case format, storedSize, orientation, date, location, camera
        case seconds = "duration"
        case placeShown, placeCreated, title, caption, keywords, software, userComment, thumbnail, preview
        case liveIdentifier, warnings
    }

    /// Creates empty metadata.
    ///
    /// - Parameter format: The format of the file.
    public init(format: PhotoFormat) { self.format = format }

    /// The length of a video; encoded as a number of seconds.
    public var duration: Duration? {
        get { seconds.flatMap { Duration(videoSeconds: $0) } }
        set { seconds = newValue.map { $0 / .seconds(1) } }
    }

    /// The size of the upright image.
    public var size: PixelSize? { orientation.swapsSides ? storedSize?.turned : storedSize }
}

extension Duration {
    /// Creates the length of a video from what a file, a sidecar or a catalog states; returns `nil` if that is not a
    /// length.
    ///
    /// - Parameter seconds: Seconds; `nil` is returned for those that are not a number, negative or above 10^15.
    package init?(videoSeconds seconds: Double) {
        guard seconds >= 0, seconds <= 1e15 else { return nil }
        self = .seconds(seconds)
    }
}

/// The format of a file according to its content; the name does not matter.
public enum PhotoFormat: String, Sendable, Hashable, Codable, CaseIterable {
    /// JPEG, including files with additional images after the first.
    case jpeg
    /// PNG, also animated.
    case png
    /// WebP, with or without loss.
    case webp
    /// GIF, also animated.
    case gif
    /// TIFF and BigTIFF, except raw photos.
    case tiff
    /// HEIF with HEVC images.
    case heic
    /// HEIF with AV1 images.
    case avif
    /// JPEG XL.
    case jxl
    /// A camera's raw photo: DNG, CR2, CR3, NEF, ARW, PEF, ORF, RW2, RAF and more.
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

/// The camera that took a photo.
public struct Camera: Sendable, Hashable, Codable {
    /// The maker, as written: `NIKON CORPORATION`.
    public var make: String?
    /// The model, as written.
    public var model: String?
    /// The serial number of the camera's body.
    public var serialNumber: String?
    /// The lens' model.
    public var lens: String?

    /// Creates a camera without any details.
    public init() {}

    /// Whether nothing is known.
    public var isEmpty: Bool { make == nil && model == nil && serialNumber == nil && lens == nil }
}
