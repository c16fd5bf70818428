public import Foundation
public import LKPersistence

extension Settings {
    /// Posted after settings changed, in this or another process, on the thread that made or detected the change.
    ///
    /// The object is the `Settings`; ``propertiesKey`` has the names. Changes by others are noticed with the next
    /// reading, or at once while `changes` are listened to.
    public static let didChange = Notification.Name("SettingsDidChange")

    /// The key of the changed properties' names, `[String]`, in the notification's `userInfo`.
    public static let propertiesKey = "properties"
}

extension Settings: SettingsPosting {
    package func post(changesOf properties: [String]) {
        NotificationCenter.default.post(name: Self.didChange, object: self, userInfo: [Self.propertiesKey: properties])
    }
}
