import TestSupport
import Testing

@testable import LKTracks

@Suite struct ClimbTests {
    private func total(_ heights: [Double], threshold: Double = 5) -> Climb.Total {
        var climb = Climb(threshold: threshold)
        for height in heights { climb.add(height) }
        return climb.total
    }

    @Test("Ascent counts from the foot of a rise to its top")
    func aRiseCountsFromItsFootToItsTop() {
        #expect(total([100, 104, 103, 120, 118, 150]) == Climb.Total(up: 50, down: 0))
        #expect(total([100, 98, 150, 90]) == Climb.Total(up: 52, down: 60))
    }

    @Test("Height noise below the threshold does not count")
    func noiseBelowTheThresholdIsNothing() {
        #expect(total([100, 102, 99, 103, 100, 98.5, 102]) == Climb.Total(up: 0, down: 0))
    }

    @Test("A small fall or rise before the first that counts moves its starting height")
    func aFallBeforeTheFirstRiseMovesItsFoot() {
        #expect(total([100, 97, 104]) == Climb.Total(up: 7, down: 0))
        #expect(total([100, 104, 97]) == Climb.Total(up: 0, down: 7))
    }

    @Test("Ascent minus descent is the height difference, within the threshold")
    func upMinusDownIsTheWholeWhereNothingIsLost() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            let heights = (0..<50).map { _ in Double.random(in: 0...100, using: &random) }
            let total = total(heights, threshold: 0)
            #expect(abs(total.up - total.down - (heights[49] - heights[0])) < 1e-9)
            // With a threshold no more than its half is lost at each end of the way.
            let coarse = self.total(heights, threshold: 10)
            #expect(coarse.up <= total.up && coarse.down <= total.down)
            #expect(abs(coarse.up - coarse.down - (heights[49] - heights[0])) < 20)
        }
    }

    @Test("The height difference across an interruption does not count")
    func whatComesAfterAnInterruptionBeginsAnew() {
        var climb = Climb(threshold: 5)
        for height in [0.0, 10] { climb.add(height) }
        climb.interrupt()
        for height in [500.0, 520] { climb.add(height) }
        #expect(climb.total == Climb.Total(up: 30, down: 0))
    }
}
