import Glibc

/// The printed names of a place, with gaps for the numbers of the points that have these names.
///
/// Names of a settlement are found and formatted once, and then copied for each point: most of the time of a file of points would
/// otherwise be spent on that.
enum PlacePattern {
    /// The first of the bytes behind a mark that stand for a column of the input, behind those of figures.
    private static let firstColumn: UInt8 = 0x10
    /// How many columns of the input a pattern can name.
    static let mostColumns = Int(UInt8.max - firstColumn)

    /// Appends a gap where a column of the input will be.
    static func appendGap(column: Int, to bytes: inout [UInt8]) {
        bytes.append(PlaceFigure.mark)
        bytes.append(firstColumn + UInt8(clamping: min(column, mostColumns)))
    }

    /// Appends a pattern, its gaps filled.
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - figures: The point's numbers; `nil` leaves their gaps empty.
    ///   - bytes: The output.
    ///   - appendColumn: Appends a column of the input, given by its number.
    static func append(
        _ pattern: Span<UInt8>, _ figures: PointFigures?, to bytes: inout [UInt8],
        appendColumn: (Int, inout [UInt8]) -> Void
    ) {
        pattern.withUnsafeBytes { pattern in
            guard var rest = pattern.baseAddress else { return }
            let end = rest + pattern.count
            while rest < end {
                let gap = memchr(rest, Int32(PlaceFigure.mark), end - rest).map { UnsafeRawPointer($0) } ?? end
                bytes.append(contentsOf: UnsafeRawBufferPointer(start: rest, count: gap - rest))
                guard gap + 1 < end else { return }
                let kind = gap.load(fromByteOffset: 1, as: UInt8.self)
                if kind >= firstColumn {
                    appendColumn(Int(kind - firstColumn), &bytes)
                } else if let figures {
                    PlaceFigure(rawValue: kind)?.append(figures, to: &bytes)
                }
                rest = gap + 2
            }
        }
    }
}
