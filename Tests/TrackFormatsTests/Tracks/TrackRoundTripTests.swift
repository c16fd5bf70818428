import Foundation
import LKGeo
import TestSupport
import Testing

@testable import LKTrackFormats

@Suite("Tracks written and read again") struct TrackRoundTripTests {
    private static let shell: [TrackElement] = [.trackStart(TrackMetadata(name: "all")), .segmentStart]

    private func point(_ element: TrackElement?) -> TrackPoint? {
        if case .point(let point) = element { point } else { nil }
    }

    @Test(
        "A location with all values set survives a round trip unchanged", arguments: Tracks.keepingAll)
    func full(format: TrackFormat) throws {
        var written = TrackPoint(Tracks.full, name: "名前", note: "a \"note\",\nof two lines", symbol: "Flag")
        // A line of one point is a point of GeoJSON, one of two is a line.
        var second = TrackPoint(Location(coordinate: Coordinate(latitude: 1, longitude: 2)!, source: .track))
        second.location.timestamp = Date(timeIntervalSince1970: 0)
        let back = try Tracks.roundTrip(Self.shell + [.point(written), .point(second)], format)
        #expect(back.count == 4)
        #expect(point(back.dropFirst(2).first) == written)
        #expect(try Tracks.roundTrip(Self.shell + [.point(written)], format).last == .point(written))
        written.location.source = .other
        #expect(try Tracks.roundTrip([.waypoint(written)], format) == [.waypoint(written)])
    }

    @Test("NMEA keeps position, time, altitudes, movement, accuracy, dilution and correction, and nothing else")
    func nmea() throws {
        let back = try Tracks.roundTrip(Self.shell + [.point(TrackPoint(Tracks.full, name: "lost"))], .nmea)
        #expect(back.dropLast() == [.trackStart(TrackMetadata()), .segmentStart])
        let found = try #require(point(back.last))
        #expect(found.name == nil)
        let (old, new) = (Tracks.full, found.location)
        #expect(abs(new.coordinate.latitude - old.coordinate.latitude) < 1e-9)
        #expect(abs(new.coordinate.longitude - old.coordinate.longitude) < 1e-9)
        #expect(new.timestamp == old.timestamp && new.altitude == old.altitude && new.fix == old.fix)
        #expect(abs((new.ellipsoidalAltitude ?? 0) - 76.95) < 0.001)
        #expect(abs((new.speed ?? 0) - 1.25) < 0.001 && new.course == old.course)
        #expect(abs((new.horizontalAccuracy?.radius ?? 0) - 4.2) < 0.001 && new.verticalAccuracy == 8.5)
        #expect(new.horizontalDilution == 0.8 && new.correction == .rtkFloat)
        #expect(new.device == nil && new.speedAccuracy == nil && new.source == .track)
    }

    @Test("Segments of NMEA are parted by a time without fix")
    func nmeaSegments() throws {
        let point = TrackPoint(Tracks.full)
        var later = point
        later.location.timestamp = Date(timeIntervalSince1970: 1_795_242_690)
        let written: [TrackElement] = Self.shell + [.point(point), .segmentStart, .point(later)]
        let back = try Tracks.roundTrip(written, .nmea)
        #expect(back.filter { $0 == .segmentStart }.count == 2)
        #expect(back.count == 5)
    }

    @Test("Random tracks come back from GPX", arguments: 0..<60) func gpx(seed: UInt64) throws {
        let written = Tracks.random(seed: seed)
        #expect(try Tracks.roundTrip(written, .gpx) == written)
    }

    @Test("Random tracks come back from GeoJSON", arguments: 0..<60) func geoJSON(seed: UInt64) throws {
        let written = Tracks.random(seed: seed)
        #expect(try Tracks.roundTrip(written, .geojson) == written)
    }

    @Test("Random tracks come back from CSV but for what says nothing of a point", arguments: 0..<60)
    func csv(seed: UInt64) throws {
        let written = Tracks.random(seed: seed)
        let back = try Tracks.roundTrip(written, .csv)
        #expect(Self.points(back) == Self.points(written))
    }

    @Test("Random tracks with times come back from KML", arguments: 0..<60) func kml(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let start = Date(timeIntervalSince1970: 1_795_242_590)
        let written = Tracks.random(seed: seed, routes: false).map { element -> TrackElement in
            guard case .point(var point) = element else { return element }
            point.location.timestamp = start + Double(Int.random(in: 0...1000, using: &generator))
            return .point(point)
        }
        #expect(try Tracks.roundTrip(written, .kml) == written)
    }

    @Test("Points of a KML track without times keep their place, and routes stay routes")
    func untimed() throws {
        let points = (0..<4).map { index -> TrackElement in
            var location = Location(coordinate: Coordinate(latitude: Double(index), longitude: 2)!, source: .track)
            location.altitude = 0
            return .point(TrackPoint(location))
        }
        let track = Self.shell + points
        #expect(try Tracks.roundTrip(track, .kml) == track)
        let single = Self.shell + points.prefix(1) + [.segmentStart] + points.suffix(3)
        #expect(try Tracks.roundTrip(single, .kml) == single)
        let route = points.map { element -> TrackElement in
            guard case .point(var point) = element else { return element }
            point.location.source = .other
            return .point(point)
        }
        let routes: [TrackElement] = [.routeStart(TrackMetadata(name: "plan"))] + route
        #expect(try Tracks.roundTrip(routes, .kml) == routes)
    }

    @Test("Every format goes through every other in constant order", arguments: 0..<10) func copies(seed: UInt64) throws
    {
        let written = Tracks.random(seed: seed)
        for source in TrackFormat.writable {
            let bytes = try Tracks.write(written, source)
            for target in TrackFormat.writable {
                var copy: [UInt8] = []
                try target.copy(to: TrackSink { copy += $0 }) { () throws(TrackFormatError) in
                    try source.reader(FileChunks(bytes: bytes, name: "source"))
                }
                let found = Tracks.read(copy, target)
                #expect(found.error == nil, "\(source) to \(target)")
                if Tracks.keepingAll.contains(source), Tracks.keepingAll.contains(target) {
                    #expect(Self.coordinates(found.elements) == Self.coordinates(written), "\(source) to \(target)")
                }
            }
        }
    }

    static func points(_ elements: [TrackElement]) -> [TrackPoint] {
        elements.compactMap {
            switch $0 {
            case .point(let point), .waypoint(let point): point
            default: nil
            }
        }
    }

    private static func coordinates(_ elements: [TrackElement]) -> Set<Coordinate> {
        Set(points(elements).map(\.location.coordinate))
    }
}
