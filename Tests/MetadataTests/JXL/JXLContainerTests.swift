import LKMetadata
import TestSupport
import Testing

@Suite("JPEG XL") struct JXLContainerTests {
    private static let signature = Bytes.box("JXL ", [0x0D, 0x0A, 0x87, 0x0A])
    /// 64 by 64 pixels, stored upright.
    private static let codestream: [UInt8] = [0xFF, 0x0A, 0x4F, 0x02, 0, 0, 0, 0]

    private static func container(_ boxes: [UInt8]...) -> [UInt8] {
        signature + Bytes.brands("jxl ", "jxl ") + Array(boxes.joined())
    }

    private static var complete: [UInt8] {
        container(
            Bytes.box("jxll", [5]), Bytes.box("Exif", Bytes.u32(0) + PhotoFixture.camera),
            Bytes.box("xml ", Bytes.xmp("photoshop:City='Arezzo'")), Bytes.box("jxlc", codestream))
    }

    @Test("Reads the size of a bare codestream") func codestream() throws {
        let photo = try PhotoFixture.metadata(Self.codestream)
        #expect(photo.format == .jxl && photo.storedSize == PixelSize(width: 64, height: 64) && photo.warnings.isEmpty)
    }

    @Test("Reads sizes of any length, ratios and the orientation") func headers() throws {
        // Each value with its number of bits, the lowest first.
        func bytes(_ fields: (Int, Int)...) -> [UInt8] {
            var bits: [Int] = []
            for (value, count) in fields { bits += (0..<count).map { value >> $0 & 1 } }
            bits += [Int](repeating: 0, count: (8 - bits.count % 8) % 8 + 16)
            var bytes: [UInt8] = [0xFF, 0x0A]
            for start in stride(from: 0, to: bits.count, by: 8) {
                bytes.append(UInt8(bits[start..<start + 8].reversed().reduce(0) { $0 << 1 | $1 }))
            }
            return bytes
        }
        let large = try PhotoFixture.metadata(
            bytes((0, 1), (1, 2), (3023, 13), (0, 3), (1, 2), (4031, 13), (0, 1), (1, 1), (5, 3)))
        #expect(large.storedSize == PixelSize(width: 4032, height: 3024) && large.orientation.rawValue == 6)
        #expect(large.size == PixelSize(width: 3024, height: 4032))
        let wide = try PhotoFixture.metadata(bytes((0, 1), (1, 2), (1079, 13), (5, 3), (1, 1)))
        #expect(wide.storedSize == PixelSize(width: 1920, height: 1080) && wide.orientation == .up)
        let small = try PhotoFixture.metadata(bytes((1, 1), (1, 5), (0, 3), (3, 5), (1, 1)))
        #expect(small.storedSize == PixelSize(width: 32, height: 16))
    }

    @Test("Reads EXIF and XMP of a container, whose codestream alone defines the orientation") func container() throws {
        let photo = try PhotoFixture.metadata(Self.complete)
        #expect(photo.format == .jxl && photo.camera?.model == "COOLPIX P6000" && photo.placeShown?.city == "Arezzo")
        #expect(photo.location != nil && photo.date?.rule == .original && photo.orientation == .up)
        #expect(photo.storedSize == PixelSize(width: 64, height: 64) && photo.warnings.isEmpty)
        let parts = Self.container(
            Bytes.box("jxlp", Bytes.u32(0), Self.codestream), Bytes.box("jxlp", Bytes.u32(1 << 31 | 1)))
        #expect(try PhotoFixture.metadata(parts).storedSize == PixelSize(width: 64, height: 64))
    }

    @Test("Warns about metadata that are compressed with Brotli") func compressed() throws {
        let file = Self.container(Bytes.box("brob", Bytes.code("Exif"), [1, 2, 3]), Bytes.box("jxlc", Self.codestream))
        let photo = try PhotoFixture.metadata(file)
        #expect(photo.warnings.map(\.message).contains { $0.contains("compressed with Brotli") })
    }

    @Test("Is not written, so that edits go to a sidecar") func editing() throws {
        var edit = MetadataEdit()
        edit.location = .remove
        let writer = MetadataWriter()
        #expect(try writer.outcome(of: edit, on: Self.codestream) == .patch(FilePatch(oldCount: Self.codestream.count)))
        guard case .refused = try writer.outcome(of: edit, on: Self.complete) else {
            Issue.record("a position in a JPEG XL is said to be removed")
            return
        }
        let compressed = Self.container(
            Bytes.box("brob", Bytes.code("Exif"), [1, 2, 3]), Bytes.box("jxlc", Self.codestream))
        guard case .refused = try writer.outcome(of: edit, on: compressed) else {
            Issue.record("compressed metadata are taken for searched")
            return
        }
    }

    @Test("No truncation or damage traps") func damage() {
        let file = Self.complete
        for count in 0..<file.count { _ = try? PhotoFixture.metadata(Array(file[..<count])) }
        var random = SeededGenerator(seed: 11)
        for _ in 0..<2000 {
            var copy = file
            for _ in 0..<3 {
                copy[Int.random(in: 0..<copy.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            _ = try? PhotoFixture.metadata(copy)
        }
    }
}
