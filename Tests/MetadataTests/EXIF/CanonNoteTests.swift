import Testing

@testable import Metadata

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

    @Test func theZoneCountsSummerTimeAlready() throws {
        let date = try #require(try photo(minutes: 120, city: 20, summer: 60).date)
        #expect(date.offset == 7200)
        #expect(date.offsetRule == .makerNote)
        #expect(try photo(minutes: -210, city: 3, summer: 0).date?.offset == -12_600)
    }

    @Test func withoutACityTheZoneWasNeverSet() throws {
        #expect(try photo(minutes: 0, city: 0, summer: 0).date?.offset == nil)
    }
}
