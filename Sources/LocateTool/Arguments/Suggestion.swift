/// The name that somebody probably meant.
enum Suggestion {
    /// The known name nearest to a wrong one, or `nil` when none is near.
    ///
    /// Near means: one begins with the other, or at most a third of the letters differ.
    static func nearest(to word: String, in known: [String]) -> String? {
        guard word.utf8.count <= 64, !word.isEmpty else { return nil }
        let folded = word.lowercased()
        let ranked = known.map { (name: $0, distance: distance(Array(folded.utf8), Array($0.lowercased().utf8))) }
        if let best = ranked.min(by: { $0.distance < $1.distance }), best.distance <= max(1, best.name.count / 3) {
            return best.name
        }
        guard folded.count >= 2 else { return nil }
        return known.first { $0.lowercased().hasPrefix(folded) || folded.hasPrefix($0.lowercased()) }
    }

    /// How many letters must be put in, taken out, changed or swapped with their neighbour.
    ///
    /// The optimal string alignment distance (Damerau 1964, in the restricted form).
    private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
        var beforeLast = [Int](repeating: 0, count: second.count + 1)
        var last = Array(0...second.count)
        for row in first.indices {
            var current = [row + 1]
            for column in second.indices {
                let change = last[column] + (first[row] == second[column] ? 0 : 1)
                var best = min(change, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            (beforeLast, last) = (last, current)
        }
        return last[second.count]
    }
}
