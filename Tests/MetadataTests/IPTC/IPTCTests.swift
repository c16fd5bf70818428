import LKFormats
import Testing

@testable import LKMetadata

@Suite struct IPTCTests {
    private func photo(_ iptc: [UInt8], digest: [UInt8]? = nil, xmp: String? = nil) throws -> PhotoMetadata {
        try PhotoFixture.metadata(
            PhotoFixture.jpeg(
                PhotoFixture.app13(iptc, digest: digest), xmp.map { PhotoFixture.appXMP(Bytes.xmp($0)) } ?? []))
    }

    private func set(_ number: Int, _ text: String) -> [UInt8] { PhotoFixture.dataset(2, number, Bytes.text(text)) }

    @Test("Title, keywords, caption, place names and date of IPTC are read")
    func wordsPlaceAndDateAreRead() throws {
        let photo = try photo(
            set(5, "Title") + set(25, "one") + set(25, "two") + set(55, "20260521") + set(60, "063000+0200")
                + set(90, "Arezzo") + set(92, "Piazza Grande") + set(95, "Toscana") + set(100, "ITA")
                + set(101, "Italia")
                + set(120, "What it shows"))
        #expect(photo.title == "Title")
        #expect(photo.keywords == ["one", "two"])
        #expect(photo.caption == "What it shows")
        #expect(photo.placeShown?.city == "Arezzo")
        #expect(photo.placeShown?.sublocation == "Piazza Grande")
        #expect(photo.placeShown?.state == "Toscana")
        #expect(photo.placeShown?.countryCode == "ITA")
        #expect(photo.placeShown?.country == "Italia")
        #expect(photo.date?.wallTime.description == "2026-05-21T06:30:00")
        #expect(photo.date?.offset == 7200)
        #expect(photo.date?.rule == .iptc)
    }

    @Test("An IPTC date without a valid time is a day only, and an invalid date is ignored")
    func aDayWithoutTimeSaysSo() throws {
        #expect(try photo(set(55, "20260521")).date?.wallTime.isDayOnly == true)
        #expect(try photo(set(55, "20261321")).date == nil)
        #expect(try photo(set(60, "063000")).date == nil)
        #expect(try photo(set(55, "20260521") + set(60, "996000")).date?.wallTime.isDayOnly == true)
    }

    @Test("IPTC text is Latin-1 unless it is valid or marked UTF-8")
    func textIsLatin1UnlessItIsUTF8() throws {
        #expect(try photo(PhotoFixture.dataset(2, 90, [0x4B, 0xF6, 0x6C, 0x6E])).placeShown?.city == "K\u{F6}ln")
        #expect(try photo(set(90, "K\u{F6}ln")).placeShown?.city == "K\u{F6}ln")
        // A letter that the greatest length has cut in two.
        let marked = PhotoFixture.dataset(1, 90, [0x1B, 0x25, 0x47])
        #expect(try photo(marked + PhotoFixture.dataset(2, 90, [0x4B, 0xC3])).placeShown?.city == "K")
    }

    @Test("XMP takes precedence over IPTC without a digest")
    func withoutADigestXMPCounts() throws {
        let photo = try photo(set(90, "Old"), xmp: "photoshop:City='New'")
        #expect(photo.placeShown?.city == "New")
    }

    @Test("XMP takes precedence while the digest matches, and IPTC supplies what XMP lacks")
    func xmpCountsWhileTheDigestFits() throws {
        let iptc = set(90, "Old") + set(95, "State")
        let digest = iptc.withUnsafeBytes { MD5.digest(of: $0) }
        let photo = try photo(iptc, digest: digest, xmp: "photoshop:City='New'")
        #expect(photo.placeShown?.city == "New")
        #expect(photo.placeShown?.state == "State")
    }

    @Test("IPTC takes precedence if its digest shows a later change")
    func iptcCountsWhenItWasChangedAfterwards() throws {
        let photo = try photo(set(90, "Changed"), digest: Array(1...16), xmp: "photoshop:City='Before'")
        #expect(photo.placeShown?.city == "Changed")
        // A digest of zeros is none.
        let other = try self.photo(set(90, "Changed"), digest: Bytes.zeros(16), xmp: "photoshop:City='Before'")
        #expect(other.placeShown?.city == "Before")
    }

    @Test("A name cut to IPTC's maximum length is taken from XMP in full")
    func whatIPTCHasCutOffIsTakenFromXMP() throws {
        let full = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch"
        let photo = try photo(
            set(90, String(full.prefix(32))), digest: Array(1...16), xmp: "photoshop:City='\(full)'")
        #expect(photo.placeShown?.city == full)
    }

    @Test("A damaged IPTC block is read up to the damage")
    func damagedBlocksAreReadUpToTheDamage() throws {
        let block = set(90, "Arezzo") + [0x1C, 2, 95, 0x7F, 0xFF, 1]
        #expect(try photo(block).placeShown?.city == "Arezzo")
        #expect(try photo(set(90, "Arezzo") + [0x1C, 2, 95, 0x80, 9, 1, 1, 1, 1, 1]).placeShown?.city == "Arezzo")
        #expect(try photo([1, 2, 3]).placeShown == nil)
    }

    @Test(
        "MD5 gives the digests of RFC 1321",
        arguments: [
            ("", "d41d8cd98f00b204e9800998ecf8427e"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
            (
                "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
                "57edf4a22be3c955ac49da2e2107b67a"
            ),
            ("file:///home/jens/photos/me.png", "c6ee772d9e49320e97ec29a7eb5b1697"),
        ])
    func digestsAreThoseOfRFC1321(text: String, digest: String) {
        #expect(MD5.hexadecimal(text.utf8) == digest)
    }
}
