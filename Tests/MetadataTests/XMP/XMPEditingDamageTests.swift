import Foundation
import LKGeo
import TestSupport
import Testing

@testable import LKMetadata

@Suite("Changes of damaged packets")
struct XMPEditingDamageTests {
    private static let packet = XMPPacketTests.packet(
        "photoshop:City='Old' exif:GPSLatitude='1,0N'",
        """
        <ext:LocationShown><rdf:Bag><rdf:li><rdf:Description ext:City='Old'/></rdf:li></rdf:Bag></ext:LocationShown>
        <ext:LocationCreated><rdf:Bag><rdf:li rdf:parseType='Resource'><ext:City>Old</ext:City></rdf:li></rdf:Bag>
        </ext:LocationCreated><!-- c --><dc:subject><rdf:Bag><rdf:li><![CDATA[a]]></rdf:li></rdf:Bag></dc:subject>
        """)

    /// Either refused, or a packet that says what was meant.
    private func check(_ bytes: [UInt8]) throws -> Bool {
        do {
            for edit in [try XMPEdits.everything(), XMPEdits.removal] {
                // Where nothing changes the packet said it before.
                let new = try XMPEditing.edited(bytes, by: edit, hasEXIF: false) ?? bytes
                let found = new.withUnsafeBytes { XMPPacket.content(of: $0) }
                if edit == XMPEdits.removal {
                    // What has no names of places and positions need not be a packet.
                    guard let found, found.damage == nil || new != bytes else { continue }
                    #expect(found.damage == nil)
                    #expect(found.properties.location == nil)
                    #expect(found.properties.placeShown == PhotoPlace())
                    #expect(found.properties.placeCreated == PhotoPlace())
                } else {
                    let found = try #require(found)
                    #expect(found.damage == nil)
                    #expect(abs((found.properties.location?.coordinate.latitude ?? 0) - 56.946_285_31) < 1e-8)
                    #expect(found.properties.placeShown.city == "Rīga" && found.properties.placeCreated.city == "Rīga")
                }
            }
            return true
        } catch is EditRefusal { return false }
    }

    @Test("Editing every truncated XMP packet is refused or gives a correct packet")
    func everyTruncationIsRefusedOrUnderstood() throws {
        let bytes = Array(Self.packet.utf8)
        for count in Fixtures.cuts(0..<bytes.count) { _ = try check(Array(bytes[..<count])) }
        #expect(try check(bytes))
    }

    @Test("Editing XMP with any flipped bit is refused or gives a correct packet")
    func everyFlippedBitIsRefusedOrUnderstood() throws {
        let bytes = Array(Self.packet.utf8)
        var understood = 0
        for index in bytes.indices {
            var damaged = bytes
            damaged[index] ^= 1 << UInt8(index % 8)
            if try check(damaged) { understood += 1 }
        }
        #expect(understood > 100)
    }

    @Test("Editing randomly damaged XMP is refused or gives a correct packet")
    func damageOfManyKindsIsRefusedOrUnderstood() throws {
        var generator = SeededGenerator(seed: 8)
        for _ in 0..<Fixtures.rounds(2000) {
            var bytes = Array(Self.packet.utf8)
            generator.damage(&bytes)
            _ = try check(bytes)
        }
    }

    @Test("Huge XMP packets are edited or refused in time")
    func immensePacketsEndInTime() throws {
        let items = String(repeating: "<rdf:li a:b='c'/>", count: 40_000)
        let packet = XMPPacketTests.packet("", "<dc:subject><rdf:Bag>\(items)</rdf:Bag></dc:subject>")
        #expect(try check(Array(packet.utf8)))
        let prefixes = (0..<5000).map { " xmlns:p\($0)='urn:\($0)'" }.joined()
        #expect(try !check(Array(XMPPacketTests.packet(prefixes).utf8)))
        #expect(try !check([UInt8](repeating: 0x41, count: 17 << 20)))
    }
}
