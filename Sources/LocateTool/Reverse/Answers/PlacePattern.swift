import Geo

/// The printed names of a place, with gaps for the numbers of the points that have these names.
///
/// Names of a settlement are found and formatted once, and then copied for each point: most of the time of a file of points would
/// otherwise be spent on that.
enum PlacePattern {
    /// Appends a pattern, its gaps filled.
    static func append(
        _ pattern: Span<UInt8>, coordinate: Coordinate, distance: Double?, to bytes: inout [UInt8]
    ) {
        pattern.withUnsafeBufferPointer { pattern in
            var rest = pattern[...]
            while let gap = rest.firstIndex(of: PlaceFigure.mark), gap + 1 < rest.endIndex {
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: rest[..<gap]))
                let figure = PlaceFigure(rawValue: rest[gap + 1])
                figure?.append(coordinate: coordinate, distance: distance, to: &bytes)
                rest = rest[(gap + 2)...]
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: rest))
        }
    }
}
