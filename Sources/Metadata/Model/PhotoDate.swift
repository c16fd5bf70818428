public import FoundationEssentials

/// When a photo was taken: the local time, the UTC offset where it is known, and where both come from.
///
/// Dates and times shown are those of ``wallTime``, independent of this computer's time zone.
public struct PhotoDate: Sendable, Hashable, Codable {
    /// The local time at the place, as the camera kept it.
    public var wallTime: WallTime

    /// How far the local time is ahead of UTC, in seconds (east is positive); `nil` when it is unknown.
    public var offset: Int?

    /// Which field gave the time.
    public var rule: Rule

    /// Where ``offset`` is from; `nil` without offset.
    public var offsetRule: OffsetRule?

    /// Makes a date.
    ///
    /// - Parameters:
    ///   - wallTime: The local time.
    ///   - offset: Seconds east of UTC.
    ///   - rule: Which field gave the time.
    ///   - offsetRule: Where the offset is from.
    public init(wallTime: WallTime, offset: Int? = nil, rule: Rule, offsetRule: OffsetRule? = nil) {
        self.wallTime = wallTime
        self.offset = offset
        self.rule = rule
        self.offsetRule = offset == nil ? nil : offsetRule
    }

    /// The instant, or `nil` when the offset is unknown.
    public var instant: Date? { offset.map { instant(assumingOffset: $0) } }

    /// The instant, with an assumed offset where this date has none.
    ///
    /// - Parameter assumed: Seconds east of UTC, used without an ``offset``.
    /// - Returns: The instant.
    public func instant(assumingOffset assumed: Int) -> Date {
        let seconds = wallTime.secondsSince1970 - (offset ?? assumed)
        return Date(timeIntervalSince1970: Double(seconds) + Double(wallTime.nanosecond) / 1e9)
    }
}

extension PhotoDate {
    /// Which field gave the time.
    public enum Rule: String, Sendable, Hashable, Codable, CaseIterable {
        /// EXIF `DateTimeOriginal`: when the shutter opened.
        case original
        /// EXIF `DateTimeDigitized`: when it became a file; for scans much later.
        case digitized
        /// EXIF `DateTime`: when the file was last changed.
        case modified
        /// The GPS receiver's time, which is UTC.
        case gps
        /// The camera's own notes.
        case makerNote
        /// XMP: `exif:DateTimeOriginal`, `photoshop:DateCreated`, `xmp:CreateDate`.
        case xmp
        /// IPTC `DateCreated` and `TimeCreated`.
        case iptc
        /// QuickTime `com.apple.quicktime.creationdate`: the beginning of the recording.
        case quickTimeCreationDate
        /// QuickTime `©day` and what other makers write beside it.
        case quickTimeDay
        /// The movie header, in UTC; often the end of the recording.
        case movieHeader
        /// Matroska `DateUTC`.
        case matroska
        /// PNG: the text `Creation Time`, or else `tIME`, when the image was last changed, in UTC.
        case pngTime
        /// The name of the file.
        case fileName
        /// The file's modification time: the last-resort date.
        case fileTime
    }

    /// Where the offset to UTC is from.
    public enum OffsetRule: String, Sendable, Hashable, Codable, CaseIterable {
        /// EXIF's offset that belongs to the field of the time (`OffsetTimeOriginal` for `DateTimeOriginal`).
        case offsetField
        /// The text of the time itself, as in XMP and QuickTime.
        case text
        /// The GPS receiver's UTC time, compared with the local time and rounded to quarters of an hour.
        case gps
        /// The zone in the camera's own notes.
        case makerNote
        /// The field is UTC by its definition, so the wall time is that of UTC, not that of the place.
        case utc
        /// The zone of the place, or another guess of the caller.
        case assumed
    }
}
