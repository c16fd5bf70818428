/// What is wanted of EXIF, as it is written there.
struct EXIFProperties {
    /// A time with what belongs to it: the fraction and the offset stand in fields of their own.
    struct Time {
        var wallTime: WallTime?
        var nanosecond: Int?
        var offset: Int?

        /// All of it, or `nil` without a valid time.
        var zoned: ZonedTime? {
            guard var time = wallTime else { return nil }
            time.nanosecond = nanosecond ?? 0
            return ZonedTime(wallTime: time, offset: offset)
        }
    }

    /// When the shutter opened: `DateTimeOriginal`, `SubSecTimeOriginal`, `OffsetTimeOriginal`.
    var original = Time()
    /// When it became a file: `DateTimeDigitized` and its companions.
    var digitized = Time()
    /// When the file was last changed: `DateTime`, `SubSecTime`, `OffsetTime`.
    var modified = Time()
    /// What the camera's own notes say of time.
    var makerNote = Time()

    /// Whether Canon's older format was found beside it.
    var hasCIFF = false

    var orientation: PhotoOrientation?
    /// `PixelXDimension` and `PixelYDimension`.
    var width: Int?
    var height: Int?
    var camera = Camera()
    var software: String?
    var caption: String?
    var userComment: String?
    var gps: GPSProperties?
    var thumbnail: EmbeddedImage?
    var liveIdentifier: String?
}
