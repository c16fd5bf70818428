import Foundation
import LKGeo
import Testing

@testable import LKTrackFormats

@Suite("Points with times in GeoJSON") struct GeoJSONPointTrackTests {
    private func feature(_ index: Int, _ time: Int?, _ more: String = "") -> String {
        let times = time.map { "\"timestamp\":\($0)" } ?? "\"speed\":1"
        return
            "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[11.\(index),48]},\"properties\":{\(times)\(more)}}"
    }

    private func elements(_ features: [String]) -> [TrackElement] {
        let found = Tracks.read(
            "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}".utf8, .geojson)
        #expect(found.error == nil && found.warnings.isEmpty)
        return found.elements
    }

    private func counts(_ elements: [TrackElement]) -> [Int] {
        var (points, segments, waypoints) = (0, 0, 0)
        for element in elements {
            switch element {
            case .point: points += 1
            case .segmentStart: segments += 1
            case .waypoint: waypoints += 1
            default: break
            }
        }
        return [points, segments, waypoints]
    }

    @Test("Points whose times rise are a track") func rising() {
        let found = elements((0..<5).map { feature($0, 1_715_415_300 + $0) })
        #expect(counts(found) == [5, 1, 0])
        let longitudes = TrackRoundTripTests.points(found).map(\.location.coordinate.longitude)
        #expect(longitudes == longitudes.sorted())
    }

    @Test("Points without times, with names, marked as waypoints, and single ones stay waypoints") func waypoints() {
        #expect(counts(elements((0..<5).map { feature($0, nil) })) == [0, 0, 5])
        #expect(counts(elements((0..<5).map { feature($0, 1_715_415_300 + $0, ",\"name\":\"a\"") })) == [0, 0, 5])
        #expect(
            counts(elements((0..<5).map { feature($0, 1_715_415_300 + $0, ",\"kind\":\"waypoint\"") })) == [0, 0, 5])
        #expect(counts(elements([feature(0, 1_715_415_300)])) == [0, 0, 1])
        #expect(counts(elements((0..<5).map { feature($0, 1_715_415_300 - $0) })) == [0, 0, 5])
    }

    @Test("Points before a damage are handed out") func damage() {
        let text =
            "{\"type\":\"FeatureCollection\",\"features\":[" + feature(0, 1_715_415_300) + ","
            + feature(1, 1_715_415_301) + ",{"
        let found = Tracks.read(text.utf8, .geojson)
        #expect(found.error != nil && counts(found.elements) == [2, 1, 0])
    }
}
