import Foundation
import Glibc
import LKGeo
import LKMetadata
import TestSupport
import Testing

@testable import LKPlanning
@testable import LKTagging

@Suite("Large videos in place: whole after each step") struct VideoStepsTests {
    /// A video of more than 64 MiB that takes no room on the disk.
    private func video(_ album: Album, movieFirst: Bool, toEnd: Bool) throws {
        let count = 65 << 20
        let movie = Self.box("moov", Self.box("mvhd", Self.zeros(12) + [0, 0, 2, 88, 0, 0, 2, 88] + Self.zeros(80)))
        let head = Self.box("ftyp", Array("isom".utf8) + Self.zeros(4) + Array("isom".utf8))
        let size = toEnd ? 0 : count + 8
        let pictures = (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) } + Array("mdat".utf8)
        let start = head + (movieFirst ? movie : []) + pictures
        album.add("1.mp4", start)
        try #require(truncate(album.path("1.mp4"), off_t(start.count + count)) == 0)
        guard !movieFirst else { return }
        let file = try FileHandle(forWritingTo: URL(filePath: album.path("1.mp4")))
        try file.seekToEnd()
        try file.write(contentsOf: Data(movie))
        try file.close()
    }

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        [0, 0, UInt8((content.count + 8) >> 8), UInt8((content.count + 8) & 255)] + Array(type.utf8) + content
    }

    @Test(
        "Set and removed again, it says the old position or the new one, and undo goes the same way back",
        arguments: [(true, true), (true, false), (false, false)])
    func steps(movieFirst: Bool, toEnd: Bool) async throws {
        let album = Album()
        try video(album, movieFirst: movieFirst, toEnd: toEnd)
        let path = album.path("1.mp4")
        var setting = MetadataEdit()
        setting.location = .set(PhotoLocation(coordinate: try #require(Coordinate(latitude: 35.5, longitude: -139.25))))
        var removing = MetadataEdit()
        removing.location = .remove
        for edit in [setting, removing] {
            guard case .patch(let patch) = try MetadataWriter().outcome(of: edit, on: path) else {
                Issue.record("refused")
                return
            }
            #expect(patch.isSafeInPlace)
            let change = try change(patch, path)
            let before = try PhotoStamp(of: path)
            let states = try follow(InPlaceChange.steps(making: change), path)
            #expect(Set(states).count == 2 && states == states.sorted { $0 == states[0] && $1 != states[0] })
            let back = try follow(InPlaceChange.steps(takingBack: change), path)
            #expect(back.first == states.last && back.last == states.first)
            #expect(back == back.sorted { $0 == back[0] && $1 != back[0] })
            try #require(truncate(path, off_t(before.size)) == 0)
            #expect(try state(path) == states.first)
            _ = try follow(InPlaceChange.steps(making: change), path)
        }
    }

    private func change(_ patch: FilePatch, _ path: String) throws -> JournalChange {
        let copier = PatchedCopy()
        let file = open(path, O_RDONLY)
        defer { close(file) }
        let splices = try patch.splices.map {
            FilePatch.Splice(
                range: $0.range.lowerBound..<$0.range.lowerBound + $0.bytes.count,
                bytes: try copier.read($0.range, file, path))
        }
        return JournalChange(
            kind: .inPlace, stamp: try PhotoStamp(of: path), name: "1.mp4",
            inverse: try #require(FilePatch(oldCount: patch.newCount, splices: splices)),
            newBytes: patch.splices.map(\.bytes))
    }

    /// What the video says before and after each step.
    private func follow(_ steps: [InPlaceChange.Step], _ path: String) throws -> [String] {
        let file = open(path, O_WRONLY)
        defer { close(file) }
        var states = [try state(path)]
        for step in steps {
            let count = step.bytes.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, off_t(step.place)) }
            try #require(count == step.bytes.count)
            states.append(try state(path))
        }
        return states
    }

    private func state(_ path: String) throws -> String {
        let said = try MetadataReader().metadata(of: path)
        #expect(said.warnings.isEmpty)
        // Its header says how long it is: there is always a `moov`, the first of which counts.
        return "\(said.location?.coordinate.latitude ?? 0) \(try movies(path) > 0)"
    }

    /// How many boxes `moov` a reader comes to.
    private func movies(_ path: String) throws -> Int {
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? file.close() }
        let end = try file.seekToEnd()
        var (place, count): (UInt64, Int) = (0, 0)
        while place + 8 <= end {
            try file.seek(toOffset: place)
            let head = [UInt8](try file.read(upToCount: 8) ?? Data())
            let size = head.prefix(4).reduce(0) { $0 << 8 | UInt64($1) }
            if head.suffix(4).elementsEqual("moov".utf8) { count += 1 }
            guard size >= 8 else {
                #expect(size == 0)
                return count
            }
            place += size
        }
        #expect(place == end)
        return count
    }
}
