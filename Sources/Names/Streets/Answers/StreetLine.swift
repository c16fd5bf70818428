package import LKGeo

/// The importance of a street; lower values are more important.
///
/// A large place of interest, such as a harbour, is at the most important of the streets around it.
package enum StreetClass: UInt8, CaseIterable, Comparable, Sendable {
    case motorway, trunk, primary, secondary, tertiary, unclassified, residential, livingStreet, pedestrian, service
    case footway, path, steps, track, cycleway, other

    /// Compares by importance.
    package static func < (left: StreetClass, right: StreetClass) -> Bool { left.rawValue < right.rawValue }
}

/// A street, or a stretch of one, as a line.
package struct StreetLine: Hashable, Sendable {
    /// The name, in the first of the languages that has one; `nil` if the index is damaged.
    package var name: String?
    /// How important it is.
    package var streetClass: StreetClass
    /// At least two points in order; not the direction of traffic.
    package var points: [Coordinate]
}

/// Chains pieces of streets into lines.
///
/// Pieces of one way follow each other. Ways of one street meet at their ends in any direction, so the ends of what is chained so
/// far are looked up, and a line is extended as long as exactly one other continues it.
struct StreetChains {
    private var lines: [[OSMPoint]] = []

    /// Adds a piece, in the order of the file.
    mutating func add(_ piece: PointSpan) {
        guard let first = piece.first, piece.count > 1 else { return }
        if let last = lines.indices.last, lines[last].last == first {
            lines[last].append(contentsOf: piece.dropFirst())
        } else {
            lines.append(Array(piece))
        }
    }

    /// Returns the lines, each as long as it continues without a branch.
    func joined() -> [[OSMPoint]] {
        var ends: [OSMPoint: [Int]] = [:]
        for (index, line) in lines.enumerated() {
            for end in [line[0], line[line.count - 1]] { ends[end, default: []].append(index) }
        }
        var isUsed = [Bool](repeating: false, count: lines.count)
        func next(after point: OSMPoint) -> [OSMPoint]? {
            // Where three lines meet, the continuation is ambiguous.
            guard let candidates = ends[point], candidates.count == 2,
                let index = candidates.first(where: { !isUsed[$0] })
            else { return nil }
            isUsed[index] = true
            return lines[index][0] == point ? lines[index] : lines[index].reversed()
        }
        var result: [[OSMPoint]] = []
        for index in lines.indices where !isUsed[index] {
            isUsed[index] = true
            var line = lines[index]
            while let more = next(after: line[line.count - 1]) { line += more.dropFirst() }
            var before: [OSMPoint] = [line[0]]
            while let more = next(after: before[before.count - 1]) { before += more.dropFirst() }
            if before.count > 1 { line = before.reversed() + line.dropFirst() }
            result.append(line)
        }
        return result
    }
}
