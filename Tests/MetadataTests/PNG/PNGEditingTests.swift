import Formats
import Foundation
import Geo
import Testing

@testable import Metadata

@Suite("PNGs that are edited")
struct PNGEditingTests {
    @Test func aNewChunkStandsBeforeTheData() throws {
        let old = PhotoFixture.png(PhotoFixture.chunk("tEXt", Bytes.text("Title\0A title")))
        let new = try #require(try Edits.apply(Edits.sydney, to: old))
        let data = old.count - 12 - 22
        #expect(new[..<data] == old[..<data] && new[(data + 4)...].starts(with: "eXIf".utf8))
        #expect(new.suffix(34) == old.suffix(34))
        #expect(try PhotoFixture.metadata(new).location?.altitude == -12.345)
        #expect(try Edits.apply(Edits.removal, to: old) == old)
    }

    @Test func theChunkThatIsThereIsChanged() throws {
        let old = PhotoFixture.png(PhotoFixture.chunk("eXIf", PhotoFixture.camera))
        let new = try #require(try Edits.apply(Edits.edit(1, 2), to: old))
        #expect(try PhotoFixture.metadata(new).location?.coordinate.description == "1.0,2.0")
        #expect(try PhotoFixture.metadata(new).camera?.model == "COOLPIX P6000")
        let removed = try #require(try Edits.apply(Edits.removal, to: old))
        #expect(try PhotoFixture.metadata(removed).location == nil)
    }

    @Test func EXIFInDigitsStaysInDigits() throws {
        let block = Bytes.text("Exif\0\0") + PhotoFixture.camera
        let old = PhotoFixture.png(PNGProfile.chunk(named: Array("exif".utf8), block))
        #expect(try PhotoFixture.metadata(old).location != nil)
        let new = try #require(try Edits.apply(Edits.edit(1, 2), to: old))
        #expect(try PhotoFixture.metadata(new).location?.coordinate.description == "1.0,2.0")
        #expect(!new.indices.contains { new[$0...].starts(with: "eXIf".utf8) })
    }

    @Test func theChecksumIsThatOfTheStandard() {
        #expect(CRC32.of(Array("IEND".utf8)) == 0xAE42_6082)
        #expect(CRC32.of(Array("123456789".utf8)) == 0xCBF4_3926)
    }
}
