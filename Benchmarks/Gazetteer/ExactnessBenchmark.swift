import CPeer
import Glibc
import LKGazetteer
import LKGeo

/// The nearest place against the plainest search there is: the distance of every point to every place.
struct ExactnessBenchmark {
    let world: World
    var count = 1_000_000

    /// The radius in metres that `Docs/Formats/Gazetteer.md` counts with.
    private static let radius = 6_371_008.8

    /// Three numbers a point or place: the direction from the Earth's centre.
    private static func vector(_ place: Coordinate) -> (Double, Double, Double) {
        let (latitude, longitude) = (place.latitude * .pi / 180, place.longitude * .pi / 180)
        return (cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
    }

    func run(_ points: [Coordinate]) throws(BenchmarkError) -> [Measurement] {
        let start = Clocks.monotonic
        let squares = squares(points)
        var (different, worst) = (0, 0.0)
        for (point, square) in zip(points, squares) {
            let expected = 2 * Self.radius * asin(min(square.squareRoot() / 2, 1))
            let found: Double?
            do { found = try world.nearest(point, count: 1).first?.distance } catch { throw BenchmarkError("\(error)") }
            let error = abs((found ?? .infinity) - expected)
            worst = max(worst, error)
            // Both count in double precision, on ways that differ in the last digits.
            different += error < 0.001 ? 0 : 1
        }
        let seconds = Double(Clocks.monotonic - start) / 1e9
        let note =
            "of \(points.count) points against all \(world.settlementCount) places; greatest difference "
            + "\(ResultTable.number(worst * 1e6)) µm; \(Int(seconds)) s"
        return [
            Measurement("gazetteer.exact", unit: "wrong", ours: Double(different), note: note)
                .against("planar kd-trees of PyPI, quoted", 0.0766 * Double(points.count))
                .goal("none, within 900 s", isMet: different == 0 && seconds < 900)
        ]
    }

    private func squares(_ points: [Coordinate]) -> [Double] {
        // Filled up with places that are near nothing.
        let padded = (world.settlementCount + 7) / 8 * 8
        var (x, y, z) = ([Double](repeating: 9, count: padded), [Double](), [Double]())
        (y, z) = (x, x)
        for index in 0..<world.settlementCount {
            if let place = world.settlementCoordinate(index) { (x[index], y[index], z[index]) = Self.vector(place) }
        }
        var targets: [Double] = []
        targets.reserveCapacity(3 * points.count)
        for point in points {
            let (x, y, z) = Self.vector(point)
            targets += [x, y, z]
        }
        var squares = [Double](repeating: 0, count: points.count)
        cpeer_nearest(x, y, z, padded, targets, points.count, Int32(sysconf(Int32(_SC_NPROCESSORS_ONLN))), &squares)
        return squares
    }
}
