public import Foundation

extension LocationManager {
    /// Posted for each fix of a session, while the status is `updating`.
    ///
    /// The object is the manager; `Notification.locationSnapshot` is what it knew. Notifications are posted
    /// one after the other, on the thread of the source or of whoever started or stopped the session.
    public static let didUpdateLocation = Notification.Name("LocationManagerDidUpdateLocation")

    /// Posted once at the end of each session, after its last update; the snapshot holds the best fix and the reason.
    public static let didFinish = Notification.Name("LocationManagerDidFinish")

    /// Posted when gpsd or its receiver is lost, and when it is back, once for each change and at most 3 s after it.
    ///
    /// The snapshot's `outage` says what is the matter, and is `nil` when all is well again; the end of an outage is posted
    /// before the fix that proves it. Between a source's start and its stop only.
    public static let didChangeOutage = Notification.Name("LocationManagerDidChangeOutage")

    /// The key of the ``LocationSnapshot`` in the notifications' `userInfo`.
    public static let snapshotKey = "snapshot"

    func post(_ name: Notification.Name, _ snapshot: LocationSnapshot) {
        NotificationCenter.default.post(name: name, object: self, userInfo: [Self.snapshotKey: snapshot])
    }
}

extension Notification {
    /// What the manager knew when it posted this notification; `nil` for notifications of others.
    public var locationSnapshot: LocationSnapshot? {
        // Not by key: that would hash it and cast the key of each entry, for every fix and observer.
        userInfo?.values.lazy.compactMap { $0 as? LocationSnapshot }.first
    }
}
