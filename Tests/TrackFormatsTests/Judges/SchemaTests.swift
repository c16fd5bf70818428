import Foundation
import LKGeo
import TestSupport
import Testing

@testable import LKTrackFormats

@Suite("Files keep the rules of their schemas") struct SchemaTests {
    private static let foreign = TrackPoint.Extension(
        xml: "<a:mood xmlns:a=\"urn:a\"><a:level b=\"1\">good &amp; well</a:level></a:mood>")

    /// A file with everything that GPX can have.
    static func everything() -> [TrackElement] {
        var metadata = TrackMetadata(name: "all", note: "of it", time: Date(timeIntervalSince1970: 0))
        metadata.extensions = [
            TrackPoint.Extension(xml: "<keywords>walk, river</keywords>", place: .element), foreign,
            TrackPoint.Extension(
                xml: "<link href=\"https://example.com/?a=1&amp;b=2\"><text>x</text></link>", place: .element),
        ].compactMap { $0 }
        var point = TrackPoint(Tracks.full, name: "n", note: "d", symbol: "s")
        point.extensions = [
            TrackPoint.Extension(xml: "<dgpsid>5</dgpsid>", place: .element), foreign,
            TrackPoint.Extension(xml: "<magvar>5.5</magvar>", place: .element),
            TrackPoint.Extension(xml: "<type>t</type>", place: .element),
        ].compactMap { $0 }
        var track = TrackMetadata(name: "t")
        track.extensions = [
            TrackPoint.Extension(xml: "<number>3</number>", place: .element),
            TrackPoint.Extension(xml: "<cmt>c</cmt>", place: .element),
        ].compactMap { $0 }
        let extensions = [foreign].compactMap { $0 }
        return [
            .metadata(metadata), .waypoint(point), .routeStart(track), .point(point), .trackStart(track), .segmentStart,
            .segmentStart, .point(point), .segmentExtensions(extensions), .segmentStart, .point(point),
            .trackStart(TrackMetadata()), .segmentStart, .fileExtensions(extensions),
        ]
    }

    private func check(_ elements: [TrackElement], _ format: TrackFormat) async throws {
        let file = try TemporaryFile(try Tracks.write(elements, format))
        let schema = Judge.fixture(format == .gpx ? "gpx-rules.xsd" : "kml-rules.xsd")
        let end = try await Judge.run([Judge.xmllint, "--noout", "--nonet", "--schema", schema, file.path])
        #expect(end.status == 0, "\(end.errors.prefix(2000))")
    }

    @Test(
        "Xmllint agrees", .enabled(if: Judge.isThere(Judge.xmllint), "the package libxml2-utils is not installed"),
        arguments: [TrackFormat.gpx, .kml])
    func valid(format: TrackFormat) async throws {
        try await check(Self.everything(), format)
        try await check([], format)
        try await check(
            ordered((0..<12).flatMap { Tracks.random(seed: $0, routes: false) }), format)
        try await check(Tracks.random(seed: 3), format)
    }

    private func ordered(_ elements: [TrackElement]) -> [TrackElement] {
        (0...2).flatMap { wanted in elements.filter { rank($0) == wanted } }
    }

    private func rank(_ element: TrackElement) -> Int {
        switch element {
        case .metadata: 0
        case .waypoint: 1
        default: 2
        }
    }

    @Test("What GPX keeps for others comes back with everything in it") func foreignElements() throws {
        let written = Self.everything()
        let back = try Tracks.roundTrip(written, .gpx)
        #expect(TrackRoundTripTests.points(back).allSatisfy { Set($0.extensions).count == 4 })
        guard case .metadata(let metadata)? = back.first else { throw Missing() }
        #expect(metadata.extensions.count == 3 && metadata.extensions.contains { $0 == Self.foreign })
        #expect(back.contains(.fileExtensions([Self.foreign].compactMap { $0 })))
        #expect(back.contains(.segmentExtensions([Self.foreign].compactMap { $0 })))
        #expect(try Tracks.roundTrip(back, .gpx) == back)
    }

    private struct Missing: Error {}
}
