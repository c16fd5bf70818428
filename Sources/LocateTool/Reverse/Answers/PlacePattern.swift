import Glibc

/// The printed names of a place, with gaps for the numbers of the points that have these names.
///
/// Names of a settlement are found and formatted once, and then copied for each point: most of the time of a file of points would
/// otherwise be spent on that.
enum PlacePattern {
    /// Appends a pattern, its gaps filled.
    static func append(
        _ pattern: Span<UInt8>, _ figures: PointFigures, to bytes: inout [UInt8]
    ) {
        pattern.withUnsafeBytes { pattern in
            guard var rest = pattern.baseAddress else { return }
            let end = rest + pattern.count
            while rest < end {
                let gap = memchr(rest, Int32(PlaceFigure.mark), end - rest).map { UnsafeRawPointer($0) } ?? end
                bytes.append(contentsOf: UnsafeRawBufferPointer(start: rest, count: gap - rest))
                guard gap + 1 < end else { return }
                let figure = PlaceFigure(rawValue: gap.load(fromByteOffset: 1, as: UInt8.self))
                figure?.append(figures, to: &bytes)
                rest = gap + 2
            }
        }
    }
}
