/// The box `mvhd`: when a video was made, and how long it is.
///
/// Source: ISO/IEC 14496-12, 8.2.2.
struct VideoHeader: Hashable, Sendable {
    /// When it was made, in UTC; often the end of the recording.
    private(set) var creation: WallTime?
    /// Units of a second in which durations are given.
    private(set) var timescale = 0
    /// In seconds; `nil` when it is not said, as in videos in fragments.
    private(set) var duration: Double?

    /// Reads `mvhd` or `mdhd`, which begin alike.
    init?(_ box: Box, of file: FileBytes) throws(MetadataError) {
        var cursor = FileCursor(file, box.content)
        let size = try cursor.uint32() >> 24 == 1 ? 8 : 4
        creation = Self.time(try cursor.integer(size))
        cursor.skip(size)
        timescale = Int(try cursor.uint32())
        let units = try cursor.integer(size)
        guard !cursor.isCut else { return nil }
        let isUnknown = units == 0 || units == (size == 8 ? .max : UInt64(UInt32.max))
        if !isUnknown, timescale > 0 { duration = Double(units) / Double(timescale) }
    }

    /// Seconds since 1904 began; some writers count from 1970, which shows for times before 1970.
    static func time(_ seconds: UInt64) -> WallTime? {
        let from1904To1970: UInt64 = 2_082_844_800
        guard seconds > 0, seconds < 1 << 40 else { return nil }
        return WallTime(secondsSince1970: Int(seconds >= from1904To1970 ? seconds - from1904To1970 : seconds))
    }
}
