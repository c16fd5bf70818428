public import FoundationEssentials
public import Metadata

/// What was found out of a camera's clock.
public struct ClockEstimate: Sendable, Hashable {
    /// What an estimate rests on.
    public enum Evidence: Sendable, Hashable {
        /// So many photos of the camera have the time of a receiver.
        case receiver(photos: Int)
        /// So many photos fall on stops of the track, or beside photos of other cameras.
        case stops(photos: Int)
    }

    /// The camera; `nil` for photos that name none.
    public var camera: Camera?

    /// What has to be added to the camera's time at ``reference``, in seconds; 0 for a clock that was right as far as the photos
    /// tell.
    public var seconds: Double

    /// Whether ``seconds`` lead from the local time straight to UTC: the clock stayed in one zone while the tracks are in several.
    public var includesZone: Bool

    /// By how many seconds the estimate may be wrong: in 95 % of cases it is less.
    public var uncertainty: Double

    /// How sure it is that it is right: from 0 to 1.
    public var confidence: Double

    /// What it rests on.
    public var evidence: Evidence

    /// Whether it was used; what is less sure than was asked for is a proposal only.
    public var isUsed: Bool

    /// How many seconds more have to be added for each day after ``reference``.
    public var secondsPerDay = 0.0

    /// The moment by the camera's clock for which ``seconds`` hold.
    public var reference = Date(timeIntervalSince1970: 0)

    /// What has to be added to the camera's time at a moment.
    ///
    /// - Parameter shown: The moment by the camera's clock.
    /// - Returns: Seconds.
    public func seconds(at shown: Date) -> Double {
        seconds + (secondsPerDay == 0 ? 0 : secondsPerDay * shown.timeIntervalSince(reference) / 86_400)
    }
}
