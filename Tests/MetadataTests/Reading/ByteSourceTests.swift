import TestSupport
import Testing

@testable import LKMetadata

/// A walk finds the same in a file and in memory, whatever is wrong with the bytes.
@Suite struct ByteSourceTests {
    private static let jpeg = PhotoFixture.jpeg(
        PhotoFixture.app1(Bytes.zeros(20)), [0xFF, 0xFF], Bytes.zeros(9), PhotoFixture.app13(Bytes.zeros(40)))
    private static let png = PhotoFixture.png(
        PhotoFixture.chunk("eXIf", Bytes.zeros(20)), PhotoFixture.chunk("tEXt", Bytes.text("Title\0words")))
    private static let webP = PhotoFixture.webP(
        PhotoFixture.riff("VP8X", Bytes.zeros(10)), PhotoFixture.riff("ICCP", Bytes.zeros(7)),
        PhotoFixture.riff("EXIF", Bytes.zeros(20)))
    private static let resources = PhotoFixture.resources(Bytes.zeros(41), digest: Bytes.zeros(16))

    /// All that the walks find, as numbers.
    private func walks<Source: ByteSource>(_ source: Source) throws(Source.Failure) -> [[Int]] {
        var found: [[Int]] = []
        var segments = JPEGSegments(of: source, at: 0, end: source.count)
        while let segment = try segments.next(), segment.marker != JPEGSegment.endOfImage {
            found.append([0, Int(segment.marker), segment.offset, segment.payload, segment.count])
        }
        var chunks = PNGChunks(of: source)
        while let chunk = try chunks.next() { found.append([1, Int(chunk.kind), chunk.offset, chunk.count]) }
        found.append([1, chunks.position, chunks.isCut ? 1 : 0])
        var parts = WebPChunks(of: source, end: source.count)
        while let part = try parts.next() { found.append([2, Int(part.kind), part.offset, part.count]) }
        let blocks = try PhotoshopBlocks(in: source, 0..<source.count)
        for block in blocks.blocks {
            found.append([3, Int(block.identifier), block.whole.upperBound, block.content.upperBound])
        }
        return found + [[3, blocks.rest.lowerBound]]
    }

    private func inFile(_ bytes: [UInt8]) throws -> [[Int]] {
        let file = FileBytes()
        file.open(bytes: bytes)
        return try walks(file)
    }

    @Test("All segments, chunks and blocks of whole files are visited")
    func wholeFilesHaveTheirParts() throws {
        let kinds = [Self.jpeg, Self.png, Self.webP, Self.resources].map { bytes in
            bytes.withUnsafeBytes { walks($0) }
        }
        let parts = kinds.enumerated().map { index, kind in kind.filter { $0[0] == index } }
        #expect(parts[0].map { $0[1] } == [0xE1, 0xED, 0xC0, 0xDA])
        #expect(parts[1].count == 6)
        #expect(parts[2].map { $0[3] } == [10, 7, 20])
        #expect(parts[3].dropLast().map { $0[1] } == [0x03ED, 0x0404, 0x0425])
    }

    @Test("Truncated data is visited alike in a file and in memory")
    func everyPrefixIsWalkedAlike() throws {
        for whole in [Self.jpeg, Self.png, Self.webP, Self.resources] {
            for count in 0...whole.count {
                let bytes = Array(whole[..<count])
                #expect(try inFile(bytes) == bytes.withUnsafeBytes { walks($0) })
            }
        }
    }

    @Test("Damaged data is visited alike in a file and in memory")
    func damagedBytesAreWalkedAlike() throws {
        var random = SeededGenerator(seed: 17)
        for whole in [Self.jpeg, Self.png, Self.webP, Self.resources] {
            for _ in 0..<500 {
                var bytes = whole
                random.damage(&bytes)
                #expect(try inFile(bytes) == bytes.withUnsafeBytes { walks($0) })
            }
        }
    }
}
