import Foundation
import Glibc
import LKMetadata
import TaggingPatches
import TestSupport
import Testing

@testable import LKPlanning
@testable import LKTagging

@Suite("TaggingRun: killed and without power") struct KilledRunTests {
    private func tagged(_ name: String, _ bytes: [UInt8], _ mark: String) -> [UInt8] {
        Album.apply(Patches.patch(name, bytes.count, mark), to: bytes)
    }

    /// What is known of a video that is changed in place, by steps, where a kill may come between any two.
    private struct Video {
        /// What a run may begin with: what the video is, and what it was, as long as the journal may not know yet that the change
        /// is complete; the next run takes such a change back.
        var beginnings: [[UInt8]]
        /// A change of which a run that was killed, or one that took it back and was killed, may have left a part.
        var unfinished: (old: [UInt8], new: [UInt8])?

        /// Recognizes what a killed run left; `nil` when that is none of the states that the next run mends, else whether it is
        /// halfway.
        mutating func recognize(_ bytes: [UInt8], change: ([UInt8]) -> [UInt8]) -> Bool? {
            for old in beginnings {
                let new = change(old)
                if bytes == new {
                    (beginnings, unfinished) = ([new, old], (old, new))
                    return false
                }
                if bytes == old {
                    if old == beginnings.last { (beginnings, unfinished) = ([old], nil) }
                    return false
                }
                if Self.isBetween(bytes, old, new) {
                    (beginnings, unfinished) = ([old], (old, new))
                    return true
                }
            }
            // The run did not come to mend it, or not to the end.
            guard let unfinished, Self.isBetween(bytes, unfinished.old, unfinished.new) else { return nil }
            return true
        }

        private static func isBetween(_ bytes: [UInt8], _ old: [UInt8], _ new: [UInt8]) -> Bool {
            (old.count...new.count).contains(bytes.count)
                && zip(bytes, old).enumerated().allSatisfy { index, pair in
                    pair.0 == pair.1 || (4..<8).contains(index) && pair.0 == new[index]
                } && zip(bytes[old.count...], new[old.count...]).allSatisfy { $0 == $1 }
        }
    }

    /// So many microseconds a run takes now, on this machine, with what else it has to do.
    private func duration() async throws -> UInt32 {
        let album = Album(24, size: 60_000, seed: 1)
        let begin = ContinuousClock.now
        let program = try TaggingProgram.start("tag", album.folder.path, "m0xx")
        try await TaggingProgram.waitForLine(program)
        _ = try await program.end(seconds: 60)
        return UInt32((ContinuousClock.now - begin) / .microseconds(1))
    }

    @Test("Killed at random moments every photo is the old or the new one, and undo restores all") func kills()
        async throws
    {
        var random = SeededGenerator(seed: 21)
        let wanted = Fixtures.isThorough ? 1000 : TaggingProgram.isSanitized ? 10 : 14
        var (kills, mixed, leftovers, between) = (0, 0, 0, 0)
        var whole = try await duration()
        // At least one has to be killed amid its photos, or nothing is shown.
        while kills < wanted || mixed == 0 && kills < 40 * wanted && !TaggingProgram.isSanitized {
            let album = Album(24, size: 60_000, seed: random.next())
            album.add("z.mp4", (0..<5000).map { UInt8(truncatingIfNeeded: $0 * 7) })
            let before = album.photos
            var states = before.mapValues { $0.bytes }
            var video = Video(beginnings: [album.bytes("z.mp4")])
            for round in 0..<11 {
                let mark = "m\(round % 10)xx"
                let program = try TaggingProgram.start("tag", album.folder.path, mark)
                try await TaggingProgram.waitForLine(program)
                usleep(UInt32.random(in: 0...whole, using: &random))
                program.signal(SIGKILL)
                let end = try await program.end(seconds: 60)
                #expect(end.signal == SIGKILL || end.status == 0, "\(end.errors)")
                if end.signal == SIGKILL {
                    kills += 1
                } else {
                    // Measured while the machine was busier than now: too long a wait kills none.
                    whole = min(whole, max(2000, UInt32(end.duration * 1e6)))
                }
                leftovers += album.hidden.count > 1 ? 1 : 0
                var newer = 0
                for (name, old) in states {
                    let (bytes, new) = (album.bytes(name), tagged(name, old, mark))
                    if name == "z.mp4" {
                        let isHalfway = video.recognize(bytes) { tagged(name, $0, mark) }
                        #expect(isHalfway != nil, "kill \(kills): \(name) is none of its states")
                        between += isHalfway == true ? 1 : 0
                    } else if bytes == new {
                        states[name] = new
                        newer += 1
                    } else {
                        #expect(bytes == old, "kill \(kills): \(name) is neither")
                    }
                }
                mixed += newer > 0 && newer < states.count - 1 ? 1 : 0
            }
            // Undo is killed, too.
            for _ in 0..<3 {
                let program = try TaggingProgram.start("undo", album.folder.path, "all")
                try await TaggingProgram.waitForLine(program)
                usleep(UInt32.random(in: 0...whole, using: &random))
                program.signal(SIGKILL)
                if try await program.end(seconds: 60).signal == SIGKILL { kills += 1 }
            }
            let outcomes = try await album.undo(.all)
            #expect(outcomes.allSatisfy { $0.error == nil }, "\(outcomes.compactMap(\.error))")
            #expect(album.photos == before, "after \(kills) kills")
            #expect(album.hidden.isEmpty, "after \(kills) kills")
        }
        print("\(kills) kills, \(mixed) amid photos, \(leftovers) with leftovers, \(between) amid a video")
        // The sanitizer makes programs so slow that all may be killed before their first photo.
        #expect(mixed > 0 || TaggingProgram.isSanitized)
    }

