import Foundation
import Testing

@testable import LKMetadata

@Suite("Names of positions and places in XMP")
struct XMPPlaceRuleTests {
    private static let positions = [
        "exif:GPSLatitude", "d:GpsLatitude", "d:gpsCoord", "d:GpsLongtitude", "d:HomeLatitude", "d:DroneLat",
        "d:TakeOffLocation", "geo:lat", "geo:long", "geo:alt", "dwc:decimalLongitude", "xmpDM:shotLocation",
    ]
    private static let places = [
        "photoshop:City", "photoshop:State", "photoshop:Country", "Iptc4xmpCore:Location", "Iptc4xmpCore:CountryCode",
        "Iptc4xmpExt:ProvinceState", "prism:location", "mediapro:Location", "dc:coverage",
    ]
    private static let others = [
        "exif:SubjectLocation", "geo:map", "d:GPS", "Iptc4xmpCore:CiAdrCity", "crs:State", "exif:Flash",
    ]

    private static func packet(_ name: String, asAttribute: Bool = false, deep: Bool = false) -> [UInt8] {
        let spaces = [
            "exif": "http://ns.adobe.com/exif/1.0/", "geo": "http://www.w3.org/2003/01/geo/wgs84_pos#",
            "photoshop": "http://ns.adobe.com/photoshop/1.0/", "dc": "http://purl.org/dc/elements/1.1/",
            "Iptc4xmpCore": "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/",
            "Iptc4xmpExt": "http://iptc.org/std/Iptc4xmpExt/2008-02-29/",
            "d": "http://www.dji.com/drone-dji/1.0/", "dwc": "http://rs.tdwg.org/dwc/index.htm",
            "xmpDM": "http://ns.adobe.com/xmp/1.0/DynamicMedia/", "crs": "http://ns.adobe.com/camera-raw-settings/1.0/",
            "prism": "http://prismstandard.org/namespaces/basic/2.0/",
            "mediapro": "http://ns.iview-multimedia.com/mediapro/1.0/",
        ]
        let prefix = String(name.prefix { $0 != ":" })
        let declaration = "xmlns:\(prefix)=\"\(spaces[prefix] ?? "http://example.org/\(prefix)/")\""
        let element = "<\(name)>Zug</\(name)>"
        let content =
            asAttribute
            ? "<rdf:Description rdf:about=\"\" \(declaration) \(name)=\"Zug\"/>"
            : "<rdf:Description rdf:about=\"\" \(declaration)>"
                + (deep
                    ? "<x:Old xmlns:x=\"http://ns.adobe.com/xap/1.0/\" rdf:parseType=\"Resource\">\(element)</x:Old>"
                    : element)
                + "</rdf:Description>"
        return Bytes.text("<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\(content)</rdf:RDF>")
    }

    @Test(
        "Position and place properties are recognized and removed in any form, depth and encoding",
        arguments: positions + places)
    func areToldAndRemovedWhereverTheyStand(name: String) throws {
        for bytes in [Self.packet(name), Self.packet(name, asAttribute: true), Self.packet(name, deep: true)] {
            let facts = XMPPlaceRule.Facts(
                position: Self.positions.contains(name), place: Self.places.contains(name))
            #expect(XMPPlaceRule.facts(of: bytes) == facts)
            for width in [2, 4] {
                let wide = bytes.flatMap { [$0] + Bytes.zeros(width - 1) }
                #expect(XMPPlaceRule.facts(of: wide) == facts)
            }
            let new = try #require(try XMPEditing.edited(bytes, by: XMPEdits.removal, hasEXIF: true))
            #expect(!String(decoding: new, as: UTF8.self).contains("Zug"))
            #expect(XMPPlaceRule.facts(of: new) == XMPPlaceRule.Facts())
        }
    }

    @Test(
        "Any property of an unknown namespace counts as a position and is removed",
        arguments: ["poi:Name", "poi:Anything"])
    func anyNameOfAnUnknownNamespaceMayBeAPosition(name: String) throws {
        for bytes in [Self.packet(name), Self.packet(name, asAttribute: true), Self.packet(name, deep: true)] {
            #expect(XMPPlaceRule.facts(of: bytes) == XMPPlaceRule.Facts(position: true))
            let new = try #require(try XMPEditing.edited(bytes, by: XMPEdits.removal, hasEXIF: true))
            #expect(!String(decoding: new, as: UTF8.self).contains("Zug"))
        }
    }

    @Test("Other properties are not removed", arguments: others)
    func otherNamesStay(name: String) throws {
        let bytes = Self.packet(name)
        #expect(XMPPlaceRule.facts(of: bytes) == XMPPlaceRule.Facts())
        #expect(try XMPEditing.edited(bytes, by: XMPEdits.removal, hasEXIF: true) == nil)
    }
}
