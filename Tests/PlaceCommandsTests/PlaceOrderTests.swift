import LKGeo
import TestSupport
import Testing

@testable import LKPlaceCommands

@Suite struct PlaceOrderTests {
    @Test("Every point that has a coordinate comes once, and neighbours come together")
    func order() {
        var generator = SeededGenerator(seed: 8)
        var points: [Coordinate?] = (0..<20_000).map { _ in
            Coordinate(
                latitude: Double.random(in: -90...90, using: &generator),
                longitude: Double.random(in: -180...180, using: &generator))
        }
        points += [Coordinate(latitude: 90, longitude: 180), Coordinate(latitude: -90, longitude: -180)]
        for index in stride(from: 0, to: points.count, by: 7) { points[index] = nil }
        let order = PlaceOrder.sorted(points).map(Int.init)
        #expect(order.sorted() == points.indices.filter { points[$0] != nil })
        let steps = zip(order, order.dropFirst()).compactMap { pair in
            points[pair.0].flatMap { first in points[pair.1].map { abs($0.latitude - first.latitude) } }
        }
        // At random it would be 60 degrees.
        let mean = steps.reduce(0, +) / Double(steps.count)
        #expect(mean < 2)
    }

    @Test("No points have an order too")
    func none() {
        #expect(PlaceOrder.sorted([]).isEmpty)
        #expect(PlaceOrder.sorted([nil, nil]).isEmpty)
    }
}
