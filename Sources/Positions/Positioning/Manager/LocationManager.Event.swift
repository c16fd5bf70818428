public import FoundationEssentials
public import LKGeo
import LKThreads

extension LocationManager {
    /// What a manager reports, in order; see ``LocationManager/events``.
    public enum Event: Sendable {
        // Indirect, because an event is moved more often than it is read.
        /// The status has changed; also the first event of each subscriber, with the state at its subscription.
        indirect case stateChanged(Snapshot)
        /// A fix of the source, with and without a session.
        indirect case location(Location)
        /// A fix that the session announces, while the status is `updating`: far enough from the last one, and of the required quality.
        indirect case updated(Snapshot)
        /// gpsd or its receiver is lost, or is back; the snapshot's `outage` says which.
        indirect case outageChanged(Snapshot)
        /// A receiver that sends has had no usable fix for some seconds, or has one again; the snapshot's `lapse` says which.
        indirect case lapseChanged(Snapshot)
        /// The satellites in view.
        indirect case sky(SkyView)
        /// The heading of a compass.
        case heading(Heading)
        /// The session has ended, after its last update, with its best fix and the reason.
        indirect case finished(Snapshot)
    }

    /// The direction in which the receiver, or the vehicle that carries it, points, with and without motion.
    public struct Heading: Hashable, Sendable {
        /// Degrees clockwise from true north, in 0..<360.
        public var degrees: Double
        /// The time of measurement, if the compass states it.
        public var timestamp: Date?
        /// The device, as gpsd names it.
        public var device: String?

        /// Creates a heading; `nil` unless the degrees are in 0...360.
        ///
        /// - Parameters:
        ///   - degrees: Degrees clockwise from true north.
        ///   - timestamp: The time of measurement.
        ///   - device: The device.
        public init?(degrees: Double, timestamp: Date? = nil, device: String? = nil) {
            guard (0...360).contains(degrees) else { return nil }
            self.degrees = degrees == 360 ? 0 : degrees
            self.timestamp = timestamp
            self.device = device
        }
    }
}

extension LocationManager {
    /// Announces an event to observers and as a notification.
    func announce(_ event: Event) {
        observers.send(event)
        (self as? any LocationManagerPosting)?.post(event)
    }
}

/// Posts the manager's events as notifications.
///
/// The module `LocationKit` makes the manager conform, which is looked up at run time: so a program without that module
/// links no Foundation, and none of its ICU.
package protocol LocationManagerPosting {
    /// Posts the notification for an event, if it has one.
    func post(_ event: LocationManager.Event)
}
