/// How one list becomes another, in steps that a list on a screen can take over one after the other.
///
/// The steps are applied in this order: ``removed``, ``inserted``, ``updated``, ``moved``; the indexes of each step
/// count in the list as the steps before have left it.
///
/// ```swift
/// for change in difference.removed.reversed() { rows.remove(at: change) }
/// for change in difference.inserted { rows.insert(change.element, at: change.index) }
/// for change in difference.updated { rows[change.index] = change.element }
/// for move in difference.moved { rows.insert(rows.remove(at: move.from), at: move.to) }
/// ```
public struct PhotoDifference<Element: Sendable>: Sendable {
    /// An element and its place.
    public struct Placed: Sendable {
        /// Where it is.
        public var index: Int
        /// What is there.
        public var element: Element
    }

    /// A step of an element from one place to another.
    public struct Move: Sendable, Hashable {
        /// Where it is taken out.
        public var from: Int
        /// Where it is put in, counted without it.
        public var to: Int
    }

    /// The places in the old list of what is gone, ascending; to be removed from the last to the first.
    public internal(set) var removed: [Int] = []

    /// What is new, ascending by index; to be inserted in this order.
    public internal(set) var inserted: [Placed] = []

    /// What is the same thing in another state.
    public internal(set) var updated: [Placed] = []

    /// What changes its place, one step after the other.
    public internal(set) var moved: [Move] = []

    /// A difference of equal lists.
    init() {}

    /// Whether the lists are equal.
    public var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && updated.isEmpty && moved.isEmpty }

    /// Makes the new list of the old.
    ///
    /// - Parameter list: The list that the difference is from; another one of at least its length gives what the steps
    ///   make of it.
    public func apply(to list: inout [Element]) {
        for index in removed.reversed() { list.remove(at: index) }
        for change in inserted { list.insert(change.element, at: change.index) }
        for change in updated { list[change.index] = change.element }
        for move in moved { list.insert(list.remove(at: move.from), at: move.to) }
    }
}

extension PhotoDifference {
    /// Finds the steps from one list to another, with as few moves as possible.
    ///
    /// - Parameters:
    ///   - old: The old list; identifiers are unique in it.
    ///   - new: The new list; identifiers are unique in it.
    ///   - oldID: Names an element of the old list.
    ///   - id: Names an element of the new list.
    ///   - isSame: Whether two elements of a name are in the same state.
    init<ID: Hashable, Old>(
        from old: [Old], to new: [Element], oldID: (Old) -> ID, id: (Element) -> ID, isSame: (Old, Element) -> Bool
    ) {
        self.init()
        var places: [ID: Int] = [:]
        // What the lists begin and end with alike is the most of them, as a rule.
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

    /// Marks the longest row of ascending numbers; -1 is never marked.
    private static func longestAscending(_ numbers: [Int]) -> [Bool] {
        // The last places of rows of each length, and the place before each.
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

extension PhotoDifference where Element: Hashable & Identifiable {
    /// Finds the steps from one list to another.
    ///
    /// - Parameters:
    ///   - old: The old list; identifiers are unique in it.
    ///   - new: The new list; identifiers are unique in it.
    public init(from old: [Element], to new: [Element]) {
        self.init(from: old, to: new, oldID: { $0.id }, id: { $0.id }, isSame: ==)
    }
}
