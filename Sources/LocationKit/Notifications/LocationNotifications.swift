public import Foundation
public import LKPositioning

extension LocationManager {
    /// Posted for each fix of a session, while the status is `updating`.
    ///
    /// The object is the manager; `Notification.locationSnapshot` has its state. Notifications are posted in order,
    /// on the source's thread or the thread that started or stopped the session.
    public static let didUpdateLocation = Notification.Name("LocationManagerDidUpdateLocation")

    /// Posted once at the end of each session, after its last update; the snapshot holds the best fix and the reason.
    public static let didFinish = Notification.Name("LocationManagerDidFinish")

    /// Posted when gpsd or its receiver is lost and when it is back, once per change, within 3 s for most receivers.
    ///
    /// A receiver that reports rarely, or whose interval is not known yet, has longer. The snapshot's `outage` says what is
    /// wrong, and is `nil` once it is over; the end of an outage is posted before the fix that proves it. Only posted while
    /// the source runs.
    public static let didChangeOutage = Notification.Name("LocationManagerDidChangeOutage")

    /// Posted when a receiver that sends data has had no usable fix for 5 s or more, and when it has one again.
    ///
    /// The snapshot's `lapse` says why, and is `nil` once it is over; the end is posted before the fix.
    public static let didChangeLapse = Notification.Name("LocationManagerDidChangeLapse")

    /// Posted when the status changes, at the beginning and before ``didFinish`` at the end of a session.
    public static let didChangeStatus = Notification.Name("LocationManagerDidChangeStatus")

    /// Posted for each heading of a compass; the snapshot's `heading` has it.
    public static let didUpdateHeading = Notification.Name("LocationManagerDidUpdateHeading")

    /// The key of the `LocationManager.Snapshot` in the notifications' `userInfo`.
    public static let snapshotKey = "snapshot"
}

extension LocationManager: LocationManagerPosting {
    package func post(_ event: Event) {
        switch event {
        case .stateChanged(let snapshot): post(Self.didChangeStatus, snapshot)
        case .heading(let heading):
            // By now there may be another one.
            var state = snapshot
            state.heading = heading
            post(Self.didUpdateHeading, state)
        case .location, .sky: break
        case .updated(let snapshot): post(Self.didUpdateLocation, snapshot)
        case .finished(let snapshot): post(Self.didFinish, snapshot)
        case .outageChanged(let snapshot): post(Self.didChangeOutage, snapshot)
        case .lapseChanged(let snapshot): post(Self.didChangeLapse, snapshot)
        }
    }

    private func post(_ name: Notification.Name, _ snapshot: LocationManager.Snapshot) {
        NotificationCenter.default.post(name: name, object: self, userInfo: [Self.snapshotKey: snapshot])
    }
}

extension Notification {
    /// The manager's state; `nil` for other notifications.
    public var locationSnapshot: LocationManager.Snapshot? {
        // A loop instead of a look-up by key, which would hash and cast for every fix and observer.
        userInfo?.values.lazy.compactMap { $0 as? LocationManager.Snapshot }.first
    }
}
