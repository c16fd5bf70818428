package import FoundationEssentials
package import LKMetadata

/// A reason to doubt the times of a camera's photos or videos, with the remedy.
///
/// Nothing is corrected by it: each may have another explanation that only the photographer knows.
package enum ClockHint: Sendable, Hashable {
    /// Most of the camera's photos were taken before or after the time that the tracks cover.
    ///
    /// - camera: The camera; `nil` for photos without camera information.
    /// - outside: The number of these photos.
    /// - of: The number of photos compared: those taken within 15 hours of the tracks, of many photos a sample.
    /// - covered: The first and last time of the tracks.
    /// - shift: Seconds to add to the camera's time, with which the tracks cover them; `nil` if no whole hours do.
    case outsideTracks(camera: Camera?, outside: Int, of: Int, covered: ClosedRange<Date>, shift: Double?)

    /// The camera's photos fit in time with those of another one only if its clock is moved.
    ///
    /// - camera: The camera.
    /// - other: The other camera.
    /// - shift: Seconds to add to the camera's time.
    /// - isOtherSure: Whether a receiver confirms the time of the other camera; otherwise its clock may be the wrong one.
    case apart(camera: Camera?, other: Camera?, shift: Double, isOtherSure: Bool)

    /// The camera's videos fit in time with its photos, or with the tracks, only if their time is read as the other clock.
    ///
    /// - camera: The camera.
    /// - count: How many videos.
    /// - clock: What their header seems to state.
    case videosShow(camera: Camera?, count: Int, clock: VideoClock)

    /// The camera's videos fit in time with its photos only if their time is moved.
    ///
    /// - camera: The camera.
    /// - count: How many videos.
    /// - shift: Seconds to add to their time.
    case videosApart(camera: Camera?, count: Int, shift: Double)

    /// The videos are read as UTC because the format says so, although many cameras write local time.
    ///
    /// - camera: The camera, of a maker that is not known; `nil` for videos without camera information.
    /// - count: How many videos.
    case videosReadAsUTC(camera: Camera?, count: Int)
}

extension PhotoDate {
    /// Whether the date is the time in a video's header, which is UTC or local time by the camera.
    var isOfVideoHeader: Bool {
        rule == .movieHeader && (offset == nil || offsetRule == .utc || offsetRule == .assumed)
    }

    /// Returns the time in a video's header read as UTC or local time.
    ///
    /// - Parameter clock: How to read it; `nil` leaves the date as it was read by the camera's maker.
    /// - Returns: The date; other dates are returned unchanged.
    func read(as clock: VideoClock?) -> PhotoDate {
        // A library has moved the time in the header to the zone of its position.
        let moved = offsetRule == .assumed ? offset ?? 0 : 0
        guard let clock, isOfVideoHeader,
            let shown = PhotoDate.WallTime(
                secondsSince1970: wallTime.secondsSince1970 - moved, nanosecond: wallTime.nanosecond)
        else { return self }
        switch clock {
        case .utc: return PhotoDate(wallTime: shown, offset: 0, rule: rule, offsetRule: .utc)
        case .local: return PhotoDate(wallTime: shown, rule: rule)
        }
    }
}
