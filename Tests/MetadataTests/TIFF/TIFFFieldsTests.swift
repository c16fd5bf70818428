import TestSupport
import Testing

@testable import LKMetadata

@Suite("Entries of directories as they stand")
struct TIFFFieldsTests {
    @Test("Bytes of a TIFF entry's inline value are returned unchanged", arguments: [0, 1, 4, 8])
    func theBytesOfAnEntryComeBackAsTheyWere(_ count: Int) {
        let bytes = (0..<count).map { UInt8(200 + $0) }
        let inline = TIFFInlineValue(bytes)
        #expect(Array(inline) == bytes)
        #expect(bytes.withUnsafeBytes { TIFFInlineValue(bytes: $0) } == inline)
        #expect(Array(inline.prefix(2)) == Array(bytes.prefix(2)))
    }

    @Test(
        "Numbers are encoded and decoded in either byte order, and capped at the largest integer",
        arguments: [true, false])
    func numbersAreReadAsTheyAreWritten(bigEndian: Bool) {
        let block = TIFFBlock(file: FileBytes(), base: 0, end: 0, bigEndian: bigEndian, firstDirectory: 8)
        for number in [0, 1, 0x1234, 0xFFFF] {
            for size in [2, 4, 8] {
                let bytes = block.encoded(number, size: size)
                #expect(bytes.count == size)
                #expect(block.decoded(bytes) == number)
                #expect(block.decoded(TIFFInlineValue(bytes)) == number)
            }
        }
        #expect(block.encoded(0x0102, size: 2) == (bigEndian ? [1, 2] : [2, 1]))
        #expect(block.decoded([UInt8](repeating: 0xFF, count: 8)) == .max)
    }

    @Test("TIFF entries are read with their inline or separate values")
    func anEntryIsReadWithItsValue() throws {
        let file = FileBytes()
        file.open(bytes: TIFFFixture.bytes([(0x0100, .short([3])), (0x0101, .short([1, 2, 3]))]))
        let block = try #require(try TIFFBlock(in: file, at: 0, count: file.count))
        let directory = try #require(try block.directory(at: block.firstDirectory))
        let fields = try block.fields(of: directory)
        #expect(fields.map(\.tag) == [0x0100, 0x0101])
        #expect(fields.map(\.count) == [1, 3])
        #expect(fields[0].value == nil)
        #expect(fields[1].value?.count == 6)
        #expect(try block.valueBytes(of: fields[0])?.count == 2)
        #expect(try block.valueBytes(of: fields[1])?.count == 6)
    }
}
