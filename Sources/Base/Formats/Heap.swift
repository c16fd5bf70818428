/// A binary heap: the least element is at hand in O(1), and taken out in O(log n).
@usableFromInline package struct Heap<Element: Comparable> {
    /// All elements, the least first, the others in no particular order.
    @usableFromInline package var elements: [Element] = []

    /// Creates an empty heap.
    @inlinable package init() {}

    /// The least element.
    @inlinable package var first: Element? { elements.first }

    /// The number of elements.
    @inlinable package var count: Int { elements.count }

    /// Adds an element.
    @inlinable package mutating func insert(_ element: Element) {
        elements.append(element)
        var child = elements.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard elements[child] < elements[parent] else { return }
            elements.swapAt(child, parent)
            child = parent
        }
    }

    /// Removes the least element and returns it.
    @inlinable package mutating func popFirst() -> Element? {
        guard let first = elements.first else { return nil }
        let last = elements.removeLast()
        if !elements.isEmpty { replaceFirst(with: last) }
        return first
    }

    /// Replaces the least element; the heap is not empty.
    @inlinable package mutating func replaceFirst(with element: Element) {
        elements[0] = element
        var parent = 0
        while 2 * parent + 1 < elements.count {
            var child = 2 * parent + 1
            if child + 1 < elements.count, elements[child + 1] < elements[child] { child += 1 }
            guard elements[child] < elements[parent] else { return }
            elements.swapAt(parent, child)
            parent = child
        }
    }
}
