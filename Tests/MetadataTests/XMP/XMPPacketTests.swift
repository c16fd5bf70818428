import Foundation
import LKGeo
import Testing

@testable import LKMetadata

@Suite("Packets of XMP")
struct XMPPacketTests {
    static let namespaces = """
        xmlns:exif='http://ns.adobe.com/exif/1.0/' xmlns:tiff='http://ns.adobe.com/tiff/1.0/' \
        xmlns:xmp='http://ns.adobe.com/xap/1.0/' xmlns:photoshop='http://ns.adobe.com/photoshop/1.0/' \
        xmlns:dc='http://purl.org/dc/elements/1.1/' xmlns:core='http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/' \
        xmlns:ext='http://iptc.org/std/Iptc4xmpExt/2008-02-29/'
        """

    static func packet(_ attributes: String = "", _ content: String = "") -> String {
        """
        <?xpacket begin='\u{FEFF}' id='W5M0MpCehiHzreSzNTczkc9d'?><x:xmpmeta xmlns:x='adobe:ns:meta/'>
        <rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>
        <rdf:Description rdf:about='' \(namespaces) \(attributes)>\(content)</rdf:Description></rdf:RDF></x:xmpmeta>
        <?xpacket end='w'?>
        """
    }

    private func read(_ text: String) throws -> XMPProperties {
        try #require(Array(text.utf8).withUnsafeBytes { XMPPacket.properties(of: $0) })
    }

    private func content(_ bytes: [UInt8]) -> XMPPacket.Content? {
        bytes.withUnsafeBytes { XMPPacket.content(of: $0) }
    }

    @Test("Attributes and elements are read alike")
    func attributesAndElementsSayTheSame() throws {
        let attributes = try read(
            Self.packet(
                "exif:DateTimeOriginal='2019-07-24T11:25:40.5+03:00' tiff:Orientation='6' photoshop:City='Riga'"))
        let elements = try read(
            Self.packet(
                "",
                """
                <exif:DateTimeOriginal> 2019-07-24T11:25:40.5+03:00
                </exif:DateTimeOriginal><tiff:Orientation>6</tiff:Orientation><photoshop:City>Riga</photoshop:City>
                """))
        #expect(attributes == elements)
        #expect(attributes.dateTimeOriginal?.wallTime.description == "2019-07-24T11:25:40.5")
        #expect(attributes.dateTimeOriginal?.offset == 10_800)
        #expect(attributes.orientation == .right)
        #expect(attributes.placeShown.city == "Riga")
    }

    @Test(
        "XMP times are read in all forms that programs write, with fraction and offset",
        arguments: [
            ("2019-07-24", "2019-07-24", nil), ("2019-07-24T11:25", "2019-07-24T11:25:00", nil),
            ("2019-07-24T11:25:40Z", "2019-07-24T11:25:40", 0),
            ("2019-07-24T11:25:40-0530", "2019-07-24T11:25:40", -19_800),
            ("2019:07:24 11:25:40", "2019-07-24T11:25:40", nil), ("2019-07-24T11:25Z", "2019-07-24T11:25:00", 0),
            ("2019-07-24T11:25:40.123456789123", "2019-07-24T11:25:40.123456789", nil),
            ("2019: 7:24  1: 5: 9", "2019-07-24T01:05:09", nil), ("2019-12-31T24:00:00Z", "2020-01-01T00:00:00", 0),
            ("2019-07-24 01:25:40 PM", "2019-07-24T13:25:40", nil), ("2019-07-24T9:05:00", "2019-07-24T09:05:00", nil),
        ] as [(String, String, Int?)])
    func timesAreReadInTheFormsThatAreFound(_ text: String, _ time: String, _ offset: Int?) throws {
        let found = try read(Self.packet("photoshop:DateCreated='\(text)'")).dateCreated
        #expect(found?.wallTime.description == time)
        #expect(found?.offset == offset)
    }

    @Test(
        "A date that names no day is not read",
        arguments: ["", "2019", "2019-07", "0000-00-00T00:00:00", "2019-02-30", "soon", "    :  :  "])
    func whatNamesNoDayIsNoTime(_ text: String) throws {
        #expect(try read(Self.packet("photoshop:DateCreated='\(text)'")).dateCreated == nil)
    }

    @Test(
        "An unreadable date gives a warning that quotes it",
        arguments: ["2019", "2019-07", "2019-02-30", "2019-07-24T24:10:00", "2019-07-24T1x:10", "24 July 2019"])
    func aDateThatCannotBeReadIsNamed(_ text: String) throws {
        let found = try read(Self.packet("photoshop:DateCreated='\(text)'"))
        #expect(found.dateCreated == nil)
        #expect(found.unread.map(\.message) == ["photoshop:DateCreated is '\(text)', which cannot be read"])
    }

