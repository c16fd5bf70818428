/// A stretch of longitudes from west to east, which may run across the antimeridian or all around.
///
/// Ends are compared and never subtracted to decide what is inside, so that a range holds exactly the longitudes it
/// was made from.
struct LongitudeRange: Hashable, Sendable {
    /// Degrees, -180..<180.
    let west: Double

    /// Degrees, -180..<180, less than ``west`` if the antimeridian is between them; 180 only in the range all around.
    let east: Double

    /// Every longitude.
    static let all = LongitudeRange(normalizedWest: -180, east: 180)

    private init(normalizedWest west: Double, east: Double) {
        self.west = west
        self.east = east
    }

    /// The range of two finite longitudes: all around when the east is 360° or more ahead of the west.
    init(west: Double, east: Double) {
        if east - west >= 360 {
            self = .all
        } else {
            self.init(
                normalizedWest: Coordinate.normalized(longitude: west) + 0,
                east: Coordinate.normalized(longitude: east) + 0)
        }
    }

    /// The shortest range that holds all of some normalised longitudes; `nil` for none.
    ///
    /// Of equally short ones it is the one that does not cross the antimeridian.
    ///
    /// - Complexity: O(*n* log *n*).
    init?(covering longitudes: [Double]) {
        let sorted = longitudes.sorted()
        guard let first = sorted.first, let last = sorted.last else { return nil }
        // The widest gap between neighbours stays outside; at the start it is the one at the antimeridian.
        var widest = 360 - (last - first)
        var (west, east) = (first, last)
        for (left, right) in zip(sorted, sorted.dropFirst()) where right - left > widest {
            widest = right - left
            (west, east) = (right, left)
        }
        self.init(normalizedWest: west, east: east)
    }

    /// Whether this is every longitude.
    var isAll: Bool { east == 180 }

    /// Whether the antimeridian is inside and not just at an end.
    var crossesAntimeridian: Bool { west > east }

    /// From west to east in degrees, 0...360.
    var span: Double { crossesAntimeridian ? (180 - west) + (east + 180) : east - west }

    /// The longitude half way between the ends, normalised.
    var middle: Double {
        crossesAntimeridian ? Coordinate.normalized(longitude: west + span / 2) : west / 2 + east / 2
    }

    /// Whether a normalised longitude is inside or at an end.
    func contains(_ longitude: Double) -> Bool {
        crossesAntimeridian ? longitude >= west || longitude <= east : longitude >= west && longitude <= east
    }

    /// Whether all of another range is inside.
    func contains(_ other: LongitudeRange) -> Bool {
        if isAll { return true }
        if other.isAll { return false }
        guard contains(other.west), contains(other.east) else { return false }
        // Both ends inside: either the whole range is, or it goes around outside.
        return !isAhead(other.west, of: other.east)
    }

    /// Whether the ranges have a longitude in common.
    func intersects(_ other: LongitudeRange) -> Bool { contains(other.west) || other.contains(west) }

    /// The shortest range that holds both.
    func union(_ other: LongitudeRange) -> LongitudeRange {
        if contains(other) { return self }
        if other.contains(self) { return other }
        switch (contains(other.west), contains(other.east)) {
        case (true, true): return .all
        case (true, false): return LongitudeRange(normalizedWest: west, east: other.east)
        case (false, true): return LongitudeRange(normalizedWest: other.west, east: east)
        case (false, false):
            let eastward = LongitudeRange(normalizedWest: west, east: other.east)
            let westward = LongitudeRange(normalizedWest: other.west, east: east)
            if eastward.span != westward.span { return eastward.span < westward.span ? eastward : westward }
            if eastward.crossesAntimeridian != westward.crossesAntimeridian {
                return eastward.crossesAntimeridian ? westward : eastward
            }
            // The same result for either order of the ranges.
            return eastward.west < westward.west ? eastward : westward
        }
    }

    /// Whether one longitude inside comes after another on the way from west to east.
    private func isAhead(_ longitude: Double, of other: Double) -> Bool {
        let (isFirstLap, isOtherFirstLap) = (longitude >= west, other >= west)
        return isFirstLap == isOtherFirstLap ? longitude > other : isOtherFirstLap
    }
}
