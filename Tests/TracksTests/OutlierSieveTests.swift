import Foundation
import Geo
import Testing
import Tracks

@Suite struct OutlierSieveTests {
    /// A walk at 1.5 m/s with a fix each ten seconds, of which some are elsewhere.
    private static func walk(elsewhere: Range<Int>, metres: Double = 600_000, count: Int = 40) -> [Location] {
        (0..<count).map { index in
            let way = 15 * Double(index)
            return Samples.fix(10 * Double(index), metres: elsewhere.contains(index) ? metres + way : way)
        }
    }

    private static func sieved(_ locations: [Location]) -> (kept: [Location], sieve: OutlierSieve) {
        var (sieve, kept) = (OutlierSieve(), [Location]())
        for location in locations { sieve.process(location) { kept.append($0) } }
        return (kept, sieve)
    }

    @Test(arguments: [20..<21, 20..<25, 39..<40, 4..<5])
    func fixesElsewhereAreLeftOut(elsewhere: Range<Int>) {
        let walk = Self.walk(elsewhere: elsewhere)
        let (kept, sieve) = Self.sieved(walk)
        #expect(kept == walk.indices.filter { !elsewhere.contains($0) }.map { walk[$0] })
        #expect(sieve.count == elsewhere.count)
        #expect(sieve.first == walk[elsewhere.lowerBound])
    }

    @Test func aTrackThatContinuesElsewhereIsKept() {
        for walk in [Self.walk(elsewhere: 20..<40), Self.walk(elsewhere: 20..<26)] {
            let (kept, sieve) = Self.sieved(walk)
            #expect(kept == walk)
            #expect(sieve.count == 0 && sieve.first == nil)
        }
    }

    @Test func gapsOfHoursAreKept() {
        // A flight of 600 km in an hour, of which only two fixes are recorded at the other end.
        var walk = Self.walk(elsewhere: 38..<40)
        for index in 38..<40 { walk[index].timestamp = walk[index].timestamp?.addingTimeInterval(3600) }
        #expect(Self.sieved(walk).kept == walk)
    }

    @Test(arguments: [1.0, 10, 60, 300])
    func planesAreKept(interval: Double) {
        // It taxies, accelerates by 2 m/s each second and flies at 250 m/s.
        var (metres, speed) = (0.0, 10.0)
        let flight = (0..<200).map { index in
            defer {
                if Double(index) * interval > 60 { speed = min(speed + 2 * interval, 250) }
                metres += speed * interval
            }
            return Samples.fix(Double(index) * interval, metres: metres)
        }
        let (kept, sieve) = Self.sieved(flight)
        #expect(kept == flight && sieve.count == 0)
    }

    @Test func shortLeapsAndFixesWithoutTimesAreKept() {
        let short = Self.walk(elsewhere: 20..<21, metres: 400)
        #expect(Self.sieved(short).kept == short)
        var timeless = Self.walk(elsewhere: 20..<21)
        for index in timeless.indices { timeless[index].timestamp = nil }
        #expect(Self.sieved(timeless).kept == timeless)
        // Its own radius allows for it.
        var vague = Self.walk(elsewhere: 20..<21, metres: 5000)
        vague[20].horizontalAccuracy = Accuracy(radius: 6000, estimator: .gst)
        #expect(Self.sieved(vague).kept == vague)
    }

    @Test func aSegmentHasItsOwnLeaps() {
        var (sieve, kept) = (OutlierSieve(), 0)
        for location in Self.walk(elsewhere: 0..<0) { sieve.process(location) { _ in kept += 1 } }
        sieve.startSegment()
        for location in Self.walk(elsewhere: 0..<40) { sieve.process(location) { _ in kept += 1 } }
        #expect(kept == 80 && sieve.count == 0)
    }
}
