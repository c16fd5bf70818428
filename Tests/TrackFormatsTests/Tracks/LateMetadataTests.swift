import Foundation
import LKGeo
import Testing

@testable import LKTrackFormats

@Suite("Names after points, and missing positions") struct LateMetadataTests {
    private static let gpx = """
        <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1">
        <trk><name>A</name><trkseg><trkpt lat="1" lon="2"/></trkseg></trk>
        <trk><trkseg><trkpt lat="3" lon="4"/></trkseg><name>Lake</name><type>run</type></trk></gpx>
        """

    @Test("A name after the points causes no warning, and a GPX copy writes it before them")
    func late() throws {
        let reader = try GPXReader(FileChunks(bytes: Array(Self.gpx.utf8), name: "in"))
        while try reader.next() != nil {}
        #expect(reader.warningCount == 0 && reader.lateMetadata.mapValues(\.name) == [1: "Lake"])
        var bytes: [UInt8] = []
        try TrackFormat.gpx.copy(to: TrackSink { bytes += $0 }) { () throws(TrackFormatError) in
            try GPXReader(FileChunks(bytes: Array(Self.gpx.utf8), name: "in"))
        }
        let names = Tracks.read(bytes, .gpx).elements.compactMap { element in
            if case .trackStart(let metadata) = element { metadata } else { nil }
        }
        #expect(names.map(\.name) == ["A", "Lake"] && names.last?.extensions.count == 1)
    }

    @Test("An empty gx:coord is a pause, not a loss")
    func emptyCoordinates() {
        let text = """
            <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Placemark><gx:Track>
            <when>2024-05-11T08:00:00Z</when><when>2024-05-11T08:00:05Z</when><when>2024-05-11T08:00:10Z</when>
            <when>2024-05-11T08:01:10Z</when><when>2024-05-11T08:01:15Z</when>
            <gx:coord/><gx:coord>11.5 48.1 520</gx:coord><gx:coord>11.5 48.1001 521</gx:coord>
            <gx:coord></gx:coord><gx:coord>11.5 48.2 522</gx:coord></gx:Track></Placemark></kml>
            """
        let found = Tracks.read(text.utf8, .kml)
        #expect(found.error == nil && found.warnings.isEmpty)
        #expect(found.elements.count { $0 == .segmentStart } == 2)
        let points = TrackRoundTripTests.points(found.elements).map(\.location)
        #expect(points.map(\.altitude) == [520, 521, 522])
        #expect(points.map { Int($0.timestamp?.timeIntervalSince1970 ?? 0) % 100 } == [5, 10, 75])
    }
}
