extension ZoneFile {
    /// The offsets that a clock on the wall may have had when it showed a time.
    package struct WallOffsets: Sendable, Hashable {
        /// Seconds east of UTC, the one that was in force first in front: one as a rule, two where the clock was changed.
        package var offsets: [Int]

        /// Whether no clock that was right showed the time, since it was set forward over it: only one that was not
        /// changed yet, or changed too early.
        package var isSkipped: Bool

        /// Makes the offsets of what a clock showed.
        package init(offsets: [Int], isSkipped: Bool) {
            self.offsets = offsets
            self.isSkipped = isSkipped
        }
    }

    /// The offsets that a clock may have had when it showed a time.
    ///
    /// - Parameter wall: What it showed, in seconds since 1970 as if it were UTC.
    /// - Returns: At least one offset.
    package func offsets(atWallTime wall: Int) -> WallOffsets {
        // Offsets are less than a day, and no zone changes twice within two.
        let (before, after) = (offset(at: wall - 86_400), offset(at: wall + 86_400))
        let both = before == after ? [before] : [before, after]
        let possible = both.filter { offset(at: wall - $0) == $0 }
        return WallOffsets(offsets: possible.isEmpty ? both : possible, isSkipped: possible.isEmpty)
    }
}
