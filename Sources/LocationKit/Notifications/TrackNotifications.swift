public import Foundation
public import LKTracks

extension TrackRecorder {
    /// Posted when a batch of points is durable.
    ///
    /// The object is the recorder; `Notification.trackSnapshot` has its state. Notifications are posted in order on
    /// the writer's thread, so a slow observer delays writing.
    public static let didRecord = Notification.Name("TrackRecorderDidRecord")

    /// Posted when writing fails; the snapshot's error says why and what to do.
    public static let didFail = Notification.Name("TrackRecorderDidFail")

    /// Posted when writing works again and the queue is written.
    public static let didRecover = Notification.Name("TrackRecorderDidRecover")

    /// Posted when a visit is detected and when it ends; `Notification.trackVisit` has it.
    public static let didVisit = Notification.Name("TrackRecorderDidVisit")

    /// Posted when the status changes: paused, recording again, failing, finished.
    public static let didChangeStatus = Notification.Name("TrackRecorderDidChangeStatus")

    /// Posted last, at the end of the recording.
    public static let didFinish = Notification.Name("TrackRecorderDidFinish")

    /// The key of the `Snapshot` in the notifications' `userInfo`.
    public static let snapshotKey = "snapshot"

    /// The key of the `Visit` in the `userInfo` of ``didVisit``.
    public static let visitKey = "visit"
}

extension TrackRecorder: TrackRecorderPosting {
    package func post(_ event: Event) {
        var information: [AnyHashable: Any] = [Self.snapshotKey: snapshot]
        let name: Notification.Name
        switch event {
        case .stateChanged(let state):
            name = Self.didChangeStatus
            information[Self.snapshotKey] = state
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
    /// The recorder's state; `nil` for other notifications.
    public var trackSnapshot: TrackRecorder.Snapshot? {
        userInfo?[TrackRecorder.snapshotKey] as? TrackRecorder.Snapshot
    }

    /// The visit; `nil` for other notifications.
    public var trackVisit: Visit? { userInfo?[TrackRecorder.visitKey] as? Visit }
}
