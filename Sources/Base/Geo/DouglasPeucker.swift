/// The Ramer-Douglas-Peucker algorithm, with an explicit stack instead of recursion and a bound on its work.
///
/// A part of a line is split at its farthest point until all of its points are near enough. On a zigzag or on laps the farthest
/// point is always near one end of the part: the work would be quadratic. A part that has not become half as long after
/// ``patience`` splits is therefore split in its middle half, at the point that is farthest there. So each point is looked at
/// O(log n) times. All points removed are still within the limit, and ordinary tracks are not affected.
@usableFromInline package enum DouglasPeucker {
    /// The number of splits in which a part has to become half as long.
    ///
    /// Random walks of 2,000 to 400,000 points, straight or winding and with or without stays, are never split otherwise with 12;
    /// with 4 some are. A zigzag of 400,000 points then takes 93 looks at each point and a random walk 22.
    @usableFromInline static let patience = 12
    /// Parts of at most this length are cheap however they are split.
    @usableFromInline static let shortPart = 64

    /// A part of the line that may need more points.
    @usableFromInline struct Part {
        @usableFromInline var first: Int
        @usableFromInline var last: Int
        /// The length it is to be reduced to, and the number of splits left for that.
        @usableFromInline var goal: Int
        @usableFromInline var splits: Int

        @usableFromInline init(first: Int, last: Int, goal: Int, splits: Int) {
            (self.first, self.last, self.goal, self.splits) = (first, last, goal, splits)
        }

        @inlinable var length: Int { last - first }
    }

    /// Returns the indices of the remaining points of a line, for any kind of point.
    ///
    /// - Parameters:
    ///   - count: The number of points of the line.
    ///   - maximumDeviation: The largest deviation of a removed point.
    ///   - isBounded: Whether the work is bounded as described; if not, a part is always split at its farthest point, in quadratic
    ///     time at worst.
    ///   - deviation: Returns the deviation of the first point from the line between the other two.
    /// - Returns: Ascending indices, the first and last among them.
    /// - Complexity: O(n log n).
    @inlinable package static func kept(
        of count: Int, maximumDeviation: Double, isBounded: Bool = true,
        deviation: (_ index: Int, _ first: Int, _ last: Int) -> Double
    ) -> [Int] {
        guard count > 2 else { return Array(0..<count) }
        var isKept = [Bool](repeating: false, count: count)
        isKept[0] = true
        isKept[count - 1] = true
        var open = [Part(first: 0, last: count - 1, goal: count / 2, splits: patience)]
        while var part = open.popLast() {
            guard var split = farthest(part.first + 1..<part.last, of: part, above: maximumDeviation, deviation) else {
                continue
            }
            if part.length <= part.goal {
                part.goal = part.length / 2
                part.splits = patience
            }
            if isBounded, part.splits == 0, part.length > shortPart {
                let middle = part.first + part.length / 4..<part.last - part.length / 4
                split = farthest(middle, of: part, above: -1, deviation) ?? (part.first + part.last) / 2
            }
            part.splits = max(part.splits - 1, 0)
            isKept[split] = true
            let last = part.last
            part.last = split
            if part.length > 1 { open.append(part) }
            (part.first, part.last) = (split, last)
            if part.length > 1 { open.append(part) }
        }
        return isKept.indices.filter { isKept[$0] }
    }

    /// Returns the point with the largest deviation above a limit from the line between a part's ends.
    @inlinable static func farthest(
        _ candidates: Range<Int>, of part: Part, above maximumDeviation: Double,
        _ deviation: (_ index: Int, _ first: Int, _ last: Int) -> Double
    ) -> Int? {
        var (index, largest): (Int?, Double) = (nil, maximumDeviation)
        for candidate in candidates {
            let distance = deviation(candidate, part.first, part.last)
            if distance > largest { (index, largest) = (candidate, distance) }
        }
        return index
    }
}
