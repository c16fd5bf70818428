public import FoundationEssentials
public import Geo

/// What a ``LocationSource`` tells: fixes, and the evidence about why there are none.
public enum SourceEvent: Sendable {
    /// A report with a position. A later one of the same epoch replaces an earlier one.
    indirect case fix(Location)
    /// The receiver says that it has no fix, and what time it is, if it knows.
    case noFix(device: String?, time: Date?)
    /// The satellites in view.
    case sky(SkyView)
    /// A step of the connection or of a device.
    case link(LinkEvent)
    /// The source has told all it had; nothing follows.
    case ended
    /// The source cannot go on; nothing follows.
    case failed(PositioningError)
}

/// A change in the chain from the daemon to the receiver.
public enum LinkEvent: Hashable, Sendable {
    /// The daemon cannot be reached, or was lost; the source tries again by itself.
    case disconnected(endpoint: String, detail: String)
    /// A connection is being made; the daemon has not answered yet.
    case connecting(endpoint: String)
    /// A connection stands; nothing has been said on it yet.
    case connected(endpoint: String)
    /// The daemon has greeted with its release.
    case greeted(release: String)
    /// The daemon's receivers.
    case devices([String])
    /// The daemon has given a receiver up.
    case deviceClosed(String)
    /// The daemon refuses the receiver that was asked for.
    case deviceRefused(String)
    /// The receiver has sent something, with or without a fix.
    case deviceAlive(String?)
    /// The daemon has reported an error, in its words.
    case complained(String)
    /// A receiver says that it has a fix, and gives no position or none on Earth.
    case impossiblePosition(String?)
    /// Nothing has come from a receiver for a while; the source has asked the daemon to look again.
    case nudged
}
