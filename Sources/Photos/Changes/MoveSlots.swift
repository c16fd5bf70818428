/// The places that elements take while one list becomes another, in a row that never changes.
///
/// Between two elements that stay lie first the places of what comes there, in the order of the new list, and then
/// those of what leaves, in the order of the old. Which places are taken at a moment is kept in a Fenwick tree, so
/// that the index of an element costs the logarithm of their number, however many move.
struct MoveSlots {
    private var tree: [Int]
    /// For each element of the new list its place in the end, and where it is at first.
    private var target: [Int]
    private var source: [Int]

    /// - Parameters:
    ///   - origins: For each element of the new list its index in the old; -1 for what is new.
    ///   - isStable: Which elements do not move.
    ///   - removed: The indexes in the old list of what is gone.
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

    /// Takes the place of a new element; its index at this moment.
    mutating func fill(newSlotOf offset: Int) -> Int {
        source[offset] = target[offset]
        change(target[offset], by: 1)
        return before(target[offset])
    }

    /// The index of an element before moves begin.
    func presentIndex(of offset: Int) -> Int { before(source[offset]) }

    /// Moves an element to its place: its index before, and the one after, counted without it.
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

    /// How many places before this one are taken.
    private func before(_ place: Int) -> Int {
        var (index, sum) = (place, 0)
        while index > 0 {
            sum += tree[index]
            index -= index & -index
        }
        return sum
    }
}
