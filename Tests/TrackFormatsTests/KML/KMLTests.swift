import Foundation
import LKGeo
import Testing

@testable import LKTrackFormats

@Suite("KML of tracks") struct KMLTests {
    @Test("gx:Track as Google writes it, with columns") func googleTrack() throws {
        let text = """
            <?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Folder>
            <Placemark><name>ride</name><gx:Track><altitudeMode>absolute</altitudeMode><when>2010-05-28T02:02:09Z</when>
            <when>2010-05-28T02:02:35Z</when><gx:coord>-122.207881 37.371915 156.000000</gx:coord>
            <gx:coord>-122.205712 37.373288 152.000000</gx:coord><ExtendedData><SchemaData schemaUrl="#s">
            <gx:SimpleArrayData name="speed"><gx:value>3</gx:value><gx:value/></gx:SimpleArrayData>
            <gx:SimpleArrayData name="heartrate"><gx:value>99</gx:value></gx:SimpleArrayData></SchemaData></ExtendedData>
            </gx:Track></Placemark></Folder></kml>
            """
        let found = Tracks.read(text.utf8, .kml)
        #expect(found.error == nil && found.warnings.isEmpty)
        #expect(found.elements.prefix(2) == [.trackStart(TrackMetadata(name: "ride")), .segmentStart])
        let points = TrackRoundTripTests.points(found.elements)
        #expect(points.map(\.location.altitude) == [156, 152] && points.map(\.location.speed) == [3, nil])
        #expect(points.map { $0.location.timestamp?.timeIntervalSince1970 } == [1_275_012_129, 1_275_012_155])
    }

    @Test("A track with more times than positions, or fewer, is warned of") func counts() {
        let coordinates = "<gx:coord>1 2 3</gx:coord><gx:coord>4 5 6</gx:coord>"
        for (times, warnings) in [(0, 0), (1, 1), (2, 0), (3, 1)] {
            let whens = String(repeating: "<when>2010-05-28T02:02:09Z</when>", count: times)
            let text = "<kml xmlns:gx=\"g\"><Placemark><gx:Track>\(whens)\(coordinates)</gx:Track></Placemark></kml>"
            let found = Tracks.read(text.utf8, .kml)
            #expect(found.error == nil && found.warnings.count == warnings, "\(times) times")
        }
    }

    @Test("Points are waypoints, whose zero heights on the ground are unknown") func waypoints() {
        let text = """
            <kml><Document><name>file</name><Placemark><Point><coordinates> 139.7,35.6,0 </coordinates></Point><name>late</name>
            </Placemark><Placemark><Point><altitudeMode>absolute</altitudeMode><coordinates>1,2,0</coordinates></Point></Placemark>
            </Document></kml>
            """
        let found = Tracks.read(text.utf8, .kml).elements
        #expect(found.first == .metadata(TrackMetadata(name: "file")))
        let points = TrackRoundTripTests.points(found)
        #expect(points.map(\.name) == ["late", nil] && points.map(\.location.altitude) == [nil, 0])
    }

    @Test("Lines of any white space; areas are passed over") func lines() {
        let text = """
            <kml><Placemark><MultiGeometry><LineString><coordinates>1,2,3\n\n 4,5 \t6,7</coordinates></LineString>
            <Polygon><outerBoundaryIs><LinearRing><coordinates>1,2 3,4 5,6 1,2</coordinates></LinearRing></outerBoundaryIs></Polygon>
            <LineString><coordinates>8,9 10,11</coordinates></LineString></MultiGeometry></Placemark></kml>
            """
        let found = Tracks.read(text.utf8, .kml)
        #expect(found.error == nil && found.warnings.count == 1)
        #expect(TrackRoundTripTests.points(found.elements).map(\.location.coordinate.latitude) == [2, 5, 7, 9, 11])
        #expect(found.elements.filter { $0 == .segmentStart }.count == 2)
    }

    @Test("A link to another file is a warning with its line") func links() {
        let link = "<NetworkLink><name>a</name><Link><href>b.kml</href></Link></NetworkLink>"
        let found = Tracks.read("<kml><Document>\n\(link)</Document></kml>".utf8, .kml)
        #expect(found.elements.isEmpty && found.error == nil)
        #expect(
            found.warnings == [
                TrackWarnings.Warning(line: 2, message: "<NetworkLink> names another file, which is not read")
            ])
    }

    @Test("Another root is no KML") func root() {
        #expect(Tracks.read("<gpx/>".utf8, .kml).error?.message.contains("this is not a KML file") == true)
    }

    @Test("A damage within a track gives its points first") func damaged() {
        let text =
            "<kml><Placemark><Track><when>2010-05-28T02:02:09Z</when><coord>1 2 3</coord><coord>4 5 6</coord><x></Track>"
        let found = Tracks.read(text.utf8, .kml)
        #expect(TrackRoundTripTests.points(found.elements).count == 2 && found.error?.code == .malformed)
    }

    @Test("A track with and without times keeps both") func mixed() throws {
        var track: [TrackElement] = [.trackStart(TrackMetadata()), .segmentStart]
        for index in 0..<5 {
            var location = Location(coordinate: Coordinate(latitude: Double(index), longitude: 1)!, source: .track)
            if index % 4 != 0 { location.timestamp = Date(timeIntervalSince1970: Double(index)) }
            track.append(.point(TrackPoint(location)))
        }
        let text = try Tracks.text(track, .kml)
        #expect(text.contains("<MultiGeometry>") && text.contains("<gx:Track>") && text.contains("<Point>"))
        let points = TrackRoundTripTests.points(Tracks.read(text.utf8, .kml).elements)
        #expect(points.map { $0.location.timestamp?.timeIntervalSince1970 } == [nil, 1, 2, 3, nil])
    }
}
