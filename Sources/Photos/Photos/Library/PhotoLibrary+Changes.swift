import FoundationEssentials
import Synchronization

extension PhotoLibrary {
    /// Returns the changes of a group from now on; the group need not exist yet.
    ///
    /// ```swift
    /// let changes = library.changes()
    /// var rows = changes.initial?.assets ?? []
    /// for await change in changes { change.difference.apply(to: &rows) }
    /// ```
    ///
    /// - Parameter id: The group; all photos by default.
    /// - Returns: The current group and its later changes.
    public func changes(of id: PhotoGroup.ID = .all) -> PhotoChanges {
        let (stream, group) = engine.hub.changes(of: id)
        return PhotoChanges(initial: group.map { PhotoGroup($0, hub: engine.hub) }, stream: stream)
    }

    /// Returns the changes of a group since a token, perhaps from an earlier run of the program, and from now on.
    ///
    /// Call this after ``reload(progress:)`` or ``watch(progress:)``. The first change leads from the list at the
    /// token's time to the current one. It is omitted when nothing has changed, and is a reset when the catalog no
    /// longer knows the token. Former members of smart groups are not stored, so any change there is a reset.
    ///
    /// - Parameters:
    ///   - id: The group; all photos by default.
    ///   - token: Where the changes start.
    /// - Returns: The current group and its changes.
    public func changes(of id: PhotoGroup.ID = .all, since token: PhotoChanges.Token) async -> PhotoChanges {
        // When only some files of a folder are included, the catalog knows more than the library.
        guard let catalog = engine.catalog, files.isEmpty else { return reset(id, nil) }
        let roots = folders.map { RawPath($0.absoluteURL) }
        let hub = engine.hub
        let box = ChangesBox()
        await catalog.states(at: token) { states, present in
            let (stream, group) = hub.changes(of: id) { groups in
                guard let group = groups.first(where: { $0.id == id }) else { return nil }
                return Self.change(of: group, hub, states, roots, present)
            }
            box.value.withLock { $0 = PhotoChanges(initial: group.map { PhotoGroup($0, hub: hub) }, stream: stream) }
        }
        return box.value.withLock { $0 } ?? reset(id, nil)
    }

    /// A token for the current state in the catalog; `nil` when there is no catalog or it cannot be written.
    public var changeToken: PhotoChanges.Token? {
        get async {
            guard let catalog = engine.catalog else { return nil }
            await catalog.finish()
            return catalog.token()
        }
    }

    private final class ChangesBox: Sendable {
        let value = Mutex<PhotoChanges?>(nil)
    }

    private func reset(_ id: PhotoGroup.ID, _ token: PhotoChanges.Token?) -> PhotoChanges {
        let hub = engine.hub
        let (stream, group) = hub.changes(of: id) { groups in
            groups.first { $0.id == id }.map {
                PhotoChanges.Change(
                    group: PhotoGroup($0, hub: hub), difference: PhotoChanges.Difference(), isReset: true, token: token)
            }
        }
        return PhotoChanges(initial: group.map { PhotoGroup($0, hub: hub) }, stream: stream)
    }

    /// Returns the change from a former list to the current one, or `nil` when they are equal.
    private static func change(
        of group: GroupState, _ hub: ChangeHub, _ states: [PhotoAsset.ID: SortKey?]?, _ roots: [RawPath],
        _ token: PhotoChanges.Token?
    ) -> PhotoChanges.Change? {
        let present = PhotoGroup(group, hub: hub)
        let reset = PhotoChanges.Change(
            group: present, difference: PhotoChanges.Difference(), isReset: true, token: token)
        guard let states else { return reset }
        if states.isEmpty { return nil }
        if case .smart = group.id { return reset }
        var former: [(id: PhotoAsset.ID, key: SortKey)] = []
        for asset in group.assets where states[asset.id] == nil { former.append((asset.id, SortKey(asset.record))) }
        for (id, key) in states {
            guard let key else { continue }
            let wasMember = group.folder.map { key.folder == $0 } ?? roots.contains(where: key.folder.isInside)
            if wasMember { former.append((id, key)) }
        }
        former.sort { $0.key.precedes($1.key) }
        let difference = PhotoChanges.Difference<PhotoAsset>(
            from: former, to: group.assets, oldID: { $0.id }, id: { $0.id },
            isSame: { states[$0.id] == nil || $0.id != $1.id })
        if difference.isEmpty { return nil }
        return PhotoChanges.Change(group: present, difference: difference, isReset: false, token: token)
    }
}
