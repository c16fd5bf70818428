import Foundation
import LKFormats
import TestSupport
import Testing

@testable import LKMetadata

@Suite("Changes of IPTC")
struct IPTCEditingTests {
    static func dataset(_ record: UInt8, _ number: UInt8, _ value: [UInt8]) -> [UInt8] {
        [0x1C, record, number] + Bytes.u16(value.count) + value
    }

    static func text(_ number: UInt8, _ text: String, _ encoding: String.Encoding = .utf8) -> [UInt8] {
        dataset(2, number, [UInt8](text.data(using: encoding) ?? Data()))
    }

    static func digest(_ block: [UInt8]) -> [UInt8] { block.withUnsafeBytes { MD5.digest(of: $0) } }

    static let mark = dataset(1, 90, [0x1B, 0x25, 0x47])

    private func edited(_ block: [UInt8], _ edit: MetadataEdit) throws -> [UInt8] {
        try IPTCEditing.editedDatasets(block, by: edit) ?? block
    }

    private func read(_ block: [UInt8]) throws -> IPTCProperties {
        try #require(block.withUnsafeBytes { IPTCReader.properties(of: $0) })
    }

    private func values(_ block: [UInt8], _ number: UInt8) -> [[UInt8]] {
        IPTCDatasets(block[...]).values(IPTCDatasets.Kind(record: 2, number: number))
    }

    @Test("Place names are written to IPTC only where a photo already has IPTC")
    func onlyWhatHasIPTCGetsSome() throws {
        #expect(try IPTCEditing.edited([], by: XMPEdits.everything()) == nil)
        let other = PhotoshopBlocks.block(0x03ED, [1, 2, 3])
        #expect(try IPTCEditing.edited(other, by: XMPEdits.everything()) == nil)
        #expect(try IPTCEditing.edited(PhotoshopBlocks.block(0x0404, []), by: XMPEdits.everything()) == nil)
    }

