extension BoundingBox {
    /// Whether all of another box is inside.
    public func contains(_ other: BoundingBox) -> Bool {
        other.south >= south && other.north <= north && (longitudes.contains(other.longitudes) || other.isPole)
    }

    /// Whether the boxes have a point in common; touching edges do.
    public func intersects(_ other: BoundingBox) -> Bool {
        guard south <= other.north, other.south <= north else { return false }
        return longitudes.intersects(other.longitudes)
            || (north == 90 && other.north == 90) || (south == -90 && other.south == -90)
    }

    /// The smallest box that holds both.
    ///
    /// Of two equally narrow ones it is the one that does not cross the antimeridian, else the one that begins
    /// farther west; so that the order does not matter.
    public func union(_ other: BoundingBox) -> BoundingBox {
        let range: LongitudeRange
        // A pole has every longitude and widens nothing.
        if other.isPole {
            range = longitudes
        } else if isPole {
            range = other.longitudes
        } else {
            range = longitudes.union(other.longitudes)
        }
        return BoundingBox(south: min(south, other.south), north: max(north, other.north), longitudes: range)
    }

    /// Widens the box as little as possible to hold another.
    public mutating func formUnion(_ other: BoundingBox) { self = union(other) }

    /// Widens the box as little as possible to hold a point.
    ///
    /// Point by point the box can get wider than ``init(covering:)`` makes it from all points at once, since each step
    /// decides for one way around the Earth without knowing the points to come.
    public mutating func extend(to coordinate: Coordinate) {
        let longitude = coordinate.longitude
        formUnion(
            BoundingBox(
                south: coordinate.latitude, north: coordinate.latitude,
                longitudes: LongitudeRange(west: longitude, east: longitude)))
    }

    /// Whether the box is one of the poles and nothing else.
    private var isPole: Bool { south == north && abs(south) == 90 }
}
