public import FoundationEssentials
public import Metadata

/// When a photo was taken in UTC, and how that is known.
public struct PhotoMoment: Sendable, Hashable {
    /// How the offset between the camera's clock and UTC is known.
    public enum ZoneSource: String, Sendable, Hashable, CaseIterable {
        /// The file states it with the time.
        case file
        /// The receiver's time in the file, compared with the camera's.
        case receiver
        /// The camera's own notes in the file.
        case makerNote
        /// The time is UTC by the definition of its field.
        case utc
        /// The zone that was given for the camera's clock.
        case given
        /// The zone of the place where the photo was taken, by its own position or by the track.
        case position
        /// What the same camera's other photos state.
        case camera
        /// The camera's clock was compared with the track, or with other photos, as a whole.
        case clock
    }

    /// What the file says.
    public var date: PhotoDate

    /// How far the local time was ahead of UTC, in seconds.
    public var offset: Int

    /// How ``offset`` is known.
    public var zoneSource: ZoneSource

    /// The zone's name in the tz database, where it comes from one.
    public var zoneName: String?

    /// What was added to the camera's time because its clock was wrong, in seconds.
    public var correction: Double

    /// The moment.
    public var instant: Date

    /// By how many seconds the moment may be wrong, by all that is known of the clock.
    public var uncertainty: Double

    /// Whether the camera's clock showed this time twice, or may have shown it in two zones, and both would fit.
    public var isAmbiguous = false
}

extension PhotoMoment.ZoneSource {
    init(_ rule: PhotoDate.OffsetRule?) {
        switch rule {
        case .offsetField, .text, nil: self = .file
        case .gps: self = .receiver
        case .makerNote: self = .makerNote
        case .utc: self = .utc
        case .assumed: self = .given
        }
    }
}
