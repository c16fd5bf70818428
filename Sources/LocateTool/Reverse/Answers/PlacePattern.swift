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
        var start = 0
        for index in pattern.indices where pattern[index] == PlaceFigure.mark && index >= start {
            append(pattern.extracting(start..<index), to: &bytes)
            if index + 1 < pattern.count, let figure = PlaceFigure(rawValue: pattern[index + 1]) {
                figure.append(coordinate: coordinate, distance: distance, to: &bytes)
            }
            start = index + 2
        }
        if start < pattern.count { append(pattern.extracting(start..<pattern.count), to: &bytes) }
    }

    private static func append(_ part: Span<UInt8>, to bytes: inout [UInt8]) {
        part.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    }
}
