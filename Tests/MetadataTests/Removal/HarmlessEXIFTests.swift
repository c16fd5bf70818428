import Foundation
import TestSupport
import Testing

@testable import LKMetadata

/// Tags of EXIF and maker notes that are not known to be harmless.
@Suite struct HarmlessEXIFTests {
    private let folder = TemporaryFolder()
    private static let secret = Bytes.text("48.137 11.575 Marienplatz")

    private func refusal(_ bytes: [UInt8]) throws -> EditRefusal? {
        guard case .refused(let refusal) = try MetadataWriter().outcome(of: Edits.removal, on: bytes) else {
            return nil
        }
        return refusal
    }

    private func stripped(_ old: [UInt8]) throws -> [UInt8] {
        guard case .patch(let patch) = try MetadataWriter().outcome(of: Edits.removal, on: old) else {
            throw try refusal(old) ?? EditRefusal("nothing to remove")
        }
        let new = patch.applied(to: old)
        try Data(old).write(to: URL(filePath: folder.file("old")))
        try Data(new).write(to: URL(filePath: folder.file("new")))
        let complaint = try PatchCheck().complaint(
            about: Edits.removal, patch, from: folder.file("old"), to: folder.file("new"))
        #expect(complaint == nil)
        guard case .patch(let again) = try MetadataWriter().outcome(of: Edits.removal, on: new) else {
            throw EditRefusal("a second removal is refused")
        }
        #expect(again.isEmpty)
        return new
    }

    private static func has(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { ByteSearch.contains($0, part) }
    }

    private static func photo(_ main: [(Int, TIFFFixture.Value)], _ exif: [(Int, TIFFFixture.Value)]) -> [UInt8] {
        PhotoFixture.jpeg(PhotoFixture.app1(TIFFFixture.bytes(main + [(0x8769, .directory(exif))])))
    }

    private static func note(_ make: String, _ note: [UInt8]) -> [UInt8] {
        photo([(0x010F, .ascii(make))], [(0x927C, .undefined(note))])
    }

    @Test("Values of unknown tags are overwritten in place, in any directory, and known ones stay")
    func unknownTags() throws {
        let unknown = TIFFFixture.Value.undefined(Self.secret)
        let program = TIFFFixture.Value.ascii("Program of a camera")
        let lens = TIFFFixture.Value.ascii("Lens of a camera")
        for old in [
            Self.photo([(0x0131, program), (0xC7F9, unknown)], [(0xA434, lens)]),
            Self.photo([(0x0131, program)], [(0xA434, lens), (0xA999, unknown)]),
        ] {
            let new = try stripped(old)
            #expect(new.count == old.count && Self.has(old, Self.secret) && !Self.has(new, Self.secret))
            #expect(Self.has(new, Bytes.text("Program of a camera")) && Self.has(new, Bytes.text("Lens of a camera")))
        }
    }

    @Test("Short values of unknown tags and unknown tags without a value stay")
    func shortValues() throws {
        let old = Self.photo([(0xC7F9, .short([7]))], [(0xA999, .undefined([1, 2, 3])), (0xA99A, .ascii(""))])
        #expect(try stripped(old) == old)
    }

    @Test("Maker notes of an unknown form are overwritten in place", arguments: ["Unheard", "Canon", "SAMSUNG"])
    func unknownNotes(make: String) throws {
        let old = Self.note(make, Self.secret)
        let new = try stripped(old)
        #expect(new.count == old.count && !Self.has(new, Self.secret))
    }

    @Test("Values of other tags within an unknown value stay, and unknown values that overlap are overwritten")
    func sharedBytes() throws {
        func block(_ place: Int) -> [UInt8] {
            TIFFFixture.bytes([
                (0x0131, .raw(type: 2, count: 8, value: place + 10)), (0xC7F8, .raw(type: 7, count: 30, value: place)),
                (0xC7F9, .raw(type: 7, count: 20, value: place + 20)),
            ])
        }
        let value = Bytes.text("48.137 11.Program\0.575 Marienplatz 80331")
        let start = block(0).count
        let old = PhotoFixture.jpeg(PhotoFixture.app1(block(start) + value))
        let new = try stripped(old)
        #expect(Self.has(new, Bytes.zeros(10) + Bytes.text("Program\0") + Bytes.zeros(22)))
    }

    @Test("Maker notes of a known form stay")
    func knownNotes() throws {
        let directory = Array(TIFFFixture.bytes([(0x0001, .short([1, 2, 3, 4])), (0x0007, .ascii("Firmware"))])[8...])
        let nikon = TIFFFixture.bytes([(0x0001, .undefined([1, 2, 3, 4, 5]))])
        let notes: [(String, [UInt8])] = [
            ("Canon", directory), ("SONY", Bytes.text("SONY DSC \0\0\0") + directory),
            ("Apple", Bytes.text("Apple iOS\0\0\u{1}MM")),
            ("NIKON CORPORATION", Bytes.text("Nikon\0\u{2}\0\0\0") + nikon),
        ]
        for (make, note) in notes {
            let old = Self.note(make, note)
            #expect(try stripped(old) == old, "\(make)")
        }
    }

    @Test("Place names in notes of Samsung are refused by name")
    func samsungNames() throws {
        // Offsets in the note are relative to it.
        var note: [UInt8] = [1, 0, 0x31, 0, 7, 0, 8, 0, 0, 0, 18, 0, 0, 0, 0, 0, 0, 0]
        note += Bytes.text("Tamworth")
        #expect(
            try refusal(Self.note("SAMSUNG", note)) == EditRefusal("its maker notes name the place", isCertain: true))
        let empty = Self.note("SAMSUNG", Array(note.dropLast(8)) + Bytes.zeros(8))
        #expect(try stripped(empty) == empty)
    }

    @Test("Private data of a DNG are kept if they are a camera's known notes, and refused otherwise")
    func privateData() throws {
        let directory = Array(TIFFFixture.bytes([(0x0001, .short([1, 2, 3, 4])), (0x0007, .ascii("Firmware"))])[8...])
        func image(_ data: [UInt8]) -> [UInt8] {
            TIFFFixture.bytes([
                (0x0100, .long([1])), (0x0101, .long([1])), (0x010F, .ascii("Canon")), (0xC612, .byte([1, 4, 0, 0])),
                (0xC634, .byte(data)),
            ])
        }
        let adobe =
            Bytes.text("Adobe\0MakN") + Bytes.u32(directory.count + 6) + Bytes.text("II") + Bytes.zeros(4) + directory
        #expect(try refusal(image(adobe)) == nil)
        #expect(try refusal(image(Self.secret))?.reason == "its private data (DNG) may hold a position")
    }

    @Test("A structure with many unknown tags is refused instead of being searched for long")
    func manyTags() throws {
        let many = (0..<400).map { (0xF000 + $0, TIFFFixture.Value.undefined(Self.secret)) }
        let writer = MetadataWriter()
        let outcome = try writer.outcome(
            of: Edits.removal, on: PhotoFixture.jpeg(PhotoFixture.app1(TIFFFixture.bytes(many))))
        guard case .refused(let refusal) = outcome else {
            Issue.record("it is not refused")
            return
        }
        #expect(refusal.reason.contains("400 tags"))
    }
}
