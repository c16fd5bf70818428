import Geo

extension Track.Segment {
    /// The segment with fewer locations; the first and the last stay, and those that stay are unchanged.
    ///
    /// - Parameter simplification: Which may go.
    /// - Returns: The segment that is left.
    public func simplified(_ simplification: Simplification) -> Track.Segment {
        let kept = simplification.kept(of: locations.map { PointInSpace($0.coordinate) })
        return Track.Segment(kept.map { locations[$0] })
    }
}

extension Track {
    /// The track with fewer locations, each segment by itself; waypoints stay.
    ///
    /// - Parameter simplification: Which locations may go.
    /// - Returns: The track that is left.
    public func simplified(_ simplification: Simplification) -> Track {
        var track = self
        track.segments = segments.map { $0.simplified(simplification) }
        return track
    }
}
