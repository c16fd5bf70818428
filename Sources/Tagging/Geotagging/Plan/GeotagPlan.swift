/// What geotagging would do with photos: it is shown, or carried out exactly.
public struct GeotagPlan: Sendable, Hashable {
    /// The photos, in the order they were given.
    public var photos: [PlannedPhoto]

    /// What was found out of the cameras' clocks, where that was asked for.
    public var clocks: [ClockEstimate]

    /// The photos that get a position.
    public var written: some Sequence<PlannedPhoto> {
        photos.lazy.filter { if case .write = $0.action { true } else { false } }
    }
}
