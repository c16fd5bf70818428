import Testing

@testable import Metadata

@Suite struct MakerNoteTests {
    private static let shot: (Int, TIFFFixture.Value) = (0x9003, .ascii("2008:10:22 16:28:39"))

    private func photo(_ make: String, _ note: [UInt8]) throws -> PhotoMetadata {
        try PhotoFixture.metadata(
            PhotoFixture.jpeg(exif: [Self.shot, (0x927C, .undefined(note))], first: [(0x010F, .ascii(make))]))
    }

    private func nikon(minutes: Int, summer: UInt8) -> [UInt8] {
        let zone = Bytes.u16(minutes)
        let block = TIFFFixture.bytes([(0x0024, .undefined(zone + [summer, 0]))], bigEndian: true)
        return Bytes.text("Nikon\0") + [2, 0x10, 0, 0] + block
    }

    @Test func nikonsZoneAndItsSummerTimeAreAdded() throws {
        let date = try #require(try photo("NIKON CORPORATION", nikon(minutes: 60, summer: 1)).date)
        #expect(date.offset == 7200)
        #expect(date.offsetRule == .makerNote)
        #expect(try photo("NIKON", nikon(minutes: -300, summer: 0)).date?.offset == -18_000)
        #expect(try photo("NIKON", nikon(minutes: 9999, summer: 0)).date?.offset == nil)
    }

    @Test func appleIdentifiersPairLivePhotos() throws {
        // A directory of one entry, whose text stands behind it, counted from the note's beginning.
        let identifier = Bytes.text("6A2D-11\0")
        let note =
            Bytes.text("Apple iOS\0") + [0, 1] + Bytes.text("MM") + Bytes.u16(1) + Bytes.u16(0x11) + Bytes.u16(2)
            + Bytes.u32(identifier.count) + Bytes.u32(32) + Bytes.u32(0) + identifier
        #expect(try photo("Apple", note).liveIdentifier == "6A2D-11")
    }

    @Test func trailCamerasKeepTheTimeInTheirNotes() throws {
        let note = [0x01, 0xF1] + Bytes.zeros(20) + [0, 0, 0, 0, 10, 0, 3, 0, 16, 0, 0xE4, 0x07]
        let bytes = PhotoFixture.jpeg(exif: [(0x927C, .undefined(note))])
        let date = try #require(try PhotoFixture.metadata(bytes).date)
        #expect(date.rule == .makerNote)
        #expect(date.wallTime.description == "2020-03-16T10:00:00")
    }

    @Test func damagedNotesSayNothing() throws {
        for note in [
            Bytes.text("Nikon\0") + [2], Bytes.text("Nikon\0") + Bytes.zeros(20), Bytes.text("Apple iOS\0\0\u{1}MM"),
        ] {
            #expect(try photo("Canon", note).date?.offset == nil)
        }
    }
}
