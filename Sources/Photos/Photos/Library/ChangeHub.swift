import Synchronization

/// Publishes a library's groups and changes to readers and subscribers.
///
/// Separate from the library, so that groups and collections can hold it without keeping the library alive.
final class ChangeHub: Sendable {
    private struct Follower: Sendable {
        var group: PhotoGroup.ID
        var receive: @Sendable ([PhotoAsset], Int) -> Void
    }

    private struct State: Sendable {
        var groups: [GroupState] = []
        var generation = 0
        var nextID = 0
        var followers: [Int: Follower] = [:]
        var streams: [Int: (group: PhotoGroup.ID, continuation: AsyncStream<PhotoChanges.Change>.Continuation)] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())

    /// The current groups.
    var groups: [GroupState] { state.withLock { $0.groups } }

    func group(_ id: PhotoGroup.ID) -> GroupState? { state.withLock { $0.groups.first { $0.id == id } } }

    /// Replaces the groups and notifies subscribers.
    func publish(_ groups: [GroupState], _ changes: [GroupChange], token: PhotoChanges.Token?) {
        let (followers, generation) = state.withLock { state -> ([(Follower, [PhotoAsset])], Int) in
            state.groups = groups
            state.generation += 1
            for change in changes {
                for stream in state.streams.values where stream.group == change.group.id {
                    stream.continuation.yield(
                        PhotoChanges.Change(
                            group: PhotoGroup(change.group, hub: self), difference: change.difference, isReset: false,
                            token: token))
                }
            }
            let followers = state.followers.values.compactMap { follower in
                changes.first { $0.group.id == follower.group }.map { (follower, $0.group.assets) }
            }
            return (followers, state.generation)
        }
        for (follower, assets) in followers { follower.receive(assets, generation) }
    }

    /// Calls `receive` with the current state of a group and with each later one.
    func follow(_ id: PhotoGroup.ID, _ receive: @escaping @Sendable ([PhotoAsset], Int) -> Void) -> Int {
        let (number, present, generation) = state.withLock { state -> (Int, [PhotoAsset]?, Int) in
            state.nextID += 1
            state.followers[state.nextID] = Follower(group: id, receive: receive)
            return (state.nextID, state.groups.first { $0.id == id }?.assets, state.generation)
        }
        if let present { receive(present, generation) }
        return number
    }

    func unfollow(_ number: Int) { state.withLock { _ = $0.followers.removeValue(forKey: number) } }

    /// Returns a stream of a group's changes, and the group that the first change applies to.
    ///
    /// - Parameters:
    ///   - id: The group.
    ///   - first: Returns the change that the stream starts with, if any.
    /// - Returns: The stream, and the group if it exists.
    func changes(
        of id: PhotoGroup.ID, first: ([GroupState]) -> PhotoChanges.Change? = { _ in nil }
    ) -> (AsyncStream<PhotoChanges.Change>, GroupState?) {
        let (stream, continuation) = AsyncStream.makeStream(of: PhotoChanges.Change.self)
        let (number, group) = state.withLock { state -> (Int?, GroupState?) in
            if let change = first(state.groups) { continuation.yield(change) }
            let group = state.groups.first { $0.id == id }
            guard !state.isClosed else { return (nil, group) }
            state.nextID += 1
            state.streams[state.nextID] = (id, continuation)
            return (state.nextID, group)
        }
        if let number {
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { _ = $0.streams.removeValue(forKey: number) }
            }
        } else {
            continuation.finish()
        }
        return (stream, group)
    }

    /// Finishes all streams.
    func close() {
        let streams = state.withLock { state in
            state.isClosed = true
            defer { state.streams = [:] }
            return state.streams.values.map(\.continuation)
        }
        for stream in streams { stream.finish() }
    }
}

/// A change of one group.
struct GroupChange: Sendable {
    /// The group after the change; without assets if it is gone.
    var group: GroupState
    var difference: PhotoChanges.Difference<PhotoAsset>
}

/// Delivers a group's states to a collection, dropping those that arrive out of order.
final class GroupSubscription: Sendable {
    private let hub: ChangeHub
    private let state = Mutex((number: 0, generation: -1))

    init(_ hub: ChangeHub) { self.hub = hub }

    func begin(_ id: PhotoGroup.ID, _ receive: @escaping @Sendable ([PhotoAsset]) -> Void) {
        let number = hub.follow(id) { [weak self] assets, generation in
            let isNewer = self?.state.withLock { state in
                defer { state.generation = max(state.generation, generation) }
                return generation > state.generation
            }
            if isNewer == true { receive(assets) }
        }
        state.withLock { $0.number = number }
    }

    func end() { hub.unfollow(state.withLock { $0.number }) }
}
