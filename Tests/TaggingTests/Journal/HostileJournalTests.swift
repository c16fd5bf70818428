import Foundation
import Glibc
import LKMetadata
import TestSupport
import Testing

@testable import LKPlanning
@testable import LKTagging

/// Journals that are whole and yet not what this version writes: made by a later one, or by somebody who means harm.
@Suite("Hostile journals") struct HostileJournalTests {
    /// Whole records that are not understood.
    static let unknownRecords: [[UInt8]] = {
        var records: [[UInt8]] = [[], [0], [9, 1, 2], [10, 1, 2], [255] + [UInt8](repeating: 7, count: 300)]
        var size = JournalRecord.change(change()).bytes
        size.replaceSubrange(30..<38, with: [UInt8](repeating: 255, count: 8))
        records.append(size)
        var kind = JournalRecord.change(change()).bytes
        kind[13] = 3
        records.append(kind)
        var name = change()
        name.name = "../1.jpg"
        records.append(JournalRecord.change(name).bytes)
        // A time that is cut off, and a change without its end.
        records.append([1, 0, 0, 0, 0, 0, 0, 0, 9, 1])
        records.append(JournalRecord.change(change()).bytes.dropLast())
        return records
    }()

    private static func change() -> JournalChange {
        var patch = FilePatch(oldCount: 100)
        patch.replace(10..<20, with: Array("old bytes".utf8))
        return JournalChange(
            kind: .replaced,
            stamp: PhotoStamp(device: 1, inode: 2, size: Int64(patch.newCount), modified: 3, changed: 4), oldSum: 5,
            newSum: 6, name: "1.jpg", inverse: patch)
    }

    @Test(
        "A whole record that is not understood keeps its journal, and is named",
        arguments: unknownRecords.indices, [TaggingJournal.Extent.newestRun, .all])
    func unknown(index: Int, extent: TaggingJournal.Extent) async throws {
        let album = Album(1)
        let before = album.photos
        let journal = JournalSamples.journal([
            try JournalSamples.section(in: album.folder.path), Self.unknownRecords[index],
        ])
        // Alone, and before a run that can be undone.
        album.add(FolderJournal.name, journal)
        let alone = try await album.undo(extent)
        #expect(alone.map { $0.error?.code } == [.journal])
        #expect(alone.first?.error?.message.contains("1 record that this version does not understand") == true)
        #expect(album.bytes(FolderJournal.name) == journal)
        await #expect { try await TaggingJournal.forget(in: album.folder.path) } throws: {
            TaggingError.Code.journal ~= $0
        }
        await album.tag("A")
        let outcomes = try await album.undo(extent)
        #expect(outcomes.map(\.action).filter { $0 == .restored }.count == 1 && outcomes.last?.error?.code == .journal)
        #expect(album.photos == before)
        #expect(album.bytes(FolderJournal.name).starts(with: journal))
    }

    /// Each number of a change, with the worst that eight or four bytes can say.
    private static let numbers: [(name: String, range: Range<Int>)] = [
        ("number", 1..<5), ("run", 5..<13), ("device", 14..<22), ("inode", 22..<30), ("size", 30..<38),
        ("modified", 38..<46), ("changed", 46..<54), ("old sum", 54..<62), ("new count", 62..<70),
        ("new sum", 70..<78),
    ]
    private static let values: [UInt64] = [
        0, 1, 1 << 60, 1 << 60 - 1, 1 << 62, UInt64(Int64.max), 1 << 63, 1 << 63 + 1, .max, 0x7FFF_FFFF, 0x8000_0000,
    ]

    @Test("No number of a change traps, whatever it says", arguments: 0..<10) func numbers(field: Int) async throws {
        let range = Self.numbers[field].range
        for value in Self.values {
            let album = Album(1)
            let before = album.photos
            await album.tag("A")
            let tagged = album.photos
            var (bytes, isDone) = (album.bytes(FolderJournal.name), false)
            JournalSamples.rewrite(&bytes) { record in
                guard record[0] == 2 else { return }
                let value = withUnsafeBytes(of: value.littleEndian) { Array($0.prefix(range.count)) }
                record.replaceSubrange(range, with: value)
                isDone = true
            }
            try #require(isDone)
            album.add(FolderJournal.name, bytes)
            // Whatever is said, the photo is one of the two that there were.
            for extent in [TaggingJournal.Extent.newestRun, .all] {
                _ = try? await album.undo(extent)
                let bytes = album.bytes("1.jpg")
                #expect(
                    bytes == before["1.jpg"]?.bytes || bytes == tagged["1.jpg"]?.bytes,
                    "\(Self.numbers[field].name) \(value)")
            }
        }
    }

    @Test("A photo comes back with a time of modification that no clock shows", arguments: [Int64.min, .min + 1, .max])
    func times(modified: Int64) async throws {
        let album = Album(1)
        let before = album.bytes("1.jpg")
        await album.tag("A")
        var bytes = album.bytes(FolderJournal.name)
        JournalSamples.rewrite(&bytes) { record in
            let time = withUnsafeBytes(of: modified.littleEndian) { Array($0) }
            switch record[0] {
            case 1: record.replaceSubrange(9..<17, with: time)
            case 2: record.replaceSubrange(38..<46, with: time)
            default: break
            }
        }
        album.add(FolderJournal.name, bytes)
        #expect(try await TaggingJournal.runs(in: album.folder.path).count == 1)
        #expect(try await album.undo().map(\.action) == [.restored])
        #expect(album.bytes("1.jpg") == before && album.hidden.isEmpty)
    }
}
