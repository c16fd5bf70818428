import Foundation
import LKGeo
import TestSupport
import Testing

@testable import LKMetadata

@Suite("A check of what an edit made of files of boxes")
struct BoxPatchCheckTests {
    private let folder = TemporaryFolder()
    private static let kinds = ["heic", "avif", "mp4", "mov"]

    private static func bytes(_ kind: String) -> [UInt8] {
        switch kind {
        case "heic": SamplePictures.picture(.init(exifHead: SamplePictures.Recipe().exifHead + PhotoFixture.camera))
        case "avif": HEIFEditingTests.bare()
        case "mp4": EditableVideos.video(.movieFirst)
        default: EditableVideos.video(.movieBetween, brand: "qt  ")
        }
    }

    private func complaint(
        _ edit: MetadataEdit, _ patch: FilePatch, _ old: [UInt8], _ new: [UInt8]
    ) throws -> String? {
        try folder.write("old", Data(old))
        try folder.write("new", Data(new))
        return try PatchCheck().complaint(about: edit, patch, from: folder.file("old"), to: folder.file("new"))?.reason
    }

    private func complaintInPlace(_ edit: MetadataEdit, _ patch: FilePatch, _ old: [UInt8]) throws -> String? {
        try folder.write("old", Data(old))
        return try PatchCheck().complaint(about: edit, patch, inPlaceOf: folder.file("old"))?.reason
    }

    private func patch(_ edit: MetadataEdit, _ old: [UInt8]) throws -> FilePatch {
        guard case .patch(let patch) = try MetadataWriter().outcome(of: edit, on: old) else {
            throw CancellationError()
        }
        return patch
    }

    @Test("The check accepts the patches of good edits, and in place only those that keep offsets", arguments: kinds)
    func whatIsMeantIsFound(kind: String) throws {
        var old = Self.bytes(kind)
        for edit in [EditedFile.setting(), MetadataEdit(), EditedFile.removing] {
            let patch = try patch(edit, old)
            #expect(try complaint(edit, patch, old, patch.applied(to: old)) == nil)
            let inPlace = try complaintInPlace(edit, patch, old)
            #expect(inPlace == (patch.keepsOffsets ? nil : "the patch cannot be applied in place"))
            old = patch.applied(to: old)
        }
    }

    @Test("The check finds every wrong byte in an edited file", arguments: kinds)
    func eachByteThatIsWrongIsFound(kind: String) throws {
        let old = Self.bytes(kind)
        let edit = EditedFile.setting()
        let patch = try patch(edit, old)
        let new = patch.applied(to: old)
        for place in Fixtures.cuts(new.indices) {
            var damaged = new
            damaged[place] ^= 0x10
            #expect(try complaint(edit, patch, old, damaged) != nil, "\(place)")
        }
    }

    /// A patch that is done exactly, but reaches into the images.
    @Test("The check finds a patch that changes image data", arguments: kinds)
    func patchesThatTouchThePicturesAreFound(kind: String) throws {
        let old = Self.bytes(kind)
        let edit = EditedFile.setting()
        let good = try patch(edit, old)
        let media = try #require(old.indices.first { old[$0...].starts(with: "mdat".utf8) })
        for place in media + 4..<media + 50 where good.isUntouched(place) {
            var bad = good
            bad.replace(place..<place + 1, with: [old[place] ^ 1])
            #expect(try complaint(edit, bad, old, bad.applied(to: old)) != nil, "\(place)")
            if bad.keepsOffsets { #expect(try complaintInPlace(edit, bad, old) != nil, "\(place)") }
        }
    }

    @Test("The check finds a patch that moves a video's samples")
    func aPatchThatMovesTheSamplesOfAVideoIsFound() throws {
        let old = Self.bytes("mp4")
        let edit = EditedFile.setting()
        var bad = try patch(edit, old)
        let media = try #require(old.indices.first { old[$0...].starts(with: "mdat".utf8) }) - 4
        bad.replace(media..<media, with: Bytes.box("free", Bytes.zeros(8)))
        #expect(try complaint(edit, bad, old, bad.applied(to: old)) == "its samples have moved")
    }

    @Test("The check finds EXIF entries that are lost")
    func entriesOfEXIFThatAreLostAreFound() throws {
        let old = Self.bytes("heic")
        let edit = EditedFile.setting()
        let new = try patch(edit, old).applied(to: old)
        let file = FileBytes()
        file.open(bytes: new)
        let range = try #require(try HEIFContainer(file)?.exif)
        let block = try #require(try TIFFBlock(in: file, at: range.lowerBound, count: range.count))
        let first = try #require(try block.directory(at: block.firstDirectory))
        let fields = try block.fields(of: first).filter { $0.tag != EXIFTag.gpsDirectory }
        #expect(fields.count > 3)
        for field in fields {
            var wrong = new
            wrong[try #require(field.offset) + 1] ^= 0x40
            var bad = FilePatch(oldCount: old.count)
            for place in 0..<min(old.count, wrong.count) where old[place] != wrong[place] {
                bad.replace(place..<place + 1, with: [wrong[place]])
            }
            if wrong.count > old.count { bad.replace(old.count..<old.count, with: Array(wrong[old.count...])) }
            try #require(bad.applied(to: old) == wrong)
            #expect(try complaint(edit, bad, old, wrong) != nil, "\(field.tag)")
        }
    }

    /// Writes a video with a hole for samples, and returns its path.
    private func video(samples: Int) throws -> String {
        let path = folder.file("video.mp4")
        let start = Bytes.brands("isom", "isom") + EditableVideos.movie(0, []) + Bytes.u32(1) + Bytes.code("mdat")
        try Data(start + Bytes.u64(UInt64(samples + 16))).write(to: URL(filePath: path))
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.truncate(atOffset: UInt64(start.count + 8 + samples))
        try file.close()
        return path
    }

    private func patch(_ edit: MetadataEdit, ofFileAt path: String) throws -> FilePatch {
        guard case .patch(let patch) = try MetadataWriter().outcome(of: edit, on: path) else {
            throw CancellationError()
        }
        return patch
    }

    @Test("A video of gigabytes is checked without reading its samples, and a change to them is found")
    func aVideoOfGigabytesIsCheckedWithoutItsSamples() throws {
        let path = try video(samples: 4 << 30)
        let edit = EditedFile.setting()
        let patch = try patch(edit, ofFileAt: path)
        let check = PatchCheck()
        #expect(try check.complaint(about: edit, patch, inPlaceOf: path) == nil)
        var bad = patch
        bad.replace(1 << 20..<1 << 20 + 1, with: [7])
        #expect(try check.complaint(about: edit, bad, inPlaceOf: path)?.reason == "its samples have changed")
    }

    // All bytes are read for a position that is removed, so that it takes gigabytes only in a thorough run.
    @Test("The check finds a position left in a large video that was to lose it")
    func aPositionThatWasToBeRemovedIsFoundInALargeVideo() throws {
        let path = try video(samples: Fixtures.isThorough ? 4 << 30 : 32 << 20)
        let patch = try patch(EditedFile.setting(), ofFileAt: path)
        #expect(try PatchCheck().complaint(about: EditedFile.removing, patch, inPlaceOf: path) != nil)
    }
}
