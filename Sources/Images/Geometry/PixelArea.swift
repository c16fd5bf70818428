public import Metadata

/// A rectangle of pixels, counted from the upper left corner of a picture.
public struct PixelArea: Sendable, Hashable {
    /// Columns to the left of it.
    public var x: Int
    /// Rows above it.
    public var y: Int
    /// Its width and height.
    public var size: PixelSize

    /// Makes a rectangle.
    public init(x: Int, y: Int, size: PixelSize) {
        self.x = x
        self.y = y
        self.size = size
    }

    /// The part that lies in a picture of a size; `nil` when none does.
    func clipped(to whole: PixelSize) -> PixelArea? {
        func part(_ start: Int, _ length: Int, _ whole: Int) -> Range<Int>? {
            let (end, overflow) = start.addingReportingOverflow(length)
            let lower = max(start, 0)
            let upper = overflow ? whole : min(end, whole)
            return length > 0 && lower < upper ? lower..<upper : nil
        }
        guard let columns = part(x, size.width, whole.width), let rows = part(y, size.height, whole.height) else {
            return nil
        }
        return PixelArea(
            x: columns.lowerBound, y: rows.lowerBound, size: PixelSize(width: columns.count, height: rows.count))
    }
}
