import Testing

@testable import LKFormats

@Suite struct ProgramMarkTests {
    /// A PNG up to the end of its first chunk.
    private let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        + [UInt8](repeating: 7, count: 17)

    @Test("A PNG gets a text chunk with a valid checksum behind its header, and is recognized by it")
    func pictures() {
        let rest: [UInt8] = [0, 0, 0, 0] + Array("IEND".utf8)
        let marked = ProgramMark.marked(png: png + rest)
        #expect(marked.starts(with: png) && marked.suffix(rest.count).elementsEqual(rest))
        let chunk = Array(marked.dropFirst(png.count).dropLast(rest.count))
        #expect(chunk.starts(with: [0, 0, 0, 20] + Array("tEXtSoftware\0LocationKit".utf8)))
        let sum = CRC32.of(Array(chunk.dropFirst(4).dropLast(4)))
        #expect(chunk.suffix(4).elementsEqual(withUnsafeBytes(of: sum.bigEndian) { Array($0) }))
        #expect(ProgramMark.isMarked(png: marked) && !ProgramMark.isMarked(png: png + rest))
    }

    @Test("A JPEG is recognized by the comment that follows its first segment")
    func photos() {
        let head: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2]
        #expect(ProgramMark.isMarked(jpeg: head + ProgramMark.jpegSegment + [0xFF, 0xD9]))
        #expect(!ProgramMark.isMarked(jpeg: head + [0xFF, 0xD9]))
    }

    @Test("No beginning of a file is too short", arguments: 0...64)
    func truncation(count: Int) {
        let bytes = Array(ProgramMark.marked(png: png).prefix(count))
        #expect(ProgramMark.isMarked(png: bytes) == (count >= png.count + 32))
        #expect(!ProgramMark.isMarked(jpeg: bytes))
        #expect(ProgramMark.marked(png: Array(png.prefix(count))).count >= min(count, png.count))
        #expect(!ProgramMark.isMarked(jpeg: Array([0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0xFF, 0].prefix(count))))
    }
}
