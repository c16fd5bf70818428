import Foundation
import LKGeo
import TestSupport
import Testing

@testable import LKMetadata

/// EXIF whose subdirectories lack the offset of a next directory, as Python's piexif writes it.
@Suite("EXIF without offsets of next directories")
struct PackedEXIFTests {
    private static let exif: PackedEXIF.Entries = [
        (0x9003, .ascii("2026:07:07 14:35:18")), (0x9011, .ascii("+02:00")),
    ]
    private static let thumbnail: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 3, 1, 0xFF, 0xD9]

    /// Blocks whose directories are followed by each kind of data: values, another directory, a thumbnail, the end.
    private static let blocks: [PackedEXIF] = [
        PackedEXIF(exif: exif, gps: PackedEXIF.alps),
        PackedEXIF(first: [(0x010F, .ascii("Maker"))], exif: exif, gps: PackedEXIF.alps, thumbnail: thumbnail),
        PackedEXIF(exif: exif, gps: PackedEXIF.alps, interoperability: [(1, .ascii("R98"))], thumbnail: thumbnail),
        PackedEXIF(
            exif: exif, gps: PackedEXIF.alps, interoperability: [(1, .ascii("R98")), (2, .ascii("0100 and more"))]),
        PackedEXIF(exif: [(0x9000, .undefined([0x30, 0x32, 0x33, 0x31]))], gps: PackedEXIF.alps),
        PackedEXIF(exif: exif, gps: [(0, .byte([2, 3, 0, 0])), (1, .ascii("N"))], thumbnail: thumbnail),
        PackedEXIF(gps: PackedEXIF.alps + [(0x1D, .ascii("2026:07:07"))]),
    ]
    private static let cases = blocks.indices.flatMap { index in [true, false].map { (index, $0) } }

    private static func jpeg(_ index: Int, bigEndian: Bool) -> [UInt8] {
        var block = blocks[index]
        block.bigEndian = bigEndian
        return PhotoFixture.jpeg(PhotoFixture.app1(block.bytes))
    }

    @Test("Removing a position keeps everything else", arguments: cases)
    func removes(index: Int, bigEndian: Bool) throws {
        let old = Self.jpeg(index, bigEndian: bigEndian)
        let before = try PhotoFixture.metadata(old)
        let new = try #require(try Edits.apply(Edits.removal, to: old))
        #expect(new.count == old.count)
        let after = try PhotoFixture.metadata(new)
        #expect(after.location == nil && after.warnings.isEmpty)
        #expect(after.date == before.date && after.camera == before.camera)
        #expect(!Self.blocks[index].thumbnail.isEmpty == new.hasRun(Self.thumbnail))
        // The seconds of the latitude, the longitude's degrees.
        #expect(!new.hasRun([0x02, 0x0E, 0, 0, 0x27, 0x10]) && !new.hasRun([0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 21]))
        #expect(try Edits.apply(Edits.removal, to: new) == new)
    }

    @Test("A position is added or replaced, and everything else stays", arguments: cases)
    func sets(index: Int, bigEndian: Bool) throws {
        let old = Self.jpeg(index, bigEndian: bigEndian)
        let before = try PhotoFixture.metadata(old)
        let new = try #require(try Edits.apply(Edits.sydney, to: old))
        let after = try PhotoFixture.metadata(new)
        let coordinate = try #require(after.location?.coordinate)
        #expect(coordinate.distance(to: Coordinate(latitude: -33.856812345, longitude: 151.215312345)!) < 0.001)
        #expect(after.warnings.isEmpty && after.camera == before.camera)
        // Without a time of its own, a photo gets that of the position.
        let hasTime = Self.blocks[index].exif.contains { $0.0 == 0x9003 }
        #expect(!hasTime || after.date?.wallTime == before.date?.wallTime)
        #expect(!Self.blocks[index].thumbnail.isEmpty == new.hasRun(Self.thumbnail))
        // And it can be removed again.
        #expect(try PhotoFixture.metadata(try #require(try Edits.apply(Edits.removal, to: new))).location == nil)
    }

    @Test("A UTC offset is added", arguments: [true, false])
    func addsOffset(bigEndian: Bool) throws {
        let block = PackedEXIF(
            bigEndian: bigEndian, exif: [(0x9003, .ascii("2026:07:07 14:35:18")), (0xA001, .short([1]))],
            gps: PackedEXIF.alps, interoperability: [(1, .ascii("R98"))], thumbnail: Self.thumbnail)
        var edit = Edits.edit(10, 20)
        edit.offset = 3600
        let new = try #require(try EXIFEditing.edited(block.bytes, by: edit))
        let photo = try PhotoFixture.metadata(PhotoFixture.jpeg(PhotoFixture.app1(new)))
        #expect(photo.date?.offset == 3600 && photo.location?.coordinate.description == "10.0,20.0")
        #expect(photo.warnings.isEmpty)
        // The moved directory ends its chain, in place of the bytes of the value that followed its entries.
        let file = FileBytes()
        file.open(bytes: new)
        let tiff = try #require(try TIFFBlock(in: file, at: 0, count: new.count))
        let first = try #require(try tiff.directory(at: tiff.firstDirectory))
        let pointer = try #require(try tiff.fields(of: first).first { $0.tag == 0x8769 })
        let target = try #require(tiff.target(of: pointer))
        let exif = try #require(try tiff.directory(at: target))
        #expect(exif.count == 4 && exif.offset >= block.bytes.count)
        #expect(new[exif.end...].starts(with: [0, 0, 0, 0]))
    }

    @Test("A value that shares other bytes of a directory is still refused")
    func refusesOverlap() {
        // The latitude begins within the offset of the next directory, not where that field begins.
        for start in [-1, 1, 3] {
            let entries = 8 + 2 + 12 + 4 + 2 + 2 * 12
            let old = TIFFFixture.bytes([
                (0x8825, .directory([(1, .ascii("N")), (2, .raw(type: 5, count: 1, value: entries + start))]))
            ])
            #expect(throws: EditRefusal.self, "\(start)") {
                try EXIFEditing.edited(old + Bytes.zeros(8), by: Edits.removal)
            }
        }
    }

    @Test(
        "Exiftool finds every other tag unchanged",
        .enabled(if: ExifTool.isThere, "the package libimage-exiftool-perl is not installed"))
    func agreesWithExifTool() async throws {
        let folder = TemporaryFolder()
        let (old, new) = (folder.file("old"), folder.file("new"))
        for path in [old, new] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        }
        for (index, bigEndian) in Self.cases {
            let bytes = Self.jpeg(index, bigEndian: bigEndian)
            let name = "\(index)\(bigEndian ? "b" : "l").jpg"
            try Data(bytes).write(to: URL(filePath: "\(old)/\(name)"))
            for (kind, edit) in [("removed", Edits.removal), ("set", Edits.sydney)] {
                let edited = try #require(try Edits.apply(edit, to: bytes))
                try Data(edited).write(to: URL(filePath: "\(new)/\(kind)-\(name)"))
            }
        }
        let tags = ["Make", "DateTimeOriginal", "OffsetTimeOriginal", "InteropIndex", "ThumbnailImage", "ExifVersion"]
        let places = ["GPSLatitude", "GPSLongitude", "Warning"]
        let before = try await ExifTool.answers(of: URL(filePath: old), tags + places)
        let after = try await ExifTool.answers(of: URL(filePath: new), tags + places)
        #expect(before.count == Self.cases.count && after.count == 2 * before.count)
        for (path, answer) in after {
            let name = path.split(separator: "/").last.map(String.init) ?? ""
            let source = try #require(before["\(old)/\(name.split(separator: "-").last ?? "")"])
            for tag in tags { #expect(answer.text(tag) == source.text(tag), "\(name): \(tag)") }
            #expect(answer.text("Warning") == nil, "\(name)")
            #expect((answer.number("GPSLatitude") != nil) == name.hasPrefix("set"), "\(name)")
        }
    }
}

extension [UInt8] {
    /// Returns whether the bytes contain others.
    fileprivate func hasRun(_ run: [UInt8]) -> Bool { indices.contains { self[$0...].starts(with: run) } }
}