    @Test(
        "XMP coordinates are read in all forms that programs write",
        arguments: [
            ("52,1.2N", "12,1.2E", 52.02, 12.02), ("52,1,12S", "12,1,12W", -52.02, -12.02),
            ("-52.02", "12.02", -52.02, 12.02),
            ("52 deg 1&apos; 12.00&quot; S", "12.02 W", -52.02, -12.02), ("0,0N", "0,0E", 0, 0),
        ])
    func positionsAreReadInTheFormsThatAreFound(
        _ latitude: String, _ longitude: String, _ north: Double, _ east: Double
    ) throws {
        let text = Self.packet("exif:GPSLatitude='\(latitude)' exif:GPSLongitude='\(longitude)'")
        let found = try #require(try read(text).location?.coordinate)
        #expect(abs(found.latitude - north) < 1e-9 && abs(found.longitude - east) < 1e-9)
    }

    @Test("A latitude without a longitude, or one out of range, gives no position")
    func aLatitudeAloneIsNoPosition() throws {
        #expect(try read(Self.packet("exif:GPSLatitude='52,1.2N' exif:GPSAltitude='5/1'")).location == nil)
        #expect(try read(Self.packet("exif:GPSLatitude='91,0N' exif:GPSLongitude='1,0E'")).location == nil)
        #expect(try read(Self.packet("exif:GPSLatitude='' exif:GPSLongitude=',N'")).location == nil)
    }

