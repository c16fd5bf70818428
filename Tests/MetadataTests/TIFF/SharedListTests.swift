import TestSupport
import Testing

@testable import LKMetadata

/// Directories that share lists of offsets, or whose lists lead back to them: small files that say a lot.
@Suite("TIFF directories that share lists") struct SharedListTests {
    /// Directories in a chain, each with the same value of `count` offsets, which all lead to the first directory.
    private static func file(directories: Int, tags: [UInt16], count: Int) -> [UInt8] {
        func u16(_ number: Int) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8 & 0xFF)] }
        func u32(_ number: Int) -> [UInt8] { u16(number & 0xFFFF) + u16(number >> 16) }
        let size = 2 + 12 * tags.count + 4
        let list = 8 + directories * size
        var bytes = Array("II".utf8) + u16(42) + u32(8)
        for index in 1...directories {
            bytes += u16(tags.count)
            for tag in tags { bytes += u16(Int(tag)) + u16(4) + u32(count) + u32(list) }
            bytes += u32(index == directories ? 0 : 8 + index * size)
        }
        for _ in 0..<count { bytes += u32(8) }
        return bytes
    }

    private func steps(_ bytes: [UInt8]) throws -> (survey: Int, claims: Int) {
        let file = FileBytes()
        file.open(bytes: bytes)
        let block = try #require(try TIFFBlock(in: file, at: 0, count: file.count))
        let survey = try FileSurvey(of: file, .tiff, leavingOut: MetadataEdit())
        return (survey.steps, try TIFFClaims(of: block).steps)
    }

    @Test(
        "The survey looks at each directory once, and at no more offsets when a list of them is longer",
        arguments: [1, 6, 250])
    func subdirectories(directories: Int) throws {
        let few = try steps(Self.file(directories: directories, tags: [EXIFTag.subDirectories], count: 1000))
        let many = try steps(Self.file(directories: directories, tags: [EXIFTag.subDirectories], count: 100_000))
        #expect(few.survey <= 257 * directories)
        #expect(many.survey == few.survey)
    }

    @Test("Subdirectories within subdirectories are surveyed to any depth")
    func nestedSubdirectories() throws {
        var bytes: [UInt8] = Array("II".utf8) + [42, 0, 8, 0, 0, 0]
        for level in 1...20 {
            // The last one leads back to the first.
            let target = level == 20 ? 8 : 8 + 18 * level
            bytes += [1, 0, 0x4A, 1, 4, 0, 1, 0, 0, 0]
            bytes += [UInt8(target & 0xFF), UInt8(target >> 8), 0, 0, 0, 0, 0, 0]
        }
        #expect(try steps(bytes).survey == 20)
    }

    @Test("Lists are read as long as the file has room for them", arguments: [1, 6, 250])
    func lists(directories: Int) throws {
        for tags in [[EXIFTag.subDirectories], [EXIFTag.stripOffsets, EXIFTag.stripByteCounts]] {
            for count in [1000, 10_000, 60_000] {
                let bytes = Self.file(directories: directories, tags: tags, count: count)
                #expect(try steps(bytes).claims <= bytes.count / 4)
            }
        }
    }

    @Test("Photos with lists of their own are read completely")
    func ownLists() throws {
        let strips = (0..<500).map { 20_000 + 10 * $0 }
        let page: [(Int, TIFFFixture.Value)] = [
            (0x0111, .long(strips)), (0x0117, .long([Int](repeating: 10, count: 500))),
        ]
        let file = FileBytes()
        file.open(bytes: TIFFFixture.bytes(page, page, page) + [UInt8](repeating: 0, count: 20_000))
        let block = try #require(try TIFFBlock(in: file, at: 0, count: file.count))
        let claims = try TIFFClaims(of: block)
        #expect(claims.isComplete)
        #expect(claims.pixels.count == 1500)
    }
}
