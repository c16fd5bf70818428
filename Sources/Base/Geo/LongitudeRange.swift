/// A range of longitudes from west to east, which may cross the antimeridian or span all longitudes.
///
/// Containment is decided by comparing the ends, never by subtracting them, so that a range contains exactly the
/// longitudes that it was made from.
struct LongitudeRange: Hashable, Sendable {
    /// Degrees, -180..<180.
    let west: Double

    /// Degrees, -180..<180; less than ``west`` if the range crosses the antimeridian; 180 only if it spans all
    /// longitudes.
    let east: Double

    /// Every longitude.
    static let all = LongitudeRange(normalizedWest: -180, east: 180)

    private init(normalizedWest west: Double, east: Double) {
        self.west = west
        self.east = east
    }

    /// Creates the range between two finite longitudes: all longitudes when the east is 360° or more ahead of the west.
    init(west: Double, east: Double) {
        if east - west >= 360 {
            self = .all
        } else {
            self.init(
                normalizedWest: Coordinate.normalized(longitude: west) + 0,
                east: Coordinate.normalized(longitude: east) + 0)
        }
    }

    /// Creates the shortest range that contains all the normalised longitudes; returns `nil` for an empty array.
    ///
    /// Of equally short ranges it is the one that does not cross the antimeridian.
    ///
    /// - Complexity: O(*n* log *n*).
    init?(covering longitudes: [Double]) {
        let sorted = longitudes.sorted()
        guard let first = sorted.first, let last = sorted.last else { return nil }
        // The widest gap between neighbours stays outside; the search starts with the gap at the antimeridian.
        var widest = 360 - (last - first)
        var (west, east) = (first, last)
        for (left, right) in zip(sorted, sorted.dropFirst()) where right - left > widest {
            widest = right - left
            (west, east) = (right, left)
        }
        self.init(normalizedWest: west, east: east)
    }

    /// Whether the range spans all longitudes.
    var isAll: Bool { east == 180 }

    /// Whether the antimeridian is inside and not just at an end.
    var crossesAntimeridian: Bool { west > east }

    /// The length in degrees, 0...360.
    var span: Double { crossesAntimeridian ? (180 - west) + (east + 180) : east - west }

    /// The longitude midway between the ends, normalized.
    var middle: Double {
        crossesAntimeridian ? Coordinate.normalized(longitude: west + span / 2) : west / 2 + east / 2
    }

    /// Returns whether a normalized longitude is inside or at an end.
    func contains(_ longitude: Double) -> Bool {
        crossesAntimeridian ? longitude >= west || longitude <= east : longitude >= west && longitude <= east
    }

    /// Returns whether all of another range is inside.
    func contains(_ other: LongitudeRange) -> Bool {
        if isAll { return true }
        if other.isAll { return false }
        guard contains(other.west), contains(other.east) else { return false }
        // With both ends inside, either the whole range is inside or it runs around the outside.
        return !isAhead(other.west, of: other.east)
    }

    /// Returns whether the ranges have a longitude in common.
    func intersects(_ other: LongitudeRange) -> Bool { contains(other.west) || other.contains(west) }

    /// Returns the shortest range that contains both.
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
            // Makes the result independent of the order of the ranges.
            return eastward.west < westward.west ? eastward : westward
        }
    }

    /// Returns whether one longitude of the range comes after another on the way from west to east.
    private func isAhead(_ longitude: Double, of other: Double) -> Bool {
        let (isFirstLap, isOtherFirstLap) = (longitude >= west, other >= west)
        return isFirstLap == isOtherFirstLap ? longitude > other : isOtherFirstLap
    }
}
