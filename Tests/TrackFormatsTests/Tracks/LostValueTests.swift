import LKGeo
import Testing

@testable import LKTrackFormats

@Suite("Values that cannot be") struct LostValueTests {
    /// A point whose height is a text, in each format that has heights.
    private func file(_ height: String, _ format: TrackFormat) -> String? {
        switch format {
        case .gpx:
            "<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>"
                + "<trkpt lat=\"1\" lon=\"2\"><ele>\(height)</ele></trkpt></trkseg></trk></gpx>"
        case .csv: "latitude,longitude,altitude\n1,2,\(height)\n"
        case .kml:
            "<kml xmlns=\"http://www.opengis.net/kml/2.2\"><Placemark><Point><altitudeMode>absolute</altitudeMode>"
                + "<coordinates>2,1,\(height)</coordinates></Point></Placemark></kml>"
        case .geojson:
            #"{"type":"Feature","geometry":{"type":"Point","coordinates":[2,1,\#(height)]},"properties":{}}"#
        default: nil
        }
    }

    @Test(
        "A height that no writer could write is counted and said, and the point stays",
        arguments: [TrackFormat.gpx, .csv, .kml, .geojson], ["1e308", "-1e12", "1e999"])
    func heights(format: TrackFormat, height: String) throws {
        let found = Tracks.read(try #require(file(height, format)).utf8, format)
        #expect(found.error == nil)
        #expect(found.warnings.count == 1)
        let points = found.elements.compactMap { element in
            switch element {
            case .point(let point), .waypoint(let point): point
            default: nil
            }
        }
        #expect(points.count == 1)
        #expect(points.first?.location.altitude == nil && points.first?.location.ellipsoidalAltitude == nil)
        #expect(Tracks.read(try #require(file("8848.9", format)).utf8, format).warnings.isEmpty)
    }

    @Test("Text that is not valid UTF-8 is said once, with its line, and the rest is read")
    func text() {
        let csv = Array("lat,lon,name\n1,2,é€\n1,2,a".utf8) + [0xFF] + Array("\n1,2,b".utf8) + [0xC3, 10]
        let rows = Tracks.read(csv, .csv)
        #expect(rows.warnings.map(\.line) == [3] && rows.error == nil)
        #expect(rows.warnings.first?.message.hasPrefix("the text is not valid UTF-8") == true)
        #expect(TrackRoundTripTests.points(rows.elements).count == 3)
        let json =
            Array(
                ("{\"type\":\"FeatureCollection\",\n\"features\":[{\"type\":\"Feature\",\n\"properties\":{\"name\":\"é\u{1F600}\",\"desc\":\"a")
                    .utf8)
            + [0xC3] + Array("b\",\"x\":\"".utf8) + [0xFF]
            + Array("\"},\"geometry\":{\"type\":\"Point\",\"coordinates\":[2,1]}}]}".utf8)
        let features = Tracks.read(json, .geojson)
        #expect(features.warnings.map(\.line) == [3] && features.error == nil)
        #expect(Tracks.read("{\"type\":\"Point\",\"coordinates\":[2,1]}".utf8, .geojson).warnings.isEmpty)
    }

    @Test("GeoJSON in another reference system is refused, before its features and behind them")
    func referenceSystem() {
        let feature = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[2,1]},"properties":{}}"#
        for (name, isRead) in [("urn:ogc:def:crs:OGC:1.3:CRS84", true), ("EPSG:4326", true), ("EPSG:3857", false)] {
            let crs = #""crs":{"type":"name","properties":{"name":"\#(name)"}}"#
            for text in [
                #"{"type":"FeatureCollection",\#(crs),"features":[\#(feature)]}"#,
                #"{"type":"FeatureCollection","features":[\#(feature)],\#(crs)}"#,
            ] {
                let error = Tracks.read(text.utf8, .geojson).error
                #expect((error == nil) == isRead, "\(text)")
                #expect(isRead || error?.code == .refused)
            }
        }
    }

    @Test("An empty file is called that")
    func empty() {
        #expect(throws: TrackFormatError(code: .unrecognized, message: "x is empty")) {
            _ = try TrackFormat.reader(detecting: FileChunks(bytes: [], name: "x"))
        }
    }
}
