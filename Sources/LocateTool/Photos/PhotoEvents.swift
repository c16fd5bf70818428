import Photos

/// What happened to one photo.
struct PhotoEvent {
    /// The kinds, as they are printed.
    enum Kind: String {
        case inserted, updated, deleted, moved
    }

    var kind: Kind
    /// The photo afterwards; of one that is gone, as it was.
    var asset: PhotoAsset
    /// Where a moved one was.
    var former: PhotoAsset?

    /// The keys of an event: its own, those of the photo, and those of what `--tag` did with it.
    static let keys: [OutputKey] = {
        let photo = PhotoReport.keys
        let action = TaggingReport.keys.filter { key in !photo.contains { $0.name == key.name } }
        return [OutputKey("event", "inserted, updated, deleted, moved or tagged")] + photo
            + [OutputKey("from", "path that a moved photo had")] + action
    }()
}

/// Makes events of single photos out of the differences of a group.
struct PhotoEvents {
    private var assets: [PhotoAsset]
    private var known: [PhotoAsset.ID: PhotoAsset]

    /// - Parameter assets: The group's assets, to which the first change applies.
    init(_ assets: [PhotoAsset]) {
        self.assets = assets
        known = Dictionary(assets.map { ($0.id, $0) }) { first, _ in first }
    }

    /// Takes a change in.
    ///
    /// - Returns: What happened: deletions, then new photos, then changes.
    mutating func take(_ change: PhotoChange) -> [PhotoEvent] {
        var events: [PhotoEvent] = []
        let difference = change.difference
        for index in difference.removed where assets.indices.contains(index) {
            events.append(PhotoEvent(kind: .deleted, asset: assets[index]))
            known[assets[index].id] = nil
        }
        for placed in difference.inserted {
            events.append(PhotoEvent(kind: .inserted, asset: placed.element))
            known[placed.element.id] = placed.element
        }
        for placed in difference.updated {
            let former = known.updateValue(placed.element, forKey: placed.element.id)
            // A change of the place in the list is of no interest, one of the file's place is.
            let isMoved = former.map { $0.url != placed.element.url } ?? false
            events.append(
                PhotoEvent(kind: isMoved ? .moved : .updated, asset: placed.element, former: isMoved ? former : nil))
        }
        assets = change.group.assets
        return events
    }
}
