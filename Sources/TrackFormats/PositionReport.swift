public import FoundationEssentials
public import Geo

/// What a receiver had to say at one moment, live or out of a recording.
public enum PositionReport: Hashable, Sendable {
    /// A position. Receivers improve an epoch in steps: of several fixes with the same time the last one is the best.
    case fix(Location)
    /// The receiver has no position; its time, where it knows it.
    case noFix(time: Date?)
    /// The satellites in view.
    case sky(SkyView)
}
