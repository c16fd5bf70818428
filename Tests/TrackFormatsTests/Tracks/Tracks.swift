import Foundation
import LKGeo
import TestSupport
import Testing

@testable import LKTrackFormats

/// Files of tracks in memory, for tests.
enum Tracks {
    /// The formats that keep all that is known of a location; a new one that does too belongs here.
    static let keepingAll: [TrackFormat] = [.gpx, .geojson, .kml, .csv]

    /// What a reader gives before its end or its error.
    static func read(
        _ bytes: some Sequence<UInt8>, _ format: TrackFormat, chunkSize: Int = 65_536
    ) -> (elements: [TrackElement], error: TrackFormatError?, warnings: [TrackWarnings.Warning]) {
        var elements: [TrackElement] = []
        do throws(TrackFormatError) {
            let reader = try format.reader(FileChunks(bytes: Array(bytes), name: "test", size: chunkSize))
            do throws(TrackFormatError) {
                while let element = try reader.next() { elements.append(element) }
                return (elements, nil, reader.warnings)
            } catch {
                return (elements, error, reader.warnings)
            }
        } catch {
            return ([], error, [])
        }
    }

    /// What a writer makes of elements.
    static func write(_ elements: [TrackElement], _ format: TrackFormat) throws -> [UInt8] {
        var bytes: [UInt8] = []
        let sink = TrackSink { bytes += $0 }
        let writer = try format.writer(to: sink)
        for element in elements { try writer.write(element) }
        try writer.finish()
        return bytes
    }

    static func text(_ elements: [TrackElement], _ format: TrackFormat) throws -> String {
        String(decoding: try write(elements, format), as: UTF8.self)
    }

    /// What comes back of elements, without the lines of the file.
    static func roundTrip(_ elements: [TrackElement], _ format: TrackFormat) throws -> [TrackElement] {
        let bytes = try write(elements, format)
        let found = read(bytes, format)
        #expect(found.error == nil)
        #expect(found.warnings == [])
        return found.elements.map(withoutLine)
    }

    static func withoutLine(_ element: TrackElement) -> TrackElement {
        switch element {
        case .point(var point):
            point.line = nil
            return .point(point)
        case .waypoint(var point):
            point.line = nil
            return .waypoint(point)
        default: return element
        }
    }

    /// A location of which everything is known.
    static var full: Location {
        var location = Location(
            coordinate: Coordinate(latitude: 35.681236123, longitude: 139.767125987)!, source: .track, isSimulated: true
        )
        location.altitude = 40.25
        location.ellipsoidalAltitude = 76.95
        location.horizontalAccuracy = Accuracy(radius: 4.2, estimator: .gst)
        location.verticalAccuracy = 8.5
        location.speed = 1.25
        location.speedAccuracy = 0.3
        location.course = 270.5
        location.courseAccuracy = 3
        location.verticalSpeed = -0.5
        location.timestamp = Date(timeIntervalSince1970: 1_795_242_590.25)
        location.timestampDoubt = .weekRollover
        location.fix = .threeDimensional
        location.correction = .rtkFloat
        location.satellites = Location.SatelliteCount(used: 9, visible: 14)
        location.horizontalDilution = 0.8
        location.device = "/dev/ttyACM0"
        return location
    }

