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
    /// What went wrong, when the session failed.
    public var error: PositioningError?
    /// What ended the session; `nil` before its end.
    public var finishReason: FinishReason?

    init(
        status: LocationStatus = .idle, location: Location? = nil, satellites: SkyView? = nil,
        reason: NoFixReason? = nil, error: PositioningError? = nil, finishReason: FinishReason? = nil
    ) {
        self.status = status
        self.location = location
        self.satellites = satellites
        self.reason = reason
        self.error = error
        self.finishReason = finishReason
    }
}
