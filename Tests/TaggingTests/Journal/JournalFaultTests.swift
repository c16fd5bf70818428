import Foundation
import Glibc
import TestSupport
import Testing

@testable import LKPlanning
@testable import LKTagging

@Suite("Journals whose state or bytes the system cannot tell")
struct JournalFaultTests {
    /// From which call on, and how many calls: one of them, or all from there on.
    private static let faults = ["states", "reads"].flatMap { kind in
        (1...24).map { "\(kind):\($0):1:alone" } + [1, 2, 3, 5, 8, 13, 21].map { "\(kind):\($0):1000:alone" }
    }

    /// The journals below a folder, by their paths.
    private static func journals(below folder: String) -> [String: [UInt8]] {
        var journals: [String: [UInt8]] = [:]
        for path in FileManager.default.enumerator(atPath: folder)?.compactMap({ $0 as? String }) ?? []
        where FolderHandle.name(of: path).hasPrefix(FolderJournal.name) {
            journals[path] = FileManager.default.contents(atPath: "\(folder)/\(path)").map { [UInt8]($0) }
        }
        return journals
    }

    /// Whether a program says that a journal cannot be read.
    private static func isClear(_ end: ChildProcess.End, _ folder: String) -> Bool {
        let text = end.output + end.errors
        return text.contains("cannot read \(folder)") && text.contains(FolderJournal.name)
            && text.contains(systemErrorText)
    }

    private static let systemErrorText = String(cString: strerror(EIO))

    @Test("A run that adds to a journal keeps every byte of it, or fails and says why")
    func tagging() async throws {
        var failures = 0
        for fault in Self.faults {
            let album = Album(2)
            let before = album.photos
            await album.tag("A")
            let (tagged, journal) = (album.photos, album.bytes(FolderJournal.name))
            let end = try await TaggingProgram.start("tag-faulty", album.folder.path, fault).end(seconds: 60)
            let isFailure = end.status != 0 || end.output.contains("failed")
            failures += isFailure ? 1 : 0
            #expect(!isFailure || Self.isClear(end, album.folder.path), "\(fault): \(end)")
            #expect(album.hidden == [FolderJournal.name], "\(fault): \(album.hidden)")
            let now = album.bytes(FolderJournal.name)
            #expect(now.starts(with: journal), "\(fault): \(journal.count) bytes, now \(now.count); \(end)")
            for (name, photo) in tagged where !end.output.contains("\(name) written") {
                #expect(album.photo(name) == photo, "\(fault): \(name)")
            }
            #expect(now == journal || end.output.contains(" written"), "\(fault)")
            let undone = try await album.undo(.all)
            #expect(undone.allSatisfy { $0.error == nil }, "\(fault): \(undone)")
            #expect(album.photos == before && album.hidden.isEmpty, "\(fault): \(album.hidden)")
        }
        #expect(failures > 20)
    }

    @Test("An undo restores photos or fails and says why, and the next one restores every byte")
    func undoing() async throws {
        var failures = 0
        for fault in Self.faults {
            let album = Album(2)
            let before = album.photos
            await album.tag("A")
            await album.tag("B")
            let journal = album.bytes(FolderJournal.name)
            let end = try await TaggingProgram.start("undo-faulty", album.folder.path, fault).end(seconds: 60)
            let isFailure = end.status != 0 || end.output.contains("failed")
            failures += isFailure ? 1 : 0
            #expect(!isFailure || Self.isClear(end, album.folder.path), "\(fault): \(end)")
            let isUndone = album.photos == before
            #expect(isUndone || album.bytes(FolderJournal.name).starts(with: journal), "\(fault): \(end)")
            #expect(isUndone || isFailure, "\(fault): \(end)")
            let undone = try await album.undo(.all)
            #expect(undone.allSatisfy { $0.error == nil }, "\(fault): \(undone)")
            #expect(album.photos == before && album.hidden.isEmpty, "\(fault): \(album.hidden)")
        }
        #expect(failures > 10)
    }

    @Test("A sort into folders with journals keeps every byte of them, or fails and says why")
    func sorting() async throws {
        var failures = 0
        for fault in Self.faults {
            let album = SortAlbum()
            album.fill(4)
            let before = album.state
            try await album.sort()
            let sorted = Self.journals(below: album.out)
            #expect(!sorted.isEmpty)
            for number in 30..<34 { album.add("\(number).jpg", SortAlbum.picture(5, number)) }
            let more = album.state
            let end = try await TaggingProgram.start("sort-faulty", album.source, fault, album.out).end(seconds: 60)
            let isFailure = end.status != 0 || end.output.contains("failed")
            failures += isFailure ? 1 : 0
            #expect(!isFailure || Self.isClear(end, album.album.folder.path), "\(fault): \(end)")
            let now = Self.journals(below: album.out)
            for (path, bytes) in sorted {
                #expect(now[path]?.starts(with: bytes) == true, "\(fault): \(path); \(end)")
            }
            #expect(Set(album.state.values.map(\.bytes)) == Set(more.values.map(\.bytes)), "\(fault): \(end)")
            let undone = try await album.undo(.all)
            #expect(undone.allSatisfy { $0.error == nil }, "\(fault): \(undone)")
            for (name, photo) in before { #expect(album.state[name] == photo, "\(fault): \(name)") }
            #expect(album.state.count == before.count + 4, "\(fault)")
        }
        #expect(failures > 20)
    }

    @Test("Recovery before a plan says why it cannot read a journal", arguments: ["states", "reads"])
    func recovering(_ kind: String) async throws {
        let album = Album(1)
        await album.tag("A")
        let journal = album.bytes(FolderJournal.name)
        let end = try await TaggingProgram.start("recover-faulty", album.folder.path, "\(kind):1:1000:alone")
            .end(seconds: 60)
        #expect(end.status == 2 && Self.isClear(end, album.folder.path), "\(end)")
        #expect(album.bytes(FolderJournal.name) == journal)
    }

    @Test("Forgetting removes a journal or fails and says why")
    func forgetting() async throws {
        var failures = 0
        for fault in Self.faults {
            let album = Album(1)
            let before = album.photos
            await album.tag("A")
            let journal = album.bytes(FolderJournal.name)
            let end = try await TaggingProgram.start("forget-faulty", album.folder.path, fault).end(seconds: 60)
            if end.status == 0 {
                #expect(album.hidden.isEmpty, "\(fault): \(end)")
            } else {
                failures += 1
                #expect(Self.isClear(end, album.folder.path), "\(fault): \(end)")
                #expect(album.bytes(FolderJournal.name) == journal, "\(fault)")
                _ = try await album.undo(.all)
                #expect(album.photos == before && album.hidden.isEmpty, "\(fault)")
            }
        }
        #expect(failures > 10)
    }
}
