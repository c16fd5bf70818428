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
