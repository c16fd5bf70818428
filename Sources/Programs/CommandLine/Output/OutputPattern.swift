import Glibc

/// Printed text with gaps for what differs between points that share the rest.
///
/// A gap is two bytes: a mark that UTF-8 does not have, so that no name can look like a gap, and the number of a figure or of a
/// column of the input.
package enum OutputPattern {
    /// The byte before a gap.
    package static let mark: UInt8 = 0xFF
    /// The first of the bytes after a mark that stand for a column of the input, after those of figures.
    private static let firstColumn: UInt8 = 0x10
    /// How many columns of the input a pattern can name.
    package static let maximumColumns = Int(UInt8.max - firstColumn)

    /// Appends a gap where a figure will be.
    static func appendGap(figure: UInt8, to bytes: inout [UInt8]) {
        bytes.append(mark)
        bytes.append(figure)
    }

    /// Appends a gap where a column of the input will be.
    static func appendGap(column: Int, to bytes: inout [UInt8]) {
        bytes.append(mark)
        bytes.append(firstColumn + UInt8(clamping: min(column, maximumColumns)))
    }

    /// Appends a pattern, its gaps filled.
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - bytes: The output.
    ///   - appendFigure: Appends a figure, given by its number.
    ///   - appendColumn: Appends a column of the input, given by its number.
    package static func append(
        _ pattern: Span<UInt8>, to bytes: inout [UInt8], appendFigure: (UInt8, inout [UInt8]) -> Void,
        appendColumn: (Int, inout [UInt8]) -> Void
    ) {
        pattern.withUnsafeBytes { pattern in
            guard var rest = pattern.baseAddress else { return }
            let end = rest + pattern.count
            while rest < end {
                let gap = memchr(rest, Int32(mark), end - rest).map { UnsafeRawPointer($0) } ?? end
                bytes.append(contentsOf: UnsafeRawBufferPointer(start: rest, count: gap - rest))
                guard gap + 1 < end else { return }
                let kind = gap.load(fromByteOffset: 1, as: UInt8.self)
                if kind >= firstColumn {
                    appendColumn(Int(kind - firstColumn), &bytes)
                } else {
                    appendFigure(kind, &bytes)
                }
                rest = gap + 2
            }
        }
    }
}
