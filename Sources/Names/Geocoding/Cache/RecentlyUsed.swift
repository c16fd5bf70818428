/// A dictionary of limited size that drops the least recently used entries.
///
/// A linked list in an array of slots, so that an access moves a few numbers and allocates nothing.
struct RecentlyUsed<Key: Hashable, Value> {
    private struct Slot {
        var key: Key
        var value: Value
        var newer: Int
        var older: Int
    }

    /// The maximum number of entries, at least 1.
    let maximumCount: Int

    private var slots: [Slot] = []
    private var places: [Key: Int] = [:]
    private var newest = -1
    private var oldest = -1

    init(maximumCount: Int) { self.maximumCount = max(maximumCount, 1) }

    var count: Int { slots.count }

    /// Returns the value for a key, which counts as a use.
    mutating func value(_ key: Key) -> Value? {
        guard let slot = places[key] else { return nil }
        moveToFront(slot)
        return slots[slot].value
    }

    /// Sets the value for a key, dropping the least recently used entry if there is no more room.
    mutating func insert(_ value: Value, _ key: Key) {
        if let slot = places[key] {
            slots[slot].value = value
            moveToFront(slot)
        } else if slots.count < maximumCount {
            slots.append(Slot(key: key, value: value, newer: -1, older: -1))
            places[key] = slots.count - 1
            attach(slots.count - 1)
        } else {
            let slot = oldest
            detach(slot)
            places[slots[slot].key] = nil
            slots[slot] = Slot(key: key, value: value, newer: -1, older: -1)
            places[key] = slot
            attach(slot)
        }
    }

    /// Removes a key.
    mutating func remove(_ key: Key) {
        guard let slot = places.removeValue(forKey: key) else { return }
        detach(slot)
        // The last slot fills the gap.
        let last = slots.count - 1
        if slot != last {
            let moved = slots[last]
            slots[slot] = moved
            places[moved.key] = slot
            if moved.newer >= 0 { slots[moved.newer].older = slot } else { newest = slot }
            if moved.older >= 0 { slots[moved.older].newer = slot } else { oldest = slot }
        }
        slots.removeLast()
    }

    mutating func removeAll() { self = RecentlyUsed(maximumCount: maximumCount) }

    private mutating func moveToFront(_ slot: Int) {
        guard slot != newest else { return }
        detach(slot)
        attach(slot)
    }

    private mutating func attach(_ slot: Int) {
        slots[slot].newer = -1
        slots[slot].older = newest
        if newest >= 0 { slots[newest].newer = slot }
        newest = slot
        if oldest < 0 { oldest = slot }
    }

    private mutating func detach(_ slot: Int) {
        let (newer, older) = (slots[slot].newer, slots[slot].older)
        if newer >= 0 { slots[newer].older = older } else { newest = older }
        if older >= 0 { slots[older].newer = newer } else { oldest = newer }
    }
}
