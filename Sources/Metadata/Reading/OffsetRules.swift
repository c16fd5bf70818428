/// How far a camera's clock is ahead of UTC, where no field says it.
enum OffsetRules {
    /// The offset by which a local time and the receiver's time in UTC differ, or `nil` when that is no zone's.
    ///
    /// Receivers tell the time of their last fix, minutes old at times, and some cameras write a wrong day. So the
    /// difference has to be near an offset that is in use somewhere.
    ///
    /// - Parameters:
    ///   - local: What the camera's clock showed.
    ///   - universal: Seconds since 1970 by the receiver.
    /// - Returns: Seconds east of UTC, a multiple of a quarter of an hour.
    static func offset(local: WallTime, universal: Int) -> Int? {
        let difference = local.secondsSince1970 - universal
        let quarters = Int((Double(difference) / 900).rounded())
        guard abs(difference - quarters * 900) <= tolerance, isInUse(quarters) else { return nil }
        return quarters * 900
    }

    /// The clock's error and the age of the fix together, in seconds.
    private static let tolerance = 300

    /// Whether some country has the offset, in quarters of an hour: whole hours, and a few others.
    private static func isInUse(_ quarters: Int) -> Bool {
        guard (-12 * 4...14 * 4).contains(quarters) else { return false }
        switch quarters {
        // -9:30, -3:30, -2:30, 3:30, 4:30, 5:30, 5:45, 6:30, 8:45, 9:30, 10:30, 12:45, 13:45.
        case -38, -14, -10, 14, 18, 22, 23, 26, 35, 38, 42, 51, 55: return true
        default: return quarters % 4 == 0
        }
    }
}
