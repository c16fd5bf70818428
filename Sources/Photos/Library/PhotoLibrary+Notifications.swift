public import Foundation

extension PhotoLibrary {
    /// Posted when the library has been set up: its folders were looked into for the first time.
    ///
    /// Notifications have the library as object, and are posted one after the other on the library's thread, after its
    /// groups have changed.
    public static let didSetup = Notification.Name("PhotoLibraryDidSetup")

    /// Posted when folders have got their first photos; ``groupsKey`` has the groups.
    public static let didInsertGroups = Notification.Name("PhotoLibraryDidInsertGroups")

    /// Posted when assets of groups have changed; ``groupsKey`` has the groups as they are now.
    public static let didUpdateGroups = Notification.Name("PhotoLibraryDidUpdateGroups")

    /// Posted when folders have lost their last photos, or are gone; ``groupsKey`` has the groups as they were.
    public static let didDeleteGroups = Notification.Name("PhotoLibraryDidDeleteGroups")

    /// Posted for each group whose assets have changed; ``groupKey`` has it, and ``differenceKey`` how it has changed.
    public static let didReloadGroup = Notification.Name("PhotoLibraryDidReloadGroup")

    /// Posted when a reload fails or something cannot be read while the library watches; ``errorKey`` has the reason.
    public static let didFail = Notification.Name("PhotoLibraryDidFail")

    /// The key of an array of ``PhotoGroup`` in `userInfo`.
    public static let groupsKey = "groups"

    /// The key of the ``PhotoGroup`` in the `userInfo` of ``didReloadGroup``.
    public static let groupKey = "group"

    /// The key of the ``PhotoDifference`` of ``PhotoAsset`` in the `userInfo` of ``didReloadGroup``.
    public static let differenceKey = "difference"

    /// The key of the ``PhotosError`` in the `userInfo` of ``didFail``.
    public static let errorKey = "error"

    func post(_ announcement: LibraryEngine.Announcement) {
        switch announcement {
        case .setUp: post(Self.didSetup, [:])
        case .failed(let error): post(Self.didFail, [Self.errorKey: error])
        case .changed(let step):
            let hub = engine.hub
            let present = Dictionary(uniqueKeysWithValues: step.groups.map { ($0.id, PhotoGroup($0, hub: hub)) })
            let lists = [
                (Self.didInsertGroups, step.inserted.compactMap { present[$0] }),
                (Self.didUpdateGroups, step.updated.compactMap { present[$0] }),
                (Self.didDeleteGroups, step.deleted.map { PhotoGroup($0, hub: hub) }),
            ]
            for (name, groups) in lists where !groups.isEmpty { post(name, [Self.groupsKey: groups]) }
            for change in step.changes {
                guard let group = present[change.group.id] else { continue }
                post(Self.didReloadGroup, [Self.groupKey: group, Self.differenceKey: change.difference])
            }
        }
    }

    private func post(_ name: Notification.Name, _ information: [AnyHashable: Any]) {
        NotificationCenter.default.post(name: name, object: self, userInfo: information)
    }
}

extension Notification {
    /// The groups that the notification is about; empty for those of others.
    public var photoGroups: [PhotoGroup] {
        if let groups = userInfo?[PhotoLibrary.groupsKey] as? [PhotoGroup] { return groups }
        return (userInfo?[PhotoLibrary.groupKey] as? PhotoGroup).map { [$0] } ?? []
    }

    /// How the group of the notification has changed; `nil` for other notifications.
    public var photoDifference: PhotoDifference<PhotoAsset>? {
        userInfo?[PhotoLibrary.differenceKey] as? PhotoDifference<PhotoAsset>
    }

    /// Why the library could not do something; `nil` for other notifications.
    public var photosError: PhotosError? { userInfo?[PhotoLibrary.errorKey] as? PhotosError }
}
