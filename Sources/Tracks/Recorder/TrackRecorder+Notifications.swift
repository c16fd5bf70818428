public import Foundation

extension TrackRecorder {
    /// Posted when a batch of points is durable.
    ///
    /// The object is the recorder; `Notification.trackSnapshot` is what it knew. Notifications are posted one after the
    /// other on the thread that writes, so an observer that takes long delays the writing.
    public static let didRecord = Notification.Name("TrackRecorderDidRecord")

    /// Posted when nothing can be written any more; the snapshot's error says why and what to do.
    public static let didFail = Notification.Name("TrackRecorderDidFail")

    /// Posted when it can be written again and nothing waits any more.
    public static let didRecover = Notification.Name("TrackRecorderDidRecover")

    /// Posted when a stop was noticed and when it ended; `Notification.trackVisit` is the stop.
    public static let didVisit = Notification.Name("TrackRecorderDidVisit")

    /// Posted at the end of the recording; nothing follows.
    public static let didFinish = Notification.Name("TrackRecorderDidFinish")

    /// The key of the ``Snapshot`` in the notifications' `userInfo`.
    public static let snapshotKey = "snapshot"

    /// The key of the ``Visit`` in the `userInfo` of ``didVisit``.
    public static let visitKey = "visit"

    func post(_ event: Event) {
        var information: [AnyHashable: Any] = [Self.snapshotKey: snapshot]
        let name: Notification.Name
        switch event {
        case .recorded: name = Self.didRecord
        case .failed: name = Self.didFail
        case .recovered: name = Self.didRecover
        case .thinned: return
        case .finished: name = Self.didFinish
        case .arrived(let visit), .departed(let visit):
            name = Self.didVisit
            information[Self.visitKey] = visit
        }
        NotificationCenter.default.post(name: name, object: self, userInfo: information)
    }
}

extension Notification {
    /// What the recorder knew when it posted this notification; `nil` for notifications of others.
    public var trackSnapshot: TrackRecorder.Snapshot? {
        userInfo?[TrackRecorder.snapshotKey] as? TrackRecorder.Snapshot
    }

    /// The stop that the notification is about; `nil` for other notifications.
    public var trackVisit: Visit? { userInfo?[TrackRecorder.visitKey] as? Visit }
}
