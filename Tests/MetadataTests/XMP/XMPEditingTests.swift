import Foundation
import LKGeo
import Testing

@testable import LKMetadata

@Suite("Changes of packets")
struct XMPEditingTests {
    @Test("A photo without XMP gets a packet with all edited properties")
    func aPhotoWithoutAPacketGetsOne() throws {
        let packet = try #require(
            try XMPEditing.edited(nil, by: XMPEdits.everything(), hasEXIF: false, sidecarFor: "NEF"))
        try XMPEdits.expectEverything(packet)
        #expect(try XMPEdits.properties(packet).sidecarForExtension == "NEF")
        #expect(String(decoding: packet, as: UTF8.self).hasSuffix("<?xpacket end=\"w\"?>"))
        // Padding alone counts as none.
        #expect(try XMPEditing.edited(Array(" \n\0\0".utf8), by: XMPEdits.everything(), hasEXIF: false) != nil)
    }

    @Test("A position that EXIF holds is not repeated in XMP, but one already there is updated")
    func whatIsInEXIFIsNotSaidAgain() throws {
        var edit = MetadataEdit()
        edit.location = .set(try XMPEdits.location())
        #expect(try XMPEditing.edited(nil, by: edit, hasEXIF: true) == nil)
        #expect(
            try XMPEditing.edited(Array(XMPPacketTests.packet("tiff:Make='M'").utf8), by: edit, hasEXIF: true) == nil)
        // Where there is one, it has to become the same.
        let old = XMPPacketTests.packet("exif:GPSLatitude='1,0N' exif:GPSLongitude='2,0E' exif:GPSStatus='V'")
        let found = try XMPEdits.properties(try XMPEdits.edited(old, edit, hasEXIF: true).utf8)
        #expect(abs((found.location?.coordinate.latitude ?? 0) - 56.946_285_31) < 1e-8)
        #expect(found.location?.isVoid == false)
    }

    @Test(
        "Edited properties stay attributes or elements as they were, with their quotes and escapes",
        arguments: [
            "photoshop:City='Old' photoshop:Country=\"Old &amp; older\" exif:GPSAltitude='1/1'", "",
        ])
    func attributesAndElementsKeepTheirForm(_ attributes: String) throws {
        let content = "\n<photoshop:State>Old</photoshop:State><tiff:Make>M</tiff:Make>\n<core:Location/>"
        let packet = try XMPEdits.edited(XMPPacketTests.packet(attributes, content), XMPEdits.everything())
        try XMPEdits.expectEverything(packet.utf8)
        #expect(
            packet.contains("<photoshop:State>Rīga &amp; &quot;Vidzeme&quot;</photoshop:State><tiff:Make>M</tiff:Make>")
        )
        #expect(packet.contains("<core:Location>Māras iela &lt;3&gt;</core:Location>"))
        #expect(attributes.isEmpty || packet.contains("photoshop:City='Rīga' photoshop:Country=\"Latvija\""))
        #expect(packet.components(separatedBy: "City").count == (attributes.isEmpty ? 7 : 6))
    }

    @Test("Repeating an edit changes nothing")
    func theSameEditAgainChangesNothing() throws {
        for old in [
            nil, XMPPacketTests.packet(), XMPPacketTests.packet("photoshop:City='x'", "<dc:subject>one</dc:subject>"),
        ] {
            let once = try #require(
                try XMPEditing.edited(old.map { Array($0.utf8) }, by: XMPEdits.everything(), hasEXIF: false))
            #expect(try XMPEditing.edited(once, by: XMPEdits.everything(), hasEXIF: false) == nil)
        }
    }

    @Test("Everything but the edited property keeps its bytes")
    func allElseIsByteForByteWhatItWas() throws {
        let before = "<!-- a > b --><xmp:Rating  >5</xmp:Rating ><?odd pi?>"
        let old = XMPPacketTests.packet(
            "tiff:Model =  \"a>b\"", before + "<photoshop:City>x</photoshop:City><dc:title><![CDATA[<a>]]></dc:title>")
        var edit = MetadataEdit()
        var place = PhotoPlace()
        place.city = "yy"
        edit.placeShown = .set(place)
        let new = try XMPEdits.edited(old, edit)
        let parts = old.components(separatedBy: "<photoshop:City>x</photoshop:City>")
        #expect(new.hasPrefix(parts[0] + "<photoshop:City>yy</photoshop:City><dc:title><![CDATA[<a>]]></dc:title>"))
    }

    @Test(
        "Edited places keep their form and their other members, and lose names that are not given",
        arguments: [
            "<rdf:Bag><rdf:li rdf:parseType='Resource'><ext:City>Old</ext:City><ext:WorldRegion>E</ext:WorldRegion></rdf:li></rdf:Bag>",
            "<rdf:Bag><rdf:li ext:City='Old' ext:WorldRegion='E'/><rdf:li ext:City='Oslo'/></rdf:Bag>",
            "<rdf:Bag><rdf:li><rdf:Description ext:City='Old' ext:WorldRegion='E'><ext:CountryCode>NO</ext:CountryCode></rdf:Description></rdf:li></rdf:Bag>",
            "<rdf:Seq><rdf:li><rdf:Description ext:WorldRegion='E'></rdf:Description></rdf:li></rdf:Seq>",
            "<rdf:Description ext:WorldRegion='E'><ext:CountryCode><rdf:Description><rdf:value>NO</rdf:value></rdf:Description></ext:CountryCode></rdf:Description>",
        ])
    func structsKeepTheirFormAndWhatElseTheySay(_ form: String) throws {
        let old = XMPPacketTests.packet(
            "", "<ext:LocationShown>\(form)</ext:LocationShown><ext:LocationCreated>\(form)</ext:LocationCreated>")
        let new = try XMPEdits.edited(old, XMPEdits.everything())
        try XMPEdits.expectEverything(new.utf8)
        #expect(new.components(separatedBy: "WorldRegion").count == old.components(separatedBy: "WorldRegion").count)
        #expect(new.contains("Oslo") == form.contains("Oslo"))
        #expect(new.components(separatedBy: "<ext:LocationShown>").count == 2)
        // Names that are not given are not known.
        var edit = MetadataEdit()
        var place = PhotoPlace()
        place.country = "Norge"
        edit.placeShown = .set(place)
        edit.placeCreated = .set(place)
        let found = try XMPEdits.properties(try XMPEdits.edited(new, edit).utf8)
        #expect(found.placeShown == place && found.placeCreated == place)
    }

    @Test(
        "A place property that is not a structure is replaced",
        arguments: ["<rdf:Bag/>", "", "text", "<rdf:Bag><rdf:li>Riga</rdf:li></rdf:Bag>", "<rdf:li/>"])
    func whatIsNoStructIsReplaced(_ form: String) throws {
        let old = XMPPacketTests.packet("ext:LocationShown='x'", "<ext:LocationCreated>\(form)</ext:LocationCreated>")
        try XMPEdits.expectEverything(try XMPEdits.edited(old, XMPEdits.everything()).utf8)
    }

    @Test("The position in the structure of the place follows the photo's position")
    func theStructsPositionFollows() throws {
        let struct1 =
            "<rdf:Bag><rdf:li rdf:parseType='Resource'><exif:GPSLatitude>1,0N</exif:GPSLatitude></rdf:li></rdf:Bag>"
        let old = XMPPacketTests.packet("", "<ext:LocationCreated>\(struct1)</ext:LocationCreated>")
        var edit = MetadataEdit()
        edit.location = .set(try XMPEdits.location(1.5, 2.25))
        let new = try XMPEdits.edited(old, edit, hasEXIF: true)
        #expect(new.contains("<exif:GPSLatitude>1,30.0N</exif:GPSLatitude>"))
        #expect(new.contains("<exif:GPSLongitude>2,15.0E</exif:GPSLongitude>"))
        #expect(try XMPEdits.properties(new.utf8).location == nil)
    }

    @Test("Removing position and place names leaves no trace of them, and other properties stay")
    func positionsAndPlacesGoWithoutATrace() throws {
        let old = try XMPEdits.edited(
            XMPPacketTests.packet("tiff:Make='M' drone:GpsLatitude='3.0'", "<dc:title>T</dc:title>")
                .replacingOccurrences(of: " xmlns:tiff", with: " xmlns:drone='urn:drone' xmlns:tiff"),
            XMPEdits.everything())
        let new = try XMPEdits.edited(old, XMPEdits.removal)
        let found = try XMPEdits.properties(new.utf8)
        #expect(found.location == nil && found.placeShown.isEmpty && found.placeCreated.isEmpty)
        #expect(found.camera.make == "M" && found.title == "T" && found.keywords.count == 3)
        for trace in ["GPS", "Gps", "City", "Location", "Country", "Latvija<", "iela", "56,", "3.0"] {
            #expect(!new.contains(trace) || trace == "Latvija<")
        }
        #expect(try XMPEditing.edited(Array(new.utf8), by: XMPEdits.removal, hasEXIF: true) == nil)
    }

    @Test("Keywords are added after the existing ones, without blanks or duplicates")
    func keywordsAreAddedToThoseThereAre() throws {
        var edit = MetadataEdit()
        edit.keywords = ["b", "a & b", "c", "c", " ", "\u{1}"]
        for (old, words) in [
            (
                "<dc:subject><rdf:Bag>\n <rdf:li>a</rdf:li>\n <rdf:li>a &amp; b</rdf:li></rdf:Bag></dc:subject>",
                ["a", "a & b", "b", "c"]
            ),
            ("<dc:subject><rdf:Bag/></dc:subject>", ["b", "a & b", "c"]), ("<dc:subject/>", ["b", "a & b", "c"]),
            ("<dc:subject>z</dc:subject>", ["z", "b", "a & b", "c"]), ("", ["b", "a & b", "c"]),
        ] {
            let new = try XMPEdits.edited(XMPPacketTests.packet("", old), edit)
            #expect(try XMPEdits.properties(new.utf8).keywords == words)
            #expect(try XMPEditing.edited(Array(new.utf8), by: edit, hasEXIF: true) == nil)
        }
        let attribute = try XMPEdits.edited(XMPPacketTests.packet("dc:subject='z'"), edit)
        #expect(try XMPEdits.properties(attribute.utf8).keywords == ["z", "b", "a & b", "c"])
    }

    @Test(
        "An offset is added to the original date and replaces the old one, and the time stays",
        arguments: [
            ("2019-07-24T11:25:40.5", "2019-07-24T11:25:40.5+09:00"),
            ("2019-07-24T11:25:40Z", "2019-07-24T11:25:40+09:00"),
            ("2019-07-24T11:25:40-0530", "2019-07-24T11:25:40+09:00"),
            ("2019:07:24 11:25:40", "2019:07:24 11:25:40+09:00"),
            ("2019-07-24T11:25:40+09:00", "2019-07-24T11:25:40+09:00"), ("2019-07-24", "2019-07-24"), ("soon", "soon"),
        ])
    func theOffsetIsSaidWithTheTimeAndTheTimeStays(_ old: String, _ new: String) throws {
        var edit = MetadataEdit()
        edit.offset = 9 * 3600
        let packet = try XMPEdits.edited(
            XMPPacketTests.packet(
                "exif:DateTimeOriginal='\(old)' photoshop:DateCreated='\(old)' xmp:CreateDate='\(old)'"), edit)
        #expect(
            packet.contains("exif:DateTimeOriginal='\(new)' photoshop:DateCreated='\(new)' xmp:CreateDate='\(old)'"))
    }

    @Test("Padding is used before a packet grows")
    func paddingIsUsedBeforeThePacketGrows() throws {
        let padding = String(repeating: String(repeating: " ", count: 99) + "\n", count: 30)
        let old = XMPPacketTests.packet("tiff:Make='M'").replacingOccurrences(
            of: "<?xpacket end", with: padding + "<?xpacket end")
        let new = try XMPEdits.edited(old, XMPEdits.everything())
        #expect(new.utf8.count == old.utf8.count && new.hasSuffix("\n<?xpacket end='w'?>"))
        let back = try XMPEdits.edited(new, XMPEdits.removal)
        #expect(back.utf8.count == old.utf8.count)
        #expect(try XMPEdits.properties(back.utf8).camera.make == "M")
    }

    @Test("Properties are found by namespace under any prefix, and empty descriptions can be edited")
    func otherPrefixesAndDescriptionsThatEndThemselves() throws {
        let text = """
            <r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><r:Description r:about='urn:1' xmlns:photoshop='urn:other'
            photoshop:City='not ours' xmlns:p='http://ns.adobe.com/photoshop/1.0/' p:City='Old'/></r:RDF>
            """
        let new = try XMPEdits.edited(text, XMPEdits.everything())
        try XMPEdits.expectEverything(new.utf8)
        #expect(new.contains("photoshop:City='not ours'") && new.contains("p:City='Rīga'/>"))
        #expect(new.contains("<r:Description r:about='urn:1' xmlns:exif"))
        try XMPEdits.expectEverything(try XMPEdits.edited("<rdf:RDF/>", XMPEdits.everything()).utf8)
        try XMPEdits.expectEverything(
            try XMPEdits.edited("<rdf:RDF><rdf:Description tiff:Make='M'/></rdf:RDF>", XMPEdits.everything()).utf8)
    }

    @Test(
        "XMP that cannot be edited safely is refused",
        arguments: [
            "<x:xmpmeta xmlns:x='adobe:ns:meta/'/>", "hello", "<rdf:RDF>", "<!DOCTYPE a><rdf:RDF/>",
            "<rdf:RDF/><rdf:RDF/>",
            "<?xml version='1.0' encoding='ISO-8859-1'?><rdf:RDF/>",
            "<exif:RDF xmlns:exif='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/>",
        ])
    func whatCannotBeChangedSafelyIsRefused(_ text: String) throws {
        #expect(throws: EditRefusal.self) {
            try XMPEditing.edited(Array(text.utf8), by: XMPEdits.everything(), hasEXIF: true)
        }
    }

    @Test("Places in other vocabularies are removed with all their members")
    func placesInOtherVocabulariesGoAsAWhole() throws {
        let text = XMPPacketTests.packet("tiff:Make='M'").replacingOccurrences(
            of: "</rdf:RDF>",
            with: "<rdf:Description xmlns:dwc='http://rs.tdwg.org/dwc/index.htm'><dwc:Record>R</dwc:Record>"
                + "<dwc:dctermsLocation><rdf:Description><dwc:locality>Bariloche</dwc:locality>"
                + "<dwc:decimalLatitude>-41</dwc:decimalLatitude></rdf:Description></dwc:dctermsLocation>"
                + "</rdf:Description><rdf:Description xmlns:dm='http://ns.adobe.com/xmp/1.0/DynamicMedia/' "
                + "dm:shotLocation='Oslo' dm:scene='1'/></rdf:RDF>")
        let new = try XMPEdits.edited(text, XMPEdits.removal)
        #expect(!new.contains("Bariloche") && !new.contains("-41") && !new.contains("Oslo"))
        #expect(new.contains("<dwc:Record>R</dwc:Record>") && new.contains("dm:scene='1'"))
        #expect(try XMPEdits.properties(new.utf8).camera.make == "M")
    }

    @Test(
        "XMP in UTF-16 or UTF-32 is not edited",
        arguments: [String.Encoding.utf16BigEndian, .utf16LittleEndian, .utf32BigEndian, .utf16])
    func otherEncodingsAreRefused(_ encoding: String.Encoding) throws {
        let bytes = [UInt8](try #require(XMPPacketTests.packet("exif:GPSLatitude='1,0N'").data(using: encoding)))
        for edit in [try XMPEdits.everything(), XMPEdits.removal] {
            #expect(throws: EditRefusal("its XMP is not in UTF-8")) {
                try XMPEditing.edited(bytes, by: edit, hasEXIF: true)
            }
        }
    }

    @Test(
        "Angles are written to better than a millimeter",
        arguments: [
            (56.946_285_31, "56,56.7771186N"), (-0.000_000_001, "0,0.0000001S"), (0, "0,0.0N"), (90, "90,0.0N"),
            (-89.999_999_999_9, "90,0.0S"), (1.5, "1,30.0N"),
        ] as [(Double, String)])
    func anglesAreSaidToLessThanAMillimetre(_ degrees: Double, _ text: String) throws {
        let location = PhotoLocation(coordinate: try #require(Coordinate(latitude: degrees, longitude: 0)))
        #expect(XMPPositionText(location: location).latitude == text)
        #expect(abs((AngleParser.angle(text.utf8, axis: .latitude)?.magnitude ?? 100) - abs(degrees)) < 1e-8)
    }
}
