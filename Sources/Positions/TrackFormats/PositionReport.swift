package import FoundationEssentials
package import LKGeo

/// A report of a receiver, live or from a recording.
package enum PositionReport: Hashable, Sendable {
    /// A position. Receivers refine an epoch in steps: of several fixes with the same time the last is the best.
    case fix(Location)
    /// The receiver has no position; with its time, if known.
    case noFix(time: Date?)
    /// The satellites in view.
    case sky(SkyView)
}
