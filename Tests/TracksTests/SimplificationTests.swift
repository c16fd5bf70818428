import LKGeo
import TestSupport
import Testing

@testable import LKTracks

@Suite struct SimplificationTests {
    /// A walk of random steps around a place.
    private func walk(_ count: Int, seed: UInt64, around start: Coordinate = Samples.home) -> [Location] {
        var random = SeededGenerator(seed: seed)
        var place = start
        return (0..<count).map { index in
            let bearing = Double.random(in: 0..<360, using: &random)
            place = place.destination(bearing: bearing, distance: .random(in: 0...50, using: &random)) ?? place
            return Samples.fix(Double(index), at: place)
        }
    }

    @Test(
        "Douglas-Peucker removes no point farther from the kept line than the tolerance",
        arguments: [(0.0, 180.0), (47.14, 9.52), (89.9999, 0)])
    func noPointThatGoesWasFartherThanTheToleranceFromTheLineThatStays(latitude: Double, longitude: Double) throws {
        let start = try #require(Coordinate(latitude: latitude, longitude: longitude))
        for seed in 1...20 as ClosedRange<UInt64> {
            let points = walk(200, seed: seed, around: start).map { CartesianPoint($0.coordinate) }
            let kept = Track.Simplification.douglasPeucker(tolerance: 30).kept(of: points)
            #expect(kept.first == 0 && kept.last == 199 && kept.count < 200)
            for (first, last) in zip(kept, kept.dropFirst()) {
                for index in first..<last {
                    let squared = points[index].squaredDistance(toLineFrom: points[first], to: points[last])
                    #expect(squared <= 900.000001)
                }
            }
        }
    }

    @Test("Visvalingam keeps the same points as a simple implementation")
    func whatVisvalingamLeavesMakesLargeTriangles() {
        for seed in 1...20 as ClosedRange<UInt64> {
            let points = walk(200, seed: seed).map { CartesianPoint($0.coordinate) }
            let kept = Track.Simplification.visvalingam(tolerance: 30).kept(of: points)
            #expect(kept.first == 0 && kept.last == 199 && kept.count < 200)
            #expect(kept == slowVisvalingam(points, area: 450))
        }
    }

    /// The same by looking for the smallest triangle anew each time.
    private func slowVisvalingam(_ points: [CartesianPoint], area limit: Double) -> [Int] {
        var kept = Array(points.indices)
        var least = [Double](repeating: 0, count: points.count)
        while kept.count > 2 {
            let areas = (1..<kept.count - 1).map { position in
                let index = kept[position]
                let area = points[index].triangle(points[kept[position - 1]], points[kept[position + 1]])
                return max(least[index], area)
            }
            guard let smallest = areas.min(), smallest < limit, let position = areas.firstIndex(of: smallest) else {
                break
            }
            least[kept[position]] = smallest
            least[kept[position + 2]] = smallest
            kept.remove(at: position + 1)
        }
        return kept
    }

    @Test("A long straight line is reduced to its ends")
    func aLongStraightWayNeedsOnlyItsEnds() throws {
        let far = try #require(Samples.home.destination(bearing: 45, distance: 200_000))
        let locations = (0...100).compactMap { step in
            Samples.home.interpolated(to: far, fraction: Double(step) / 100).map { Samples.fix(Double(step), at: $0) }
        }
        #expect(Track.Segment(locations).simplified(.douglasPeucker(tolerance: 0.5)).locations.count == 2)
        #expect(Track.Segment(locations).simplified(.visvalingam(tolerance: 5)).locations.count == 2)
    }

    @Test("Douglas-Peucker keeps a spike, and Visvalingam removes it")
    func aSpikeGoesWithOneAndStaysWithTheOther() {
        var locations = (0..<11).map { Samples.fix(Double($0), metres: 10 * Double($0)) }
        locations[5] = Samples.fix(5, at: locations[5].coordinate.destination(bearing: 0, distance: 40) ?? Samples.home)
        let segment = Track.Segment(locations)
        #expect(segment.simplified(.douglasPeucker(tolerance: 20)).locations.contains(locations[5]))
        #expect(!segment.simplified(.visvalingam(tolerance: 40)).locations.contains(locations[5]))
    }

    @Test("Short segments and a zero or invalid tolerance leave all points")
    func fewPointsAndNoToleranceLeaveAllAsItIs() {
        for simplification in [Track.Simplification.douglasPeucker(tolerance: 10), .visvalingam(tolerance: 10)] {
            for count in 0...2 {
                let segment = Track.Segment(walk(count, seed: 3))
                #expect(segment.simplified(simplification) == segment)
            }
        }
        let segment = Track.Segment(walk(50, seed: 3))
        #expect(segment.simplified(.douglasPeucker(tolerance: 0)) == segment)
        #expect(segment.simplified(.visvalingam(tolerance: .nan)) == segment)
    }

    /// A zigzag whose farthest point is always near its end.
    private func zigzag(_ count: Int) -> [CartesianPoint] {
        (0..<count).compactMap { index in
            let share = Double(index) / Double(count)
            return Coordinate(latitude: 10 + Double(index % 2) * 1e-3 * (1 + share), longitude: 10 + 0.1 * share)
        }.map { CartesianPoint($0) }
    }

    /// Simplifies a line and counts how many deviations are calculated for each point.
    private func counted(_ line: [CartesianPoint], tolerance: Double) -> (kept: [Int], looks: Int) {
        var count = 0
        let kept = DouglasPeucker.kept(of: line.count, maximumDeviation: tolerance * tolerance) { index, first, last in
            count += 1
            return line[index].squaredDistance(toLineFrom: line[first], to: line[last])
        }
        return (kept, count / line.count)
    }

    @Test("Simplifying a zigzag visits each point only a few times more often than a walk")
    func aZigzagTakesAFewTimesAsManyLooksAtEachPointAsAWalk() {
        let plain = counted(walk(16_000, seed: 1).map { CartesianPoint($0.coordinate) }, tolerance: 30).looks
        for count in [4_000, 16_000] {
            let line = zigzag(count)
            let (kept, looks) = counted(line, tolerance: 1)
            #expect(looks < 8 * plain)
            for (first, last) in zip(kept, kept.dropFirst()) {
                let distances = (first..<last).map { line[$0].squaredDistance(toLineFrom: line[first], to: line[last]) }
                #expect(distances.allSatisfy { $0 <= 1 })
            }
        }
    }

    @Test("A walk is split at its farthest points")
    func aWalkIsSplitAtItsFarthestPointsOnly() {
        for seed in 1...3 as ClosedRange<UInt64> {
            let line = walk(2_000, seed: seed).map { CartesianPoint($0.coordinate) }
            for tolerance in [10.0, 100] {
                #expect(counted(line, tolerance: tolerance).kept == splitAtFarthest(line, tolerance))
            }
        }
    }

    /// The algorithm as it was published, which is quadratic at worst.
    private func splitAtFarthest(_ line: [CartesianPoint], _ tolerance: Double) -> [Int] {
        var (kept, open) = ([0, line.count - 1], [(0, line.count - 1)])
        while let (first, last) = open.popLast() {
            let distances = (first..<last).map { line[$0].squaredDistance(toLineFrom: line[first], to: line[last]) }
            guard let largest = distances.max(), largest > tolerance * tolerance,
                let split = distances.firstIndex(of: largest)
            else { continue }
            kept.append(first + split)
            open += [(first, first + split), (first + split, last)]
        }
        return kept.sorted()
    }
}
