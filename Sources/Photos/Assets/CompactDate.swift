import Metadata

/// A `PhotoDate` in 24 bytes, whose wall time is a number: grouping by days needs no calendar then.
struct CompactDate: Sendable, Hashable {
    /// What the clock at the place showed, as if it were UTC, in seconds since 1970.
    var wallSeconds: Int64
    /// 0..<1,000,000,000.
    var nanosecond: Int32
    /// Seconds east of UTC; `Int32.min` when nobody says.
    private var storedOffset: Int32
    var rule: PhotoDate.Rule
    var offsetRule: PhotoDate.OffsetRule?
    var isDayOnly: Bool

    init(_ date: PhotoDate) {
        self.init(
            wallSeconds: Int64(date.wallTime.secondsSince1970), nanosecond: Int32(clamping: date.wallTime.nanosecond),
            offset: date.offset.map { Int32(clamping: $0) }, rule: date.rule, offsetRule: date.offsetRule,
            isDayOnly: date.wallTime.isDayOnly)
    }

    init(
        wallSeconds: Int64, nanosecond: Int32, offset: Int32?, rule: PhotoDate.Rule, offsetRule: PhotoDate.OffsetRule?,
        isDayOnly: Bool
    ) {
        self.wallSeconds = wallSeconds
        self.nanosecond = nanosecond
        storedOffset = offset ?? .min
        self.rule = rule
        self.offsetRule = offsetRule
        self.isDayOnly = isDayOnly
    }

    var offset: Int32? { storedOffset == .min ? nil : storedOffset }

    /// The date in full; `nil` for a time outside of the years 1...9999.
    var photoDate: PhotoDate? {
        guard var wall = WallTime(secondsSince1970: Int(wallSeconds), nanosecond: Int(nanosecond)) else { return nil }
        wall.isDayOnly = isDayOnly
        return PhotoDate(wallTime: wall, offset: offset.map(Int.init), rule: rule, offsetRule: offsetRule)
    }
}
