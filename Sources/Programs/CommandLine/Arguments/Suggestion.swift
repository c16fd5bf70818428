/// Suggests known names for an unknown one.
package enum Suggestion {
    /// Returns the known name nearest to a wrong one, or `nil` when none is near.
    ///
    /// A name is near if one begins with the other, or at most a third of the letters differ.
    package static func nearest(to word: String, in known: [String]) -> String? {
        guard word.utf8.count <= 64, !word.isEmpty else { return nil }
        let folded = word.lowercased()
        let ranked = known.map { (name: $0, distance: distance(Array(folded.utf8), Array($0.lowercased().utf8))) }
        if let best = ranked.min(by: { $0.distance < $1.distance }), best.distance <= max(1, best.name.count / 3) {
            return best.name
        }
        guard folded.count >= 2 else { return nil }
        return known.first { $0.lowercased().hasPrefix(folded) || folded.hasPrefix($0.lowercased()) }
    }

    /// Returns the names that exist, for a message about one that does not: `Paris (12), Munich (3) and 2 more`.
    ///
    /// - Parameters:
    ///   - names: The name of each thing, with repetitions.
    ///   - limit: The maximum number of different names to list.
    /// - Returns: The names, the most frequent first; `nil` without any.
    package static func list(_ names: some Sequence<String>, limit: Int = 4) -> String? {
        var counts: [String: Int] = [:]
        for name in names { counts[name, default: 0] += 1 }
        let ranked = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        if ranked.isEmpty { return nil }
        return first(limit, of: ranked.map { "\($0.key) (\($0.value))" })
    }

    /// Returns the first of some names, and the number of the others: `a.jpg, b.jpg, c.jpg and 2 more`.
    package static func first(_ limit: Int = 3, of names: [String]) -> String {
        let text = names.prefix(limit).joined(separator: ", ")
        return names.count > limit ? "\(text) and \(names.count - limit) more" : text
    }

    /// Returns a list such as `a`, `a or b`, `a, b or c`; with another conjunction `a, b and c`.
    package static func alternatives(_ words: [String], conjunction: String = "or") -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
    }

    /// Returns the known names near a wrong one, the nearest first.
    ///
    /// The part after the last point also counts alone, in the known names and, last of all, in the wrong one: `city` and
    /// `address.city` both suggest `place.city`.
    ///
    /// - Parameters:
    ///   - word: The wrong one.
    ///   - known: The known names.
    ///   - limit: The maximum number of names.
    /// - Returns: The names; empty if none is near.
    package static func near(to word: String, in known: [String], limit: Int = 3) -> [String] {
        guard word.utf8.count <= 64, !word.isEmpty else { return [] }
        let folded = Array(word.lowercased().utf8)
        let ranked = known.compactMap { name -> (name: String, rank: Int)? in
            let whole = Array(name.lowercased().utf8)
            let last = whole.split(separator: UInt8(ascii: ".")).last.map(Array.init) ?? whole
            let nearness = [whole, last].map { (distance(folded, $0), max(1, $0.count / 3)) }
            if let best = nearness.filter({ $0.0 <= $0.1 }).map(\.0).min() { return (name, best) }
            // After all that differ by some letters only.
            let begins =
                folded.count >= 2 && [whole, last].contains { $0.starts(with: folded) || folded.starts(with: $0) }
            if begins { return (name, 100) }
            let tail = folded.split(separator: UInt8(ascii: ".")).last.map(Array.init) ?? folded
            return tail == last ? (name, 200) : nil
        }
        let sorted = ranked.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
        return sorted.prefix(limit).map(\.element.name)
    }

    /// Returns how many letters must be inserted, deleted, changed or swapped with their neighbour.
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
