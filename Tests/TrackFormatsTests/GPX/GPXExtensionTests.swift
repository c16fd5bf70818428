import Foundation
import LKGeo
import Testing

@testable import LKTrackFormats

@Suite("Extensions of GPX") struct GPXExtensionTests {
    private static let garmin = """
        <?xml version="1.0"?>
        <gpx version="1.1" creator="watch" xmlns="http://www.topografix.com/GPX/1/1"
         xmlns:ns3="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" xmlns:power="urn:power">
        <trk><type>running</type><extensions><power:best>300</power:best></extensions><trkseg>
        <trkpt lat="1" lon="2"><vdop>2.5</vdop><extensions>
          <ns3:TrackPointExtension>
            <ns3:hr>171</ns3:hr>
            <ns3:speed>2.5</ns3:speed>
          </ns3:TrackPointExtension>
          <power:now unit="W">250</power:now>
        </extensions></trkpt>
        <trkpt lat="1" lon="3"><extensions><ns3:TrackPointExtension><ns3:speed>3</ns3:speed></ns3:TrackPointExtension></extensions></trkpt>
        <extensions><power:lap/></extensions>
        </trkseg></trk><extensions><power:total>5</power:total></extensions></gpx>
        """

    @Test("Known extensions become values; unknown ones are kept with their namespaces") func kept() throws {
        let found = Tracks.read(Self.garmin.utf8, .gpx)
        #expect(found.error == nil && found.warnings.isEmpty)
        let points = TrackRoundTripTests.points(found.elements)
        #expect(points.map(\.location.speed) == [2.5, 3])
        #expect(
            points[0].extensions.map(\.xml) == [
                "<vdop>2.5</vdop>", "<ns3:TrackPointExtension><ns3:hr>171</ns3:hr></ns3:TrackPointExtension>",
                "<power:now unit=\"W\">250</power:now>",
            ])
        #expect(points[0].extensions.map(\.place) == [.element, .extensions, .extensions])
        #expect(points[0].extensions[1].namespaces == ["ns3": GPXNamespace.trackPoint])
        #expect(points[1].extensions.isEmpty)
        let back = try Tracks.roundTrip(found.elements, .gpx)
        #expect(back == found.elements.map(Tracks.withoutLine))
    }

    @Test("Speed goes into Garmin's element where there is one, and declarations are not repeated") func written()
        throws
    {
        let text = try Tracks.text(Tracks.read(Self.garmin.utf8, .gpx).elements, .gpx)
        #expect(
            text.contains(
                "<ns3:TrackPointExtension><ns3:hr>171</ns3:hr><ns3:speed>2.5</ns3:speed></ns3:TrackPointExtension>"))
        #expect(text.split(separator: "xmlns:power=").count == 2)
        #expect(text.split(separator: "urn:power").count == 2)
    }

    @Test("Elements of GPX 1.0 that GPX 1.1 has not are kept in their namespace") func versionOne() throws {
        let text = """
            <gpx version="1.0" creator="x" xmlns="http://www.topografix.com/GPX/1/0"><name>file</name><author>me</author>
            <wpt lat="1" lon="2"><speed>4</speed><url>http://example.com</url></wpt></gpx>
            """
        let found = Tracks.read(text.utf8, .gpx).elements
        guard case .metadata(let metadata)? = found.first else { throw Missing() }
        #expect(metadata.name == "file" && metadata.extensions.map(\.xml) == ["<author>me</author>"])
        let written = try Tracks.text(found, .gpx)
        #expect(written.contains("<url xmlns=\"http://www.topografix.com/GPX/1/0\">http://example.com</url>"))
        #expect(written.contains("<gpxtpx:speed>4</gpxtpx:speed>"))
        #expect(Tracks.read(written.utf8, .gpx).elements.map(Tracks.withoutLine) == found.map(Tracks.withoutLine))
    }

    private struct Missing: Error {}

    @Test("An extension is one well-formed element that declares its prefixes") func made() {
        #expect(TrackPoint.Extension(xml: "<a:b xmlns:a='urn:a'>x</a:b>")?.namespaces == ["a": "urn:a"])
        #expect(TrackPoint.Extension(xml: "<a:b xmlns:a='urn:a'>x</a:b>")?.xml == "<a:b>x</a:b>")
        for text in ["", "text", "<a>", "<a/><b/>", "<p:a/>", "<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>", "<a/>x"] {
            #expect(TrackPoint.Extension(xml: text) == nil, "\(text)")
        }
    }

    @Test("Foreign data of a point is bounded, and said to be passed over") func bounded() {
        let noise = String(repeating: "<x:y>0123456789</x:y>", count: 20_000)
        let text =
            "<gpx xmlns:x='urn:x'><wpt lat='1' lon='2'><extensions><x:z>\(noise)</x:z><x:k/></extensions></wpt></gpx>"
        let found = Tracks.read(text.utf8, .gpx)
        #expect(found.error == nil && found.warnings.count == 1)
        #expect(TrackRoundTripTests.points(found.elements).first?.extensions.map(\.xml) == ["<x:k/>"])
    }

    @Test("Undeclared prefixes are declared when they are written again") func undeclared() throws {
        let found = Tracks.read("<gpx><wpt lat='1' lon='2'><extensions><z:a/></extensions></wpt></gpx>".utf8, .gpx)
        #expect(try Tracks.text(found.elements, .gpx).contains("<z:a xmlns:z=\"urn:undeclared:z\"/>"))
    }

    @Test("Accuracy of other programs is read as a radius by the receiver") func accuracy() {
        for name in ["accuracy", "hAcc", "horizontalAccuracy", "x:accuracy"] {
            let text =
                "<gpx xmlns:x='urn:x'><wpt lat='1' lon='2'><extensions><\(name)>4.5</\(name)></extensions></wpt></gpx>"
            let point = TrackRoundTripTests.points(Tracks.read(text.utf8, .gpx).elements).first
            #expect(point?.location.horizontalAccuracy == Accuracy(radius: 4.5, estimator: .receiver), "\(name)")
            #expect(point?.extensions == [])
        }
    }
}