    @Test("Without power every photo is whole, and undo restores all", arguments: [4, 24]) func power(batch: Int)
        async throws
    {
        var random = SeededGenerator(seed: 31)
        let rounds = Fixtures.isThorough ? 100 : 4
        var newer = 0
        var round = 0
        while round < rounds || newer == 0 && round < 40 * rounds && !TaggingProgram.isSanitized {
            defer { round += 1 }
            let (live, kept, disk) = (Album(24, size: 20_000, seed: random.next()), TemporaryFolder(), Album(0))
            let before = live.photos.mapValues { $0.bytes }
            let program = try TaggingProgram.start("power", live.folder.path, kept.path, "mark", "\(batch)")
            try await TaggingProgram.waitForLine(program)
            usleep(UInt32.random(in: 0...120_000, using: &random))
            program.signal(SIGKILL)
            _ = try await program.end(seconds: 60)
            // The disk may be ahead with names, but never has content that was not synchronized.
            if round % 2 == 1 {
                _ = try await TaggingProgram.start("names", live.folder.path, kept.path).end(seconds: 60)
            }
            try restore(kept, live, to: disk, isTorn: round % 4 >= 2, &random)
            for (name, old) in before {
                let (bytes, new) = (disk.bytes(name), tagged(name, old, "mark"))
                #expect(bytes == old || bytes == new, "round \(round): \(name) has \(bytes.count) bytes")
                newer += bytes == new ? 1 : 0
            }
            let outcomes = try await disk.undo(.all)
            let failures = outcomes.compactMap(\.error)
            #expect(failures.allSatisfy { $0.code == .journal }, "\(failures)")
            #expect(disk.photos.mapValues { $0.bytes } == before, "round \(round)")
        }
        print("\(rounds) power failures, batches of \(batch), \(newer) photos were new")
        #expect(newer > 0 || TaggingProgram.isSanitized)
    }

    private func restore(
        _ kept: TemporaryFolder, _ live: Album, to disk: Album, isTorn: Bool, _ random: inout SeededGenerator
    ) throws {
        let list = FileManager.default.contents(atPath: kept.file("names")) ?? Data()
        for line in String(decoding: list, as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
            var bytes = [UInt8](FileManager.default.contents(atPath: kept.file(parts[0])) ?? Data())
            if isTorn, parts[1] == FolderJournal.name {
                // Of what was not synchronized the disk may have any part.
                let newer = live.bytes(parts[1])
                for start in stride(from: bytes.count, to: newer.count, by: 512) where Bool.random(using: &random) {
                    let end = min(start + 512, newer.count)
                    if bytes.count < end { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
                    bytes.replaceSubrange(start..<end, with: newer[start..<end])
                }
            }
            disk.add(parts[1], bytes)
        }
    }

    @Test("Asked to stop, the process finishes the photos under way and leaves nothing behind") func stop() async throws
    {
        let album = Album(80)
        let before = album.photos
        let program = try TaggingProgram.start("stop", album.folder.path, "mark")
        _ = try await program.log.first(seconds: 60) { event -> Bool? in
            if case .line("checking") = event { true } else if case .ended = event { true } else { nil }
        }
        program.signal(SIGTERM)
        let end = try await program.end(seconds: 60)
        #expect(end.status == 143, "\(end)")
        var newer = 0
        for (name, photo) in before {
            let bytes = album.bytes(name)
            #expect(bytes == photo.bytes || bytes == tagged(name, photo.bytes, "mark"))
            newer += bytes == photo.bytes ? 0 : 1
        }
        #expect(newer >= 1 && newer <= 10, "\(newer)")
        #expect(album.hidden == [".locationkit-undo"])
        #expect(try await album.undo().count == newer)
        #expect(album.photos == before)
    }
}
