public import FoundationEssentials

/// When a photo was taken: the local time, the UTC offset if known, and the origin of both.
///
/// Dates and times shown are those of ``wallTime``, independent of this computer's time zone.
public struct PhotoDate: Sendable, Hashable, Codable {
    /// The local time according to the camera.
    public var wallTime: PhotoDate.WallTime

    /// The difference between local time and UTC in seconds, positive in the east; `nil` when unknown.
    public var offset: Int?

    /// The field that contains the time.
    public var rule: Rule

    /// The origin of ``offset``; `nil` without offset.
    public var offsetRule: OffsetRule?

    /// Creates a date.
    ///
    /// - Parameters:
    ///   - wallTime: The local time.
    ///   - offset: Seconds east of UTC.
    ///   - rule: The field that contains the time.
    ///   - offsetRule: The origin of the offset.
    public init(wallTime: PhotoDate.WallTime, offset: Int? = nil, rule: Rule, offsetRule: OffsetRule? = nil) {
        self.wallTime = wallTime
        self.offset = offset
        self.rule = rule
        self.offsetRule = offset == nil ? nil : offsetRule
    }

    /// The instant, or `nil` when the offset is unknown.
    public var instant: Date? { offset.map { instant(assumingOffset: $0) } }

    /// Returns the instant, with an assumed offset if this date has none.
    ///
    /// - Parameter assumed: Seconds east of UTC, used without an ``offset``.
    /// - Returns: The instant.
    public func instant(assumingOffset assumed: Int) -> Date {
        let seconds = wallTime.secondsSince1970 - (offset ?? assumed)
        return Date(timeIntervalSince1970: Double(seconds) + Double(wallTime.nanosecond) / 1e9)
    }
}

extension PhotoDate {
    /// The field that contains the time.
    public enum Rule: String, Sendable, Hashable, Codable, CaseIterable {
        /// EXIF `DateTimeOriginal`: the exposure.
        case original
        /// EXIF `DateTimeDigitized`: the digitization, which is much later for scans.
        case digitized
        /// EXIF `DateTime`: the last change of the file.
        case modified
        /// The GPS receiver's time, which is UTC.
        case gps
        /// The camera's maker note.
        case makerNote
        /// XMP: `exif:DateTimeOriginal`, `photoshop:DateCreated`, `xmp:CreateDate`.
        case xmp
        /// IPTC `DateCreated` and `TimeCreated`.
        case iptc
        /// QuickTime `com.apple.quicktime.creationdate`: the start of the recording.
        case quickTimeCreationDate
        /// QuickTime `©day` and other makers' equivalents.
        case quickTimeDay
        /// The movie header, in UTC, or in local time if the camera is known to write that (``VideoClock``); often the end
        /// of the recording.
        case movieHeader
        /// Matroska `DateUTC`.
        case matroska
        /// PNG: the text `Creation Time`, or else `tIME`, the last change of the image in UTC.
        case pngTime
        /// The name of the file.
        case fileName
        /// The JSON that Google Takeout writes beside a photo, in UTC.
        case takeout
        /// The file's modification time: the last-resort date.
        case fileTime
    }

    /// Whether it is the time of the shot, not of a change.
    package var isOfTheShot: Bool { rule != .modified && rule != .pngTime && rule != .fileTime }

    /// The origin of the UTC offset.
    public enum OffsetRule: String, Sendable, Hashable, Codable, CaseIterable {
        /// EXIF's offset for the time's field (`OffsetTimeOriginal` for `DateTimeOriginal`).
        case offsetField
        /// The text of the time itself, as in XMP and QuickTime.
        case text
        /// The difference between the local time and the GPS receiver's UTC time, rounded to quarters of an hour.
        case gps
        /// The zone in the camera's maker note.
        case makerNote
        /// The field is defined as UTC, so the wall time is that of UTC rather than local time.
        case utc
        /// The time zone at the position, or another assumption of the caller.
        case assumed
    }
}
