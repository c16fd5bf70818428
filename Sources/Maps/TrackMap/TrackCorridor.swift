import LKGeo
import LKTracks

/// The surroundings of lines, up to a distance.
struct TrackCorridor {
    /// Points that follow each other, in a ball around the first.
    private struct Run {
        var points: Range<Int>
        var radius = 0.0
    }

    private let width: Double
    private let points: [CartesianPoint]
    private let startsSegment: [Bool]
    private var runs: [Run] = []
    /// With as many points a run, either the runs or their points are looked at.
    private static let length = 128

    /// Creates a corridor around lines.
    ///
    /// - Parameters:
    ///   - sketch: The points of lines.
    ///   - width: The distance in metres.
    init(_ sketch: [TrackSketch.Point], width: Double) {
        self.width = width
        points = sketch.map { CartesianPoint($0.coordinate) }
        startsSegment = sketch.map(\.startsSegment)
        var start = 0
        while start < points.count {
            var run = Run(points: start..<min(start + Self.length, points.count))
            for index in run.points {
                run.radius = max(run.radius, Self.distance(points[index], points[start]))
                // The line to the first point belongs to the run; a line over the curve of the Earth is a little higher.
                if index == start, index > 0, !startsSegment[index] {
                    run.radius = Self.distance(points[index - 1], points[index])
                }
            }
            runs.append(run)
            start = run.points.upperBound
        }
    }

    /// Returns whether a position is within the distance of a line.
    func contains(_ coordinate: Coordinate) -> Bool {
        let point = CartesianPoint(coordinate)
        return runs.contains { run in
            // No point of an arc is farther from the ball's middle than half of the Earth; long arcs bulge beyond their ends.
            let reach = run.radius > 1e6 ? .infinity : run.radius * 1.01 + width
            guard Self.distance(point, points[run.points.lowerBound]) <= reach else { return false }
            return run.points.contains { index in
                let former = index == 0 || startsSegment[index] ? index : index - 1
                let away = point.squaredDistance(toLineFrom: points[former], to: points[index])
                return away <= width * width
            }
        }
    }

    private static func distance(_ point: CartesianPoint, _ other: CartesianPoint) -> Double {
        point.squaredDistance(toLineFrom: other, to: other).squareRoot()
    }
}
