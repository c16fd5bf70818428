public import Foundation
public import LKPhotos

extension PhotoLibrary {
    /// Posted when the library is set up, after the first scan of its folders.
    ///
    /// Notifications have the library as object and are posted in order on the library's thread, after its groups
    /// have changed.
    public static let didSetup = Notification.Name("PhotoLibraryDidSetup")

    /// Posted when folders get their first photos; ``groupsKey`` has the groups.
    public static let didInsertGroups = Notification.Name("PhotoLibraryDidInsertGroups")

    /// Posted when assets of groups have changed; ``groupsKey`` has the new groups.
    public static let didUpdateGroups = Notification.Name("PhotoLibraryDidUpdateGroups")

    /// Posted when folders lose their last photos or are deleted; ``groupsKey`` has the former groups.
    public static let didDeleteGroups = Notification.Name("PhotoLibraryDidDeleteGroups")

    /// Posted for each group whose assets have changed; ``groupKey`` has the group, ``differenceKey`` the difference.
    public static let didReloadGroup = Notification.Name("PhotoLibraryDidReloadGroup")

    /// Posted when a reload fails or something cannot be read while the library watches; ``errorKey`` has the reason.
    public static let didFail = Notification.Name("PhotoLibraryDidFail")

    /// The key of an array of `PhotoGroup` in `userInfo`.
    public static let groupsKey = "groups"

    /// The key of the `PhotoGroup` in the `userInfo` of ``didReloadGroup``.
    public static let groupKey = "group"

    /// The key of the `PhotoChanges.Difference` of `PhotoAsset` in the `userInfo` of ``didReloadGroup``.
    public static let differenceKey = "difference"

    /// The key of the `PhotosError` in the `userInfo` of ``didFail``.
    public static let errorKey = "error"
}

extension PhotoLibrary: PhotoLibraryPosting {
    package func post(_ event: Event) {
        switch event {
        case .setUp: post(Self.didSetup, [:])
        case .inserted(let groups): post(Self.didInsertGroups, [Self.groupsKey: groups])
        case .updated(let groups): post(Self.didUpdateGroups, [Self.groupsKey: groups])
        case .deleted(let groups): post(Self.didDeleteGroups, [Self.groupsKey: groups])
        case .reloaded(let group, let difference):
            post(Self.didReloadGroup, [Self.groupKey: group, Self.differenceKey: difference])
        case .failed(let error): post(Self.didFail, [Self.errorKey: error])
        }
    }

    private func post(_ name: Notification.Name, _ information: [AnyHashable: Any]) {
        NotificationCenter.default.post(name: name, object: self, userInfo: information)
    }
}

extension Notification {
    /// The groups of a library's notification; empty for other notifications.
    public var photoGroups: [PhotoGroup] {
        if let groups = userInfo?[PhotoLibrary.groupsKey] as? [PhotoGroup] { return groups }
        return (userInfo?[PhotoLibrary.groupKey] as? PhotoGroup).map { [$0] } ?? []
    }

    /// The difference of `PhotoLibrary.didReloadGroup`; `nil` for other notifications.
    public var photoDifference: PhotoChanges.Difference<PhotoAsset>? {
        userInfo?[PhotoLibrary.differenceKey] as? PhotoChanges.Difference<PhotoAsset>
    }

    /// The error of `PhotoLibrary.didFail`; `nil` for other notifications.
    public var photosError: PhotosError? { userInfo?[PhotoLibrary.errorKey] as? PhotosError }
}
