import LKGeo
import TestSupport
import Testing

@testable import LKTracks

@Suite("Coordinate: steps") struct StepTests {
    @Test("A step is as long as the geodesic") func geodesic() throws {
        var random = SeededGenerator(seed: 5)
        var worst = 0.0
        for _ in 0..<2000 {
            let (latitude, longitude) = (
                Double.random(in: -85...85, using: &random), Double.random(in: -180...180, using: &random)
            )
            let size = [0.003, 0.0001, 0.01][Int.random(in: 0...2, using: &random)]
            let north = Double.random(in: -size...size, using: &random)
            let east = Double.random(in: -size...size, using: &random)
            let from = try #require(Coordinate(latitude: latitude, longitude: longitude))
            let to = try #require(Coordinate(latitude: latitude + north, longitude: longitude + east))
            worst = max(worst, (from.step(to: to) - from.distance(to: to)).magnitude)
        }
        #expect(worst < 1e-6)
    }
}
