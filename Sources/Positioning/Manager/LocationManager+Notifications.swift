public import Foundation

extension LocationManager {
    /// Posted for each fix of a session, while the status is `updating`.
    ///
    /// The object is the manager; `Notification.locationSnapshot` is what it knew. Notifications are posted
    /// one after the other, on the thread of the source or of whoever started or stopped the session.
    public static let didUpdateLocation = Notification.Name("LocationManagerDidUpdateLocation")

    /// Posted once at the end of each session, after its last update; the snapshot holds the best fix and the reason.
    public static let didFinish = Notification.Name("LocationManagerDidFinish")

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
