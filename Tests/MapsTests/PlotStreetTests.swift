import Foundation
import LKGeo
import LKGeocoding
import LKStreets
import LocationKitMaps
import TestSupport
import Testing

@Suite("streets of a picture")
struct PlotStreetTests {
    private static let source = "streets: \(StreetIndex.attribution)"

    /// The picture of a walk due north over some degrees, without the world, so that it is drawn quickly.
    private func svg(
        _ provider: StreetIndexes?, from latitude: Double = 46.999, degrees: Double = 0.022, isDark: Bool = false
    ) throws -> String {
        var plot = TrackPlot(
            TestTracks.track((0...20).map { TestTracks.location(latitude + Double($0) / 20 * degrees, 9.015) }))
        plot.streets = provider
        plot.style.isDark = isDark
        return String(decoding: try plot.svg(), as: UTF8.self)
    }

    /// How many lines the paths of a picture have.
    private func count(_ svg: String) -> Int {
        svg.split(separator: "\n").filter { $0.hasPrefix("<path") }.reduce(0) { sum, path in
            sum + path.count { $0 == "M" }
        }
    }

    @Test("Streets in the frame are drawn, the smaller the scale the fewer, and their source is named only then")
    func scales() throws {
        let town = try TestStreets.provider(TestStreets.grid())
        let plain = try svg(nil)
        let full = try svg(town)
        #expect(!plain.contains(Self.source))
        #expect(full.contains(Self.source))
        // 40 streets, the road and the path; that far away is not in the frame.
        #expect(count(full) - count(plain) == 42)
        #expect(try count(svg(town, isDark: true)) == count(full))
        // 20 km and more: the road is left.
        #expect(try count(svg(town, degrees: 0.25)) - count(svg(nil, degrees: 0.25)) == 1)
        let far = try svg(town, degrees: 5)
        #expect(try count(far) == count(svg(nil, degrees: 5)))
        #expect(!far.contains(Self.source))
        #expect(!(try svg(town, from: 20)).contains(Self.source))
    }

    @Test("A picture around the Earth and one at a pole have no streets and are drawn")
    func ends() throws {
        let town = try TestStreets.provider(TestStreets.grid())
        for latitudes in [[-89.999, -90], [89.99, 90]] {
            var plot = TrackPlot(TestTracks.track(latitudes.map { TestTracks.location($0, 9) }))
            plot.streets = town
            #expect(try !plot.svg().isEmpty)
        }
        var plot = TrackPlot(TestTracks.track([-170, -60, 60, 170].map { TestTracks.location(47, Double($0)) }))
        plot.streets = town
        #expect(!String(decoding: try plot.svg(), as: UTF8.self).contains(Self.source))
    }
}
