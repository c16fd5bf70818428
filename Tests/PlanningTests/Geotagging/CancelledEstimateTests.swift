import Foundation
import LKMetadata
import LKTracks
import Synchronization
import Testing

@testable import LKPlanning

/// Returns `true` from the given look on, and counts the looks.
private final class Cancellation: Sendable {
    private let looks = Atomic(0)
    private let limit: Int

    init(at limit: Int) { self.limit = limit }

    var count: Int { looks.load(ordering: .relaxed) }
    var isCanceled: Bool { looks.add(1, ordering: .relaxed).newValue >= limit }
}

@Suite("An estimate of clocks that is cancelled ends in the middle") struct CancelledEstimateTests {
    @Test("The estimate of clocks ends at the next photo, track point or shift")
    func clocks() {
        let start = Walk.utc(2026, 7, 15, 10)
        let tracks = Walk.timeline(Walk.track("a", from: start, to: start + 3600, Walk.berlin, Walk.place(52.6, 13.5)))
        let photos = (0..<20).map {
            Walk.photo(
                PhotoDate.WallTime(secondsSince1970: Int(start) + 100 * $0 + 7200), name: "\($0).jpg")
        }
        func looks(_ limit: Int) -> (count: Int, clocks: Int) {
            var configuration = Geotagger.Configuration()
            configuration.clock = .automatic
            var geotagger = Geotagger(tracks: tracks, zones: Walk.zones, configuration: configuration)
            for photo in photos { geotagger.learn(photo) }
            let cancellation = Cancellation(at: limit)
            geotagger.finishLearning(isCanceled: { cancellation.isCanceled })
            return (cancellation.count, geotagger.clocks.count)
        }
        let whole = looks(.max)
        #expect(whole.clocks == 1 && whole.count > 80, "\(whole)")
        for limit in [1, 2, 10, 62, 65, 70, 80] {
            let cut = looks(limit)
            #expect(cut.clocks == 0 && cut.count < limit + 70, "\(limit): \(cut)")
        }
    }
}
