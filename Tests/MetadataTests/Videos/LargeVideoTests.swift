import Foundation
import LKGeo
import TestSupport
import Testing

@testable import LKMetadata

@Suite("Positions written into videos of gigabytes")
struct LargeVideoTests {
    /// A video of four gigabytes that take no room on the disk.
    private func video(_ path: String, movieFirst: Bool, pictures: UInt64 = 4 << 30) throws -> Int {
        let head = Bytes.brands("isom", "isom")
        let movie = EditableVideos.movie(0, Bytes.box("udta", SampleVideos.record("©mak", "Maker")))
        let start = head + (movieFirst ? movie : []) + Bytes.u32(1) + Bytes.code("mdat") + Bytes.u64(pictures + 16)
        try Data(start).write(to: URL(filePath: path))
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.truncate(atOffset: UInt64(start.count) + pictures)
        try file.seekToEnd()
        if !movieFirst { try file.write(contentsOf: Data(movie)) }
        try file.close()
        return start.count + Int(pictures) + (movieFirst ? 0 : movie.count)
    }

    /// The first has the movie's boxes beyond what 32 bits can say.
    @Test("Editing a video of four gigabytes writes only kilobytes", arguments: Fixtures.some([false, true]))
    func fourGigabytesCostKilobytes(_ movieFirst: Bool) throws {
        let folder = TemporaryFolder()
        let path = folder.file("video.mp4")
        let count = try video(path, movieFirst: movieFirst)
        let location = EditedFile.location()
        guard case .patch(let patch) = try MetadataWriter().outcome(of: EditedFile.setting(location), on: path) else {
            Issue.record("refused")
            return
        }
        #expect(patch.keepsOffsets && patch.oldCount == count)
        #expect(patch.splices.reduce(0) { $0 + $1.bytes.count } < 4096)
        // The undo is the four bytes of a type, and the old length.
        let old = FileBytes()
        try old.open(path)
        let inverse = try patch.inverse(reading: old)
        #expect(inverse.splices.map(\.bytes) == [Bytes.code("moov"), []])
        try write(patch, path)
        let said = try MetadataReader().metadata(of: path)
        #expect(EditedFile.isNear(said.location, location))
        #expect(said.camera?.make == "Maker" && said.warnings.isEmpty)
        // A search for traces reads all of it, three times.
        guard Fixtures.isThorough else { return }
        // Taken out again: behind the end, so that it is whole at each moment, and from the room that was `moov` as well.
        guard case .patch(let removal) = try MetadataWriter().outcome(of: EditedFile.removing, on: path) else {
            Issue.record("refused")
            return
        }
        #expect(patch.isSafeInPlace && removal.isSafeInPlace && removal.newCount < removal.oldCount + 4096)
        #expect(removal.splices.reduce(0) { $0 + $1.bytes.count } < 8192)
        try write(removal, path)
        #expect(try MetadataReader().metadata(of: path).location == nil)
    }

    /// Applies a patch where the file lies: first what is appended, then the rest from the last to the first.
    private func write(_ patch: FilePatch, _ path: String) throws {
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        for splice in patch.splices.reversed() {
            try file.seek(toOffset: UInt64(splice.range.lowerBound))
            try file.write(contentsOf: Data(splice.bytes))
        }
        try file.close()
    }
}
