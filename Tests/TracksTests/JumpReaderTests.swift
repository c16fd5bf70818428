import Foundation
import LKGeo
import LKTrackFormats
import LKTracks
import Testing

/// Fixes where nothing can have been, between others that agree with each other.
@Suite("jumps of a receiver") struct JumpReaderTests {
    /// Hands out elements.
    private final class Elements: TrackReading {
        private var elements: ArraySlice<TrackElement>
        init(_ elements: [TrackElement]) { self.elements = elements[...] }
        func next() -> TrackElement? { elements.popFirst() }
        var hasBufferedElements: Bool { !elements.isEmpty }
        var warnings: [TrackWarnings.Warning] { [] }
        var warningCount: Int { 0 }
    }

    private static func location(_ latitude: Double, _ seconds: Double?) throws -> Location {
        var location = Location(coordinate: try #require(Coordinate(latitude: latitude, longitude: 8)))
        location.timestamp = seconds.map { Date(timeIntervalSince1970: 1_750_000_000 + $0) }
        return location
    }

    /// A walk of a fix each second, which is elsewhere at some indices.
    private static func walk(_ count: Int, jumpsAt jumps: [Int: Double] = [:], every step: Double = 1) throws
        -> [TrackElement]
    {
        try (0..<count).map { index in
            let latitude = jumps[index] ?? 47 + Double(index) * 1e-5
            return .point(TrackPoint(try location(latitude, Double(index) * step)))
        }
    }

    private static func kept(_ elements: [TrackElement]) throws -> (latitudes: [Double], reader: JumpReader) {
        let reader = JumpReader(Elements(elements))
        var latitudes: [Double] = []
        while let element = try reader.next() {
            if case .point(let point) = element { latitudes.append(point.location.coordinate.latitude) }
        }
        return (latitudes, reader)
    }

    @Test(
        "Up to five fixes elsewhere are left out, also the first ones and one of the first",
        arguments: [[50], [50, 51, 52, 53, 54], [0], [0, 1, 2], [2], [50, 70, 90], Array(0..<10), Array(0..<20)])
    func leftOut(places: [Int]) throws {
        let jumps = Dictionary(uniqueKeysWithValues: places.map { ($0, 52 + Double($0) * 1e-5) })
        let (latitudes, reader) = try Self.kept(try Self.walk(100, jumpsAt: jumps))
        #expect(latitudes.count == 100 - places.count)
        #expect(latitudes.allSatisfy { $0 < 48 })
        #expect(reader.count == places.count)
        #expect(reader.first?.coordinate.latitude == jumps[places[0]])
    }

    @Test("A waypoint does not wait for the fix that is doubted; segments and tracks keep their order")
    func order() throws {
        var elements = try Self.walk(20, jumpsAt: [10: 52])
        let place = try #require(Coordinate(latitude: 1, longitude: 2))
        elements.insert(.waypoint(TrackPoint(Location(coordinate: place))), at: 11)
        let reader = JumpReader(Elements([.trackStart(TrackMetadata(name: "A")), .segmentStart] + elements))
        var kinds: [String] = []
        while let element = try reader.next() {
            switch element {
            case .trackStart: kinds.append("track")
            case .segmentStart: kinds.append("segment")
            case .waypoint: kinds.append("waypoint \(kinds.count)")
            default: kinds.append("point")
            }
        }
        #expect(kinds.prefix(2) == ["track", "segment"])
        #expect(kinds.contains { $0.hasPrefix("waypoint") })
        #expect(kinds.count == 22)
    }

    @Test("A plane, another place from then on, the last fixes, a gap, a route and fixes without advancing times stay")
    func stays() throws {
        let plane = try (0..<300).map { index in
            TrackElement.point(TrackPoint(try Self.location(40 + Double(index) * 0.0225, Double(index) * 10)))
        }
        #expect(try Self.kept(plane).latitudes.count == 300)
        let moved = Dictionary(uniqueKeysWithValues: (50..<100).map { ($0, 52 + Double($0) * 1e-5) })
        #expect(try Self.kept(try Self.walk(100, jumpsAt: moved)).latitudes.count == 100)
        #expect(try Self.kept(try Self.walk(100, jumpsAt: [98: 52, 99: 52])).latitudes.count == 100)
        // Ten hours between two fixes.
        #expect(try Self.kept(try Self.walk(100, jumpsAt: [50: 52], every: 36_000)).latitudes.count == 100)
        // An hour there by plane, and an hour back.
        #expect(try Self.kept(try Self.walk(100, jumpsAt: [50: 56], every: 3600)).latitudes.count == 100)
        let untimed = try (0..<100).map { index in
            TrackElement.point(TrackPoint(try Self.location(index == 50 ? 52 : 47, nil)))
        }
        #expect(try Self.kept(untimed).latitudes.count == 100)
        let route = [.routeStart(TrackMetadata())] + (try Self.walk(100, jumpsAt: [50: 52]))
        #expect(try Self.kept(route).latitudes.count == 100)
    }

    @Test("What goes on elsewhere, a repeated time, and two receivers in one file")
    func elsewhere() throws {
        // Out of reach at first, then slowly farther: no jump, although later fixes can be reached from the start.
        let away = try [0.0, 1, 2, 3, 4, 5, 6, 7, 5000, 9000, 12_000].enumerated().map { index, seconds in
            TrackElement.point(TrackPoint(try Self.location(index < 8 ? 47 : 50 + Double(index) * 0.01, seconds)))
        }
        #expect(try Self.kept(away).latitudes.count == away.count)
        var repeated = try Self.walk(100)
        repeated[50] = .point(TrackPoint(try Self.location(52, 49)))
        #expect(try Self.kept(repeated).reader.count == 1)
        let both = try Self.walk(
            2000, jumpsAt: Dictionary(uniqueKeysWithValues: stride(from: 1, to: 2000, by: 2).map { ($0, 48) }))
        let (latitudes, reader) = try Self.kept(both)
        #expect(reader.count < 30)
        #expect(latitudes.count == 2000 - reader.count)
    }

    @Test("Waypoints do not pile up behind the first fix")
    func waypoints() throws {
        let place = TrackPoint(Location(coordinate: try #require(Coordinate(latitude: 1, longitude: 2))))
        let reader = JumpReader(Elements([try Self.walk(1)[0]] + Array(repeating: .waypoint(place), count: 3)))
        guard case .waypoint = try reader.next() else {
            Issue.record("the waypoint waits")
            return
        }
    }

    @Test("A short segment of which nothing is known stays")
    func short() throws {
        for count in 0..<6 {
            let (latitudes, reader) = try Self.kept(try Self.walk(count, jumpsAt: [count - 1: 52]))
            #expect(latitudes.count == count && reader.count == 0)
        }
    }
}