    @Test("Altitude, time, speed, directions and accuracy of a position are read in their units")
    func whatBelongsToAPositionIsInMetresAndDegrees() throws {
        let location = try #require(
            try read(
                Self.packet(
                    """
                    exif:GPSLatitude='52,1.2N' exif:GPSLongitude='12,1.2E' exif:GPSAltitude='1234/10' \
                    exif:GPSAltitudeRef='1' exif:GPSTimeStamp='2019-07-24T08:25:40.5Z' exif:GPSSpeed='36/1' \
                    exif:GPSSpeedRef='K' exif:GPSImgDirection='36000/100' exif:GPSImgDirectionRef='M' exif:GPSTrack='45.5' \
                    exif:GPSHPositioningError='15/2' exif:GPSStatus='V'
                    """)
            ).location)
        #expect(location.altitude == -123.4)
        #expect(location.timestamp == Date(timeIntervalSince1970: 1_563_956_740.5))
        #expect(location.speed == 10)
        #expect(location.imageDirection == 0 && location.isImageDirectionMagnetic)
        #expect(location.course == 45.5)
        #expect(location.horizontalAccuracy == 7.5)
        #expect(location.isVoid)
    }

    @Test("The default language, keywords and plain text are read")
    func languagesAndBagsAreRead() throws {
        let found = try read(
            Self.packet(
                "",
                """
                <dc:title><rdf:Alt><rdf:li xml:lang='de'>Haus</rdf:li><rdf:li xml:lang='x-default'>House</rdf:li>
                <rdf:li xml:lang='fr'>Maison</rdf:li></rdf:Alt></dc:title>
                <dc:subject><rdf:Bag><rdf:li>a &amp; b</rdf:li><rdf:li/><rdf:li>c</rdf:li></rdf:Bag></dc:subject>
                <dc:description>Words</dc:description>
                """))
        #expect(found.title == "House")
        #expect(found.keywords == ["a & b", "c"])
        #expect(found.caption == "Words")
    }

    @Test(
        "Place structures are read in all forms of XMP, and older properties supply what they lack",
        arguments: [
            "<rdf:Bag><rdf:li rdf:parseType='Resource'><ext:City>Riga</ext:City><ext:CountryCode>LV</ext:CountryCode></rdf:li></rdf:Bag>",
            "<rdf:Bag><rdf:li ext:City='Riga' ext:CountryCode='LV'/><rdf:li ext:City='Oslo' ext:Sublocation='x'/></rdf:Bag>",
            "<rdf:Bag><rdf:li><rdf:Description ext:City='Riga'><ext:CountryCode>LV</ext:CountryCode></rdf:Description></rdf:li></rdf:Bag>",
            "<rdf:Description ext:City='Riga'><ext:CountryCode><rdf:Description><rdf:value>LV</rdf:value></rdf:Description></ext:CountryCode></rdf:Description>",
        ])
    func structsAreReadInAllForms(_ form: String) throws {
        let found = try read(
            Self.packet(
                "photoshop:City='Elsewhere' photoshop:State='Vidzeme'",
                "<ext:LocationShown>\(form)</ext:LocationShown><ext:LocationCreated>\(form)</ext:LocationCreated>"))
        #expect(found.placeCreated.city == "Riga" && found.placeCreated.countryCode == "LV")
        #expect(found.placeCreated.sublocation == nil && found.placeCreated.state == nil)
        // What the struct leaves open the older properties fill.
        #expect(found.placeShown.city == "Riga" && found.placeShown.state == "Vidzeme")
    }

    @Test("A position within a place structure is not the photo's")
    func aPositionWithinAStructIsNotThePhotos() throws {
        let place =
            "<ext:LocationShown><rdf:Bag><rdf:li exif:GPSLatitude='1,0N' exif:GPSLongitude='2,0E'/></rdf:Bag></ext:LocationShown>"
        #expect(try read(Self.packet("", place)).location == nil)
    }

    @Test("A prefix means what its namespace declares, and undeclared usual prefixes are understood")
    func prefixesMeanWhatTheirNamespaceSays() throws {
        let text = """
            <r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><r:Description xmlns:xap='http://ns.adobe.com/xap/1.0/'
            xmlns:tiff='urn:other' xap:CreateDate='2006-05-23T14:04:42' tiff:Make='nobody'/></r:RDF>
            """
        let found = try read(text)
        #expect(found.createDate?.wallTime.description == "2006-05-23T14:04:42")
        #expect(found.camera.make == nil)
        // Of a packet that declares nothing the usual prefixes are taken.
        #expect(try read("<rdf:RDF><rdf:Description tiff:Make='Maker'/></rdf:RDF>").camera.make == "Maker")
    }

    @Test(
        "Packets in every encoding are read, with white space and padding around them",
        arguments: [String.Encoding.utf8, .utf16BigEndian, .utf16LittleEndian, .utf32BigEndian, .utf32LittleEndian])
    func everyEncodingIsReadWithWhiteSpaceAndPaddingAround(_ encoding: String.Encoding) throws {
        let text = Self.packet("tiff:Make='Müller 写真'")
        for padding in ["", "\n  "] {
            let bytes = try #require((padding + text + padding).data(using: encoding))
            #expect(content([UInt8](bytes) + [0, 0, 0])?.properties.camera.make == "Müller 写真")
        }
    }

    @Test("Properties before damage are kept, and damage is reported")
    func whatCameBeforeADamageIsKept() throws {
        let whole = Self.packet("tiff:Make='Maker'", "<tiff:Model>M</tiff:Model><dc:title>T</dc:title>")
        let cut = try #require(whole.range(of: "<dc:title>"))
        let found = try #require(content(Array(whole[..<cut.upperBound].utf8)))
        #expect(found.properties.camera.make == "Maker" && found.properties.camera.model == "M")
        #expect(found.properties.title == nil)
        #expect(found.damage != nil)
        #expect(content(Array((whole + "\0\0<junk").utf8))?.damage == nil)
    }

    @Test("A packet with entities is rejected, and deep nesting ends reading with what came before")
    func entitiesAndDeepNestingAreRefused() throws {
        let bomb = "<!DOCTYPE x [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'>]>"
        #expect(content(Array((bomb + Self.packet("tiff:Make='&b;'")).utf8)) == nil)
        let deep = String(repeating: "<dc:title>", count: 5000)
        let found = try #require(content(Array(Self.packet("tiff:Make='Maker'", deep).utf8)))
        #expect(found.damage?.contains("deep") == true)
        #expect(found.properties.camera.make == "Maker")
    }

    @Test("Text and the number of keywords are capped")
    func textsOfMegabytesAndKeywordsOfMillionsAreBounded() throws {
        let long = String(repeating: "a", count: 3 << 20)
        #expect(try read(Self.packet("", "<dc:title>\(long)</dc:title>")).title?.utf8.count == 1 << 16)
        let words = String(repeating: "<rdf:li>w</rdf:li>", count: 20_000)
        let found = try read(Self.packet("", "<dc:subject><rdf:Bag>\(words)</rdf:Bag></dc:subject>"))
        #expect(found.keywords.count == XMPValues.maximumKeywords)
    }

    @Test("A long edit history is skipped, and reading stops at too many names")
    func historiesOfEditsArePassedOverAndMillionsOfNamesGivenUpOn() throws {
        let history = String(repeating: "<rdf:li stEvt:action='saved' stEvt:when='now'/>", count: 200_000)
        let after = "<xmpMM:History><rdf:Seq>\(history)</rdf:Seq></xmpMM:History><tiff:Make>Maker</tiff:Make>"
        let found = try #require(content(Array(Self.packet("", after).utf8)))
        #expect(found.properties.camera.make == "Maker" && found.damage == nil)
        let names =
            "<tiff:Model>M</tiff:Model>" + String(repeating: "<a:b/>", count: 200_000) + "<tiff:Make>Maker</tiff:Make>"
        let partial = try #require(content(Array(Self.packet("", names).utf8)))
        #expect(partial.properties.camera.model == "M" && partial.properties.camera.make == nil)
        #expect(partial.damage?.contains("names") == true)
    }

    @Test("Text that is not XMP gives no properties")
    func whatIsNoXMPIsNone() {
        for text in ["", "   ", "hello", "<html/>", "{\"a\":1}", "<x:xmpmeta xmlns:x='adobe:ns:meta/'/>"] {
            #expect(content(Array(text.utf8)) == nil)
        }
    }
}
