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