    /// Tracks, routes and waypoints with names of all kinds, the same for the same seed.
    static func random(seed: UInt64, routes: Bool = true) -> [TrackElement] {
        var generator = SeededGenerator(seed: seed)
        var elements: [TrackElement] = []
        if Bool.random(using: &generator) {
            elements.append(
                .metadata(TrackMetadata(name: name(&generator), note: name(&generator), time: time(&generator))))
        }
        for _ in 0..<Int.random(in: 0...3, using: &generator) { elements.append(.waypoint(point(&generator, .other))) }
        for _ in 0..<(routes ? Int.random(in: 0...2, using: &generator) : 0) {
            elements.append(.routeStart(TrackMetadata(name: name(&generator))))
            for _ in 0..<Int.random(in: 0...4, using: &generator) { elements.append(.point(point(&generator, .other))) }
        }
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            elements.append(.trackStart(TrackMetadata(name: name(&generator), note: name(&generator))))
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                elements.append(.segmentStart)
                for _ in 0..<Int.random(in: 1...5, using: &generator) {
                    elements.append(.point(point(&generator, .track)))
                }
            }
        }
        return elements
    }

    private static func name(_ generator: inout SeededGenerator) -> String {
        let parts = [
            "東京駅", "a & b", "<c>", "\"quoted\"", "semi;colon", "com,ma", "two\nlines", "😀", "é", "]]>", "\\back",
            "tab\tbed",
        ]
        return (0..<Int.random(in: 1...3, using: &generator)).map { _ in
            parts.randomElement(using: &generator) ?? ""
        }.joined(separator: " ")
    }

    private static func time(_ generator: inout SeededGenerator) -> Date {
        // Whole seconds and thousandths, added as a reader adds them.
        let seconds = Int.random(in: -60_000_000_000...300_000_000_000, using: &generator)
        return Date(
            timeIntervalSinceReferenceDate: Double(seconds)
                + (Bool.random(using: &generator) ? 0 : Double(Int.random(in: 1...999, using: &generator)) / 1000))
    }

    private static func number(_ range: ClosedRange<Int>, _ scale: Double, _ generator: inout SeededGenerator)
        -> Double?
    {
        Bool.random(using: &generator) ? Double(Int.random(in: range, using: &generator)) / scale : nil
    }

    static func point(_ generator: inout SeededGenerator, _ source: Location.Source) -> TrackPoint {
        let latitude = Double(Int.random(in: -90_000_000_000...90_000_000_000, using: &generator)) / 1e9
        let longitude = Double(Int.random(in: -180_000_000_000..<180_000_000_000, using: &generator)) / 1e9
        var location = Location(coordinate: Coordinate(latitude: latitude, longitude: longitude)!, source: source)
        location.altitude = number(-4_000_000...90_000_000, 1e4, &generator)
        if let height = number(-4_000_000...90_000_000, 1e4, &generator) { location.ellipsoidalAltitude = height }
        if let radius = number(1...100_000, 1e3, &generator) {
            location.horizontalAccuracy = Accuracy(
                radius: radius, estimator: Accuracy.Estimator.allCases.randomElement(using: &generator) ?? .eph)
        }
        location.verticalAccuracy = number(1...100_000, 1e3, &generator)
        location.speed = number(0...1_000_000, 1e4, &generator)
        location.speedAccuracy = number(1...1000, 1e3, &generator)
        location.course = number(0...3_599_999, 1e4, &generator)
        location.courseAccuracy = number(1...1000, 1e3, &generator)
        location.verticalSpeed = number(-1000...1000, 1e3, &generator)
        if Bool.random(using: &generator) { location.timestamp = time(&generator) }
        if Bool.random(using: &generator) {
            location.fix = Bool.random(using: &generator) ? .twoDimensional : .threeDimensional
        }
        let corrections: [Location.Correction?] = [nil, .rtkFixed, .deadReckoning, .surveyed, .combined]
        location.correction = corrections.randomElement(using: &generator) ?? nil
        if Bool.random(using: &generator) {
            location.satellites = .init(used: 5, visible: Int.random(in: 5...20, using: &generator))
        }
        location.horizontalDilution = number(1...300, 10, &generator)
        if Bool.random(using: &generator) { location.device = "/dev/ttyACM0" }
        location.isSimulated = Bool.random(using: &generator)
        var point = TrackPoint(location)
        if Bool.random(using: &generator) { point.name = name(&generator) }
        if Bool.random(using: &generator) { point.note = name(&generator) }
        if Bool.random(using: &generator) { point.symbol = "Flag, Blue" }
        return point
    }
}