    @Test("Place names are written to IPTC and removed again, and all other fields stay")
    func namesGetTheirPlacesAndAllElseStays() throws {
        let block =
            Self.dataset(2, 0, [0, 4]) + Self.text(5, "Title") + Self.text(90, "Old") + Self.text(90, "Older")
            + Self.text(120, "Caption") + Self.dataset(7, 10, [0xFF, 0xFE])
        let new = try edited(block, XMPEdits.everything())
        let place = try read(new).place
        #expect(place.city == "Rīga" && place.sublocation == "Māras iela <3>" && place.country == "Latvija")
        #expect(place.countryCode == "LVA" && place.state == "Rīga & \"Vidzeme\"")
        #expect(try read(new).title == "Title" && read(new).keywords == ["Rīga", "Latvija", "a & b"])
        #expect(values(new, 90).count == 1)
        #expect(
            IPTCDatasets(new[...]).datasets.map(\.kind.number) == [90, 0, 5, 25, 25, 25, 90, 92, 95, 100, 101, 120, 10])
        #expect(try IPTCEditing.editedDatasets(new, by: XMPEdits.everything()) == nil)
        // And back.
        let stripped = try edited(new, XMPEdits.removal)
        #expect(try read(stripped).place.isEmpty)
        #expect(IPTCDatasets(stripped[...]).datasets.map(\.kind.number) == [90, 0, 5, 25, 25, 25, 120, 10])
    }

    @Test("Names too long for IPTC are cut between characters, and country codes get three letters")
    func lengthsAreCutBetweenLetters() throws {
        var edit = MetadataEdit()
        var place = PhotoPlace()
        place.city = String(repeating: "ä", count: 20)
        place.state = String(repeating: "a", count: 31) + "ä"
        place.sublocation = String(repeating: "a", count: 30) + " e\u{301}e\u{301}"
        place.country = String(repeating: "👩‍👩‍👧", count: 5)
        place.countryCode = "de"
        edit.placeShown = .set(place)
        let new = try edited(Self.text(5, "Title"), edit)
        func repeated(_ text: String, _ count: Int) -> [UInt8] { Array(String(repeating: text, count: count).utf8) }
        #expect(values(new, 90) == [repeated("ä", 16)])
        #expect(values(new, 95) == [repeated("a", 31)])
        #expect(values(new, 92) == [repeated("a", 30)])
        #expect(values(new, 101) == [repeated("👩‍👩‍👧", 3)])
        #expect(values(new, 100) == [Array("DEU".utf8)])
    }

    @Test("Latin text is converted if new names need UTF-8, and text in an unknown encoding is refused")
    func latinTextsAreConvertedWhenUTF8IsNeeded() throws {
        let western = Self.dataset(2, 120, [0x4D, 0xFC, 0x6C, 0x6C, 0x80]) + Self.dataset(2, 202, [0xFC])
        var edit = MetadataEdit()
        var place = PhotoPlace()
        place.city = "Berlin"
        edit.placeShown = .set(place)
        // Nothing needs it.
        let plain = try edited(western, edit)
        #expect(plain.starts(with: Self.text(90, "Berlin") + western.prefix(10)))
        place.city = "Köln"
        edit.placeShown = .set(place)
        let new = try edited(western, edit)
        #expect(new.starts(with: Self.mark))
        #expect(values(new, 120) == [Array("Müll€".utf8)] && values(new, 202) == [[0xFC]])
        // What is UTF-8 already gets its mark alone.
        let unmarked = try edited(Self.text(120, "Müll"), edit)
        #expect(values(unmarked, 120) == [Array("Müll".utf8)] && unmarked.starts(with: Self.mark))
        let marked = try edited(Self.dataset(1, 90, [0x1B, 0x2D, 0x41]) + Self.dataset(2, 120, [0xC3, 0xA4]), edit)
        #expect(values(marked, 120) == [Array("Ã¤".utf8)] && marked.starts(with: Self.mark))
        // Of sets that are not known only what is the same in all of them can be kept.
        let japanese = Self.dataset(1, 90, [0x1B, 0x24, 0x29, 0x42])
        #expect(throws: EditRefusal.self) { try IPTCEditing.editedDatasets(japanese + western, by: edit) }
        #expect(try edited(japanese + Self.text(120, "abc"), edit).starts(with: Self.mark))
    }

    @Test("The IPTC digest is updated, unless it showed that IPTC had changed")
    func theDigestFollowsUnlessItToldOfAChange() throws {
        let block = Self.text(5, "Title") + Self.text(120, "abc")
        let before = PhotoshopBlocks.block(0x03ED, [1, 2, 3])
        func resources(_ digest: [UInt8]?) -> [UInt8] {
            before + PhotoshopBlocks.block(0x0404, block) + (digest.map { PhotoshopBlocks.block(0x0425, $0) } ?? [])
                + PhotoshopBlocks.block(0x040F, [9])
        }
        let zeros = [UInt8](repeating: 0, count: 16)
        for digest in [nil, Self.digest(block), zeros, [UInt8](repeating: 7, count: 16)] {
            let new = try #require(try IPTCEditing.edited(resources(digest), by: XMPEdits.everything()))
            let blocks = PhotoshopBlocks(new).blocks
            #expect(blocks.map(\.identifier) == [0x03ED, 0x0404, 0x0425, 0x040F])
            let isKept = digest?.first == 7
            let expected = Self.digest(Array(new[blocks[1].content]))
            #expect(Array(new[blocks[2].content]) == (isKept ? digest : expected))
            #expect(new.starts(with: before) && new.suffix(14).elementsEqual(PhotoshopBlocks.block(0x040F, [9])))
            #expect(try IPTCEditing.edited(new, by: XMPEdits.everything()) == nil)
        }
    }

    @Test("Removal clears the place names of every IPTC block, and is refused if the blocks are damaged")
    func nothingSurvivesARemovalInASecondBlock() throws {
        let block = Self.text(5, "Title") + Self.text(90, "Riga")
        let resources = PhotoshopBlocks.block(0x0404, block) + PhotoshopBlocks.block(0x0404, block)
        let new = try #require(try IPTCEditing.edited(resources, by: XMPEdits.removal))
        #expect(new.firstRange(of: Array("Riga".utf8)) == nil)
        #expect(throws: EditRefusal.self) {
            try IPTCEditing.edited(Array((resources + Self.text(90, "x")).dropFirst(1)), by: XMPEdits.removal)
        }
    }

    @Test("A value longer than 32,767 bytes is kept")
    func longValuesAreKept() throws {
        let value = [UInt8](repeating: 0x61, count: 40_000)
        let block = [0x1C, 2, 202, 0x80, 4] + Bytes.u32(value.count) + value
        let new = try edited(block, XMPEdits.everything())
        #expect(values(new, 202) == [value] && new.suffix(block.count).elementsEqual(block))
    }

    @Test("Editing damaged IPTC is refused or writes the right city")
    func damageIsRefusedOrUnderstood() throws {
        let block = Self.text(5, "Müll", .isoLatin1) + Self.text(90, "Old") + Self.text(120, "Caption")
        let resources = PhotoshopBlocks.block(0x0404, block) + PhotoshopBlocks.block(0x0425, Self.digest(block))
        var cases = (0..<resources.count).map { Array(resources[..<$0]) }
        for index in resources.indices {
            for bit in 0..<8 {
                var damaged = resources
                damaged[index] ^= 1 << UInt8(bit)
                cases.append(damaged)
            }
        }
        var generator = SeededGenerator(seed: 9)
        for _ in 0..<5000 {
            var damaged = resources
            generator.damage(&damaged)
            cases.append(damaged)
        }
        var understood = 0
        for bytes in cases {
            for edit in [try XMPEdits.everything(), XMPEdits.removal] {
                guard let new = try? IPTCEditing.edited(bytes, by: edit) else { continue }
                understood += 1
                let found = PhotoshopBlocks(new).blocks.first { $0.identifier == 0x0404 }
                let block = Array(new[try #require(found).content])
                let city = block.withUnsafeBytes { IPTCReader.properties(of: $0) }?.place.city
                #expect(city == (edit == XMPEdits.removal ? nil : "Rīga"))
            }
        }
        #expect(understood > 1000)
    }

    @Test("Country codes are converted to three letters, and unknown ones give nothing")
    func codesOfCountriesHaveThreeLetters() {
        #expect(CountryCode.threeLetters("lv") == "LVA" && CountryCode.threeLetters("GB") == "GBR")
        #expect(CountryCode.threeLetters("XK") == "XKX" && CountryCode.threeLetters("ZW") == "ZWE")
        #expect(CountryCode.threeLetters("jpn") == "JPN")
        for none in [nil, "", "X", "QQ", "Ä", "ABCD", "1A"] { #expect(CountryCode.threeLetters(none) == nil) }
    }
}
