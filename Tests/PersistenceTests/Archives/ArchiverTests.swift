import Foundation
import LKPersistence
import LKStorage
import Testing

@Suite("Archiver") struct ArchiverTests {
    private struct Book: Codable, Hashable {
        var title: String
        var pages: Int
        var bought: Date?
    }

    private let sandbox: ArchiveSandbox
    private var archiver: DocumentArchiver { sandbox.archiver }

    init() throws { sandbox = try ArchiveSandbox() }
    private let books = [
        Book(title: "Kokoro", pages: 248, bought: Date(timeIntervalSinceReferenceDate: 712_345_678.123_456_7)),
        Book(title: "$null", pages: -1, bought: nil),
    ]

    @Test("An array of values comes back as it was") func roundTrip() throws {
        try archiver.archive(books, forKey: "books")
        #expect(try archiver.unarchive([Book].self, forKey: "books") == books)
        try archiver.archive(Array(books.reversed()), forKey: "books")
        #expect(try archiver.unarchive([Book].self, forKey: "books") == books.reversed())
    }

    @Test("An unknown key is nil and no error, and makes nothing on the disk") func missing() throws {
        #expect(try archiver.unarchive(Int.self, forKey: "unknown") == nil)
        #expect(try archiver.unarchive(Int.self, forKey: "un/known") == nil)
        #expect(try !archiver.exists(forKey: "unknown"))
        #expect(try !archiver.remove(forKey: "unknown"))
        #expect(!FileManager.default.fileExists(atPath: sandbox.base))
    }

    @Test("Removing twice is no failure; only the first time something was there") func remove() throws {
        try archiver.archive(1, forKey: "one")
        #expect(try archiver.exists(forKey: "one"))
        #expect(try archiver.remove(forKey: "one"))
        #expect(try !archiver.remove(forKey: "one"))
        #expect(try !archiver.exists(forKey: "one"))
        #expect(try archiver.unarchive(Int.self, forKey: "one") == nil)
    }

    @Test("The default is taken where nothing is kept, made only then, and not stored") func defaults() throws {
        var count = 0
        func fallback() -> Int {
            count += 1
            return 7
        }
        #expect(try archiver.unarchive(Int.self, forKey: "n", default: fallback()) == 7)
        #expect(try !archiver.exists(forKey: "n"))
        try archiver.archive(3, forKey: "n")
        #expect(try archiver.unarchive(Int.self, forKey: "n", default: fallback()) == 3)
        #expect(count == 1)
    }

    @Test("Damaged data and data of another type are errors in spite of a default") func defaultOfDamage() throws {
        try archiver.archive("text", forKey: "n")
        #expect { try archiver.unarchive(Int.self, forKey: "n", default: 7) } throws: { .wrongType ~= $0 }
        try sandbox.put(sandbox.bytes("n").dropLast(), "n")
        #expect { try archiver.unarchive(Int.self, forKey: "n", default: 7) } throws: { .corrupt ~= $0 }
    }

    @Test("The failure handler is called once with the reason, and not when there is a value") func failure() throws {
        var codes: [StorageError.Code] = []
        #expect(archiver.unarchive(Int.self, forKey: "n", failure: { codes.append($0.code) }) == nil)
        #expect(archiver.unarchive(Int.self, forKey: "../n") { error in codes.append(error.code) } == nil)
        try archiver.archive("text", forKey: "n")
        #expect(archiver.unarchive(Int.self, forKey: "n", failure: { codes.append($0.code) }) == nil)
        #expect(archiver.unarchive(String.self, forKey: "n", failure: { codes.append($0.code) }) == "text")
        #expect(codes == [.missing, .invalidKey, .wrongType])
    }

    @Test("An archived nil is not the same as nothing") func archivedNil() throws {
        #expect(try archiver.unarchive(Int?.self, forKey: "n") == .none)
        try archiver.archive(Int?.none, forKey: "n")
        #expect(try archiver.unarchive(Int?.self, forKey: "n") == .some(.none))
        #expect { try archiver.unarchive(Int.self, forKey: "n") } throws: { .wrongType ~= $0 }
        try archiver.archive(Int?.some(4), forKey: "n")
        #expect(try archiver.unarchive(Int.self, forKey: "n") == 4)
    }

    @Test("Folders follow the XDG folders, or the caller's") func folders() throws {
        #expect(archiver.folder.path == sandbox.base + "/Diary")
        #expect(try archiver.url(forKey: "a.b") == URL(filePath: sandbox.base + "/Diary/a.b.archive"))
        #expect(try DocumentArchiver(application: "Diary").folder.path == StandardFolder.data.path() + "/Diary")
        #expect(try CachesArchiver(application: "Diary").folder.path == StandardFolder.cache.path() + "/Diary")
        for name in ["", ".", "..", "a/b", "/", "a\0b"] {
            #expect { try CachesArchiver(application: name) } throws: { .invalidKey ~= $0 }
        }
    }

    @Test("Files are the user's alone, whatever the umask, and nothing else is left") func mode() throws {
        try archiver.archive(books, forKey: "private/books")
        let attributes = try FileManager.default.attributesOfItem(atPath: archiver.path(forKey: "private/books"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(sandbox.names == ["private", "private/books.archive"])
    }

    @Test("A type of one's own needs nothing but a folder") func ownArchiver() throws {
        struct Albums: Archiver { let folder: URL }
        let albums = Albums(folder: URL(filePath: sandbox.base + "/Diary"))
        try albums.archive(5, forKey: "five")
        #expect(try archiver.unarchive(Int.self, forKey: "five") == 5)
        // The text of another URL would be a folder in the working folder.
        for elsewhere in ["https://example.org/albums", "albums"] {
            let albums = Albums(folder: try #require(URL(string: elsewhere)))
            for call in [{ try albums.archive(5, forKey: "five") }, { _ = try albums.exists(forKey: "five") }] {
                #expect { try call() } throws: { .system ~= $0 && "\($0)".contains(elsewhere) }
            }
        }
    }
}
