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

    /// What has to be added to the camera's time, in seconds.
    public var seconds: Double

    /// Whether ``seconds`` lead from the local time straight to UTC, zone included, since the photos state no offset.
    public var includesZone: Bool

    /// By how many seconds the estimate may be wrong.
    public var uncertainty: Double

    /// How sure it is that it is right: from 0 to 1.
    public var confidence: Double

    /// What it rests on.
    public var evidence: Evidence

    /// Whether it was used; what is less sure than was asked for is a proposal only.
    public var isUsed: Bool
}
