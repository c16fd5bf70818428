public import Geo

/// What a ``LocationManager`` knew at one moment; all of it belongs together.
public struct LocationSnapshot: Sendable {
    /// Where the manager stands.
    public var status: LocationStatus
    /// The newest fix while updating, the best fix of the session after its end; kept when a later step fails.
    public var location: Location?
    /// The satellites in view, as last reported.
    public var satellites: SkyView?
    /// Why there is no usable fix; `nil` when there is one or when nothing runs.
    public var reason: NoFixReason?
    /// The fault of gpsd, or of its connection to a receiver, that lasts at this moment; `nil` while there is none.
    ///
    /// A source that has no daemon, such as a track, has no outages; a session of gpsd that is replayed has those of its time. After a fix ``reason`` says how old that is; this says why.
    public var outage: NoFixReason?
    /// What went wrong, when the session failed.
    public var error: PositioningError?
    /// What ended the session; `nil` before its end.
    public var finishReason: FinishReason?

    init(
        status: LocationStatus = .idle, location: Location? = nil, satellites: SkyView? = nil,
        reason: NoFixReason? = nil, outage: NoFixReason? = nil, error: PositioningError? = nil,
        finishReason: FinishReason? = nil
    ) {
        self.status = status
        self.location = location
        self.satellites = satellites
        self.reason = reason
        self.outage = outage
        self.error = error
        self.finishReason = finishReason
    }
}
