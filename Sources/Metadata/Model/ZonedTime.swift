/// A time as a text states it, with the zone's offset where the text has one.
package struct ZonedTime: Sendable, Hashable {
    /// What the clock shows.
    package var wallTime: WallTime

    /// Seconds east of UTC; 0 for `Z`.
    package var offset: Int?

    /// Makes a time of its parts.
    package init(wallTime: WallTime, offset: Int? = nil) {
        self.wallTime = wallTime
        self.offset = offset
    }
}
