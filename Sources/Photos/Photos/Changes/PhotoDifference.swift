extension PhotoChanges {
    /// The steps from one list to another, in a form that list views can apply.
    ///
    /// Apply the steps in this order: ``removed``, ``inserted``, ``updated``, ``moved``. The indexes of each step refer
    /// to the list as the previous steps left it.
    ///
    /// ```swift
    /// for change in difference.removed.reversed() { rows.remove(at: change) }
    /// for change in difference.inserted { rows.insert(change.element, at: change.index) }
    /// for change in difference.updated { rows[change.index] = change.element }
    /// for move in difference.moved { rows.insert(rows.remove(at: move.from), at: move.to) }
    /// ```
    public struct Difference<Element: Sendable>: Sendable {
        /// An element and its index.
        public struct Placed: Sendable {
            /// Its index.
            public var index: Int
            /// The element.
            public var element: Element
        }

        /// The move of one element.
        public struct Move: Sendable, Hashable {
            /// The index to remove it from.
            public var from: Int
            /// The index to insert it at, after the removal.
            public var to: Int
        }

        /// The old indexes of removed elements, ascending; remove from the last to the first.
        public internal(set) var removed: [Int] = []

        /// New elements, ascending by index; insert in this order.
        public internal(set) var inserted: [Placed] = []

        /// Elements whose state has changed.
        public internal(set) var updated: [Placed] = []

        /// Moves, to be applied in this order.
        public internal(set) var moved: [Move] = []

        init() {}

        /// Whether the lists are equal.
        public var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && updated.isEmpty && moved.isEmpty }

        /// Turns the old list into the new one.
        ///
        /// - Parameter list: The old list, or another of at least its length.
        public func apply(to list: inout [Element]) {
            for index in removed.reversed() { list.remove(at: index) }
            for change in inserted { list.insert(change.element, at: change.index) }
            for change in updated { list[change.index] = change.element }
            for move in moved { list.insert(list.remove(at: move.from), at: move.to) }
        }
    }
}

extension PhotoChanges.Difference {
    /// Creates the steps from one list to another, with the fewest moves.
    ///
    /// - Parameters:
    ///   - old: The old list; identifiers are unique in it.
    ///   - new: The new list; identifiers are unique in it.
    ///   - oldID: Identifies an element of the old list.
    ///   - id: Identifies an element of the new list.
    ///   - isSame: Whether two elements with the same identifier have the same state.
    init<ID: Hashable, Old>(
        from old: [Old], to new: [Element], oldID: (Old) -> ID, id: (Element) -> ID, isSame: (Old, Element) -> Bool
    ) {
        self.init()
        var places: [ID: Int] = [:]
        // Skip the common prefix and suffix, which are usually most of the list.
        var head = 0
        while head < old.count, head < new.count, oldID(old[head]) == id(new[head]) { head += 1 }
        var tail = 0
        while tail < old.count - head, tail < new.count - head,
            oldID(old[old.count - 1 - tail]) == id(new[new.count - 1 - tail])
        {
            tail += 1
        }
        let (oldRange, newRange) = (head..<old.count - tail, head..<new.count - tail)
        for index in oldRange { places[oldID(old[index])] = index }

        // Where the elements of the new middle were.
        var origins = [Int](repeating: -1, count: newRange.count)
        for index in newRange { origins[index - head] = places.removeValue(forKey: id(new[index])) ?? -1 }
        removed = places.values.sorted()
        let isStable = Self.longestAscending(origins)
        var slots = MoveSlots(origins: origins, isStable: isStable, removed: Set(removed), oldRange: oldRange)

        for offset in origins.indices where origins[offset] < 0 {
            inserted.append(Placed(index: head + slots.fill(newSlotOf: offset), element: new[head + offset]))
        }
        for index in 0..<head where !isSame(old[index], new[index]) {
            updated.append(Placed(index: index, element: new[index]))
        }
        for offset in origins.indices where origins[offset] >= 0 && !isSame(old[origins[offset]], new[head + offset]) {
            updated.append(Placed(index: head + slots.presentIndex(of: offset), element: new[head + offset]))
        }
        for index in newRange.upperBound..<new.count where !isSame(old[index - new.count + old.count], new[index]) {
            updated.append(Placed(index: index, element: new[index]))
        }
        for offset in origins.indices where origins[offset] >= 0 && !isStable[offset] {
            let (from, to) = slots.move(offset)
            if from != to { moved.append(Move(from: head + from, to: head + to)) }
        }
    }

