import TestSupport
import Testing

@testable import LKMetadata

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

    @Test("Nikon's time zone and summer time are added to give the offset from UTC")
    func nikonsZoneAndItsSummerTimeAreAdded() throws {
        let date = try #require(try photo("NIKON CORPORATION", nikon(minutes: 60, summer: 1)).date)
        #expect(date.offset == 7200)
        #expect(date.offsetRule == .makerNote)
        #expect(try photo("NIKON", nikon(minutes: -300, summer: 0)).date?.offset == -18_000)
        #expect(try photo("NIKON", nikon(minutes: 9999, summer: 0)).date?.offset == nil)
    }

    @Test("Apple's identifier pairs a live photo")
    func appleIdentifiersPairLivePhotos() throws {
        // A directory of one entry, whose text stands behind it, counted from the note's beginning.
        let identifier = Bytes.text("6A2D-11\0")
        let note =
            Bytes.text("Apple iOS\0") + [0, 1] + Bytes.text("MM") + Bytes.u16(1) + Bytes.u16(0x11) + Bytes.u16(2)
            + Bytes.u32(identifier.count) + Bytes.u32(32) + Bytes.u32(0) + identifier
        #expect(try photo("Apple", note).liveIdentifier == "6A2D-11")
    }

    @Test("The time of a trail camera is read from its maker note")
    func trailCamerasKeepTheTimeInTheirNotes() throws {
        let note = [0x01, 0xF1] + Bytes.zeros(20) + [0, 0, 0, 0, 10, 0, 3, 0, 16, 0, 0xE4, 0x07]
        let bytes = PhotoFixture.jpeg(exif: [(0x927C, .undefined(note))])
        let date = try #require(try PhotoFixture.metadata(bytes).date)
        #expect(date.rule == .makerNote)
        #expect(date.wallTime.description == "2020-03-16T10:00:00")
    }

    @Test("Damaged maker notes are ignored")
    func damagedNotesSayNothing() throws {
        for note in [
            Bytes.text("Nikon\0") + [2], Bytes.text("Nikon\0") + Bytes.zeros(20), Bytes.text("Apple iOS\0\0\u{1}MM"),
        ] {
            #expect(try photo("Canon", note).date?.offset == nil)
        }
    }
}

@Suite struct CanonNoteTests {
    /// A JPEG whose maker note is a directory, which counts offsets from the block of EXIF.
    private func photo(minutes: Int, city: Int, summer: Int) throws -> PhotoMetadata {
        // The note is written as a branch, and its type changed to what cameras write.
        var block = TIFFFixture.bytes([
            (0x010F, .ascii("Canon")),
            (
                0x8769,
                .directory([
                    (0x9003, .ascii("2015:02:09 22:47:44")),
                    (0x927C, .directory([(0x0035, .long([16, minutes, city, summer]))])),
                ])
            ),
        ])
        let entry = try #require(block.indices.first { block[$0...].starts(with: [0x7C, 0x92, 4, 0, 1, 0, 0, 0]) })
        block[entry + 2] = 7
        block[entry + 4] = 34
        return try PhotoFixture.metadata(PhotoFixture.jpeg(PhotoFixture.app1(block)))
    }

    @Test("The time zone in a Canon note already includes summer time")
    func theZoneCountsSummerTimeAlready() throws {
        let date = try #require(try photo(minutes: 120, city: 20, summer: 60).date)
        #expect(date.offset == 7200)
        #expect(date.offsetRule == .makerNote)
        #expect(try photo(minutes: -210, city: 3, summer: 0).date?.offset == -12_600)
    }

    @Test("A Canon time zone without a city is ignored, because it was never set")
    func withoutACityTheZoneWasNeverSet() throws {
        #expect(try photo(minutes: 0, city: 0, summer: 0).date?.offset == nil)
    }
}