    /// Marks a longest increasing subsequence; -1 is never part of it.
    private static func longestAscending(_ numbers: [Int]) -> [Bool] {
        // For each length the index of the smallest last element, and each element's predecessor.
        var ends: [Int] = []
        var before = [Int](repeating: -1, count: numbers.count)
        for place in numbers.indices where numbers[place] >= 0 {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if numbers[ends[middle]] < numbers[place] { low = middle + 1 } else { high = middle }
            }
            if low > 0 { before[place] = ends[low - 1] }
            if low == ends.count { ends.append(place) } else { ends[low] = place }
        }
        var marks = [Bool](repeating: false, count: numbers.count)
        var place = ends.last ?? -1
        while place >= 0 {
            marks[place] = true
            place = before[place]
        }
        return marks
    }
}

extension PhotoChanges.Difference where Element: Hashable & Identifiable {
    /// Creates the steps from one list to another.
    ///
    /// - Parameters:
    ///   - old: The old list; identifiers are unique in it.
    ///   - new: The new list; identifiers are unique in it.
    public init(from old: [Element], to new: [Element]) {
        self.init(from: old, to: new, oldID: { $0.id }, id: { $0.id }, isSame: ==)
    }
}

/// Slots for the elements of two lists while one becomes the other, in an order that never changes.
///
/// Between two stable elements come first the slots of arriving elements in the new order, then those of leaving
/// elements in the old order. A Fenwick tree counts the occupied slots, so that the index of an element costs O(log
/// n).
struct MoveSlots {
    private var tree: [Int]
    /// For each element of the new list its final and its current slot.
    private var target: [Int]
    private var source: [Int]

    /// Creates the slots of the elements of both lists.
    ///
    /// - Parameters:
    ///   - origins: For each element of the new list its index in the old; -1 for what is new.
    ///   - isStable: Which elements do not move.
    ///   - removed: The old indexes of removed elements.
    ///   - oldRange: The indexes of the old list.
    init(origins: [Int], isStable: [Bool], removed: Set<Int>, oldRange: Range<Int>) {
        target = [Int](repeating: -1, count: origins.count)
        source = [Int](repeating: -1, count: origins.count)
        var offsets = [Int](repeating: -1, count: oldRange.count)
        for (offset, origin) in origins.enumerated() where origin >= 0 {
            offsets[origin - oldRange.lowerBound] = offset
        }
        var taken: [Bool] = []
        var nextNew = 0
        func addComing(_ target: inout [Int]) {
            while nextNew < origins.count, !isStable[nextNew] {
                target[nextNew] = taken.count
                taken.append(false)
                nextNew += 1
            }
        }
        addComing(&target)
        for index in oldRange where !removed.contains(index) {
            let offset = offsets[index - oldRange.lowerBound]
            source[offset] = taken.count
            taken.append(true)
            guard isStable[offset] else { continue }
            target[offset] = source[offset]
            nextNew = offset + 1
            addComing(&target)
        }
        tree = [Int](repeating: 0, count: taken.count + 1)
        for (place, isTaken) in taken.enumerated() where isTaken { change(place, by: 1) }
    }

    /// Inserts a new element and returns its index.
    mutating func fill(newSlotOf offset: Int) -> Int {
        source[offset] = target[offset]
        change(target[offset], by: 1)
        return before(target[offset])
    }

    /// Returns the current index of an element.
    func presentIndex(of offset: Int) -> Int { before(source[offset]) }

    /// Moves an element to its final slot; `to` is counted without the element.
    mutating func move(_ offset: Int) -> (from: Int, to: Int) {
        let from = before(source[offset])
        change(source[offset], by: -1)
        let to = before(target[offset])
        change(target[offset], by: 1)
        source[offset] = target[offset]
        return (from, to)
    }

    private mutating func change(_ place: Int, by step: Int) {
        var index = place + 1
        while index < tree.count {
            tree[index] += step
            index += index & -index
        }
    }

    /// Returns the number of occupied slots before this one.
    private func before(_ place: Int) -> Int {
        var (index, sum) = (place, 0)
        while index > 0 {
            sum += tree[index]
            index -= index & -index
        }
        return sum
    }
}
