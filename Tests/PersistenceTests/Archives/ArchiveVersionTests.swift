import Foundation
import LKFormats
import LKPersistence
import LKStorage
import Testing

@Suite("Archiver: versions") struct ArchiveVersionTests {
    private struct Place: Codable, Hashable {
        var name: String
        var latitude: Double
        var longitude: Double
    }

    private struct OldPlace: Codable {
        var name: String
        var position: String
    }

    private let sandbox: ArchiveSandbox
    private var archiver: DocumentArchiver { sandbox.archiver }

    init() throws { sandbox = try ArchiveSandbox() }

    private func place(_ key: String) throws -> Place? {
        try archiver.unarchive(Place.self, forKey: key, version: 2) { older in
            #expect(older.version == 1)
            #expect(older.typeName.hasSuffix("OldPlace"))
            let old = try older.decode(OldPlace.self)
            let numbers = old.position.split(separator: ",").compactMap { Double($0) }
            guard numbers.count == 2 else {
                throw StorageError(.wrongType, "\(old.position) is not a valid position")
            }
            return Place(name: old.name, latitude: numbers[0], longitude: numbers[1])
        }
    }

    @Test("An older value goes through the migration, one of today does not") func migration() throws {
        try archiver.archive(OldPlace(name: "Naha", position: "26.212401,127.680932"), forKey: "p", version: 1)
        let naha = Place(name: "Naha", latitude: 26.212401, longitude: 127.680932)
        #expect(try place("p") == naha)
        // What the migration made is not stored by itself.
        #expect(try place("p") == naha)
        try archiver.archive(naha, forKey: "p", version: 2)
        #expect(try place("p") == naha)
        #expect(try place("missing") == nil)
    }

    @Test("What the migration throws reaches the caller") func failingMigration() throws {
        try archiver.archive(OldPlace(name: "Naha", position: "?"), forKey: "p", version: 1)
        #expect { try place("p") } throws: { .wrongType ~= $0 && "\($0)" == "? is not a valid position" }
        try archiver.archive(["Naha"], forKey: "p", version: 0)
        #expect { try archiver.unarchive(Int.self, forKey: "p", version: 1) { try $0.decode(Int.self) } } throws: {
            .wrongType ~= $0
        }
    }

    @Test("A newer value is an error and stays as it is") func newer() throws {
        try archiver.archive(1, forKey: "n", version: 3)
        let before = try sandbox.bytes("n")
        #expect { try archiver.unarchive(Int.self, forKey: "n", version: 2, default: 5) } throws: {
            .newerVersion ~= $0 && "\($0)".contains("n.archive")
        }
        #expect(try sandbox.bytes("n") == before)
        #expect(try archiver.unarchive(Int.self, forKey: "n", version: 3) == 1)
    }

    @Test("A newer format is newer and not corrupt, when its checksum is right") func newerFormat() throws {
        try archiver.archive(1, forKey: "n")
        var bytes = try sandbox.bytes("n")
        bytes[8] = 2
        try sandbox.put(bytes, "n")
        #expect { try archiver.unarchive(Int.self, forKey: "n") } throws: { .corrupt ~= $0 }
        let sum = bytes.dropLast(4).withUnsafeBytes { CRC32.of($0) }
        withUnsafeBytes(of: sum.littleEndian) { bytes.replaceSubrange((bytes.count - 4)..., with: $0) }
        try sandbox.put(bytes, "n")
        #expect { try archiver.unarchive(Int.self, forKey: "n") } throws: { .newerVersion ~= $0 }
    }

    @Test("A file has the bytes that the format's description states") func bytes() throws {
        try archiver.archive(true, forKey: "yes", version: 258)
        var expected: [UInt8] = Array("LKARCHV".utf8) + [0, 1, 0, 1, 0, 10, 0, 0, 0]
        expected += [2, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0] + Array("Swift.Bool".utf8) + [2]
        let sum = expected.withUnsafeBytes { CRC32.of($0) }
        #expect(try sandbox.bytes("yes") == expected + (0..<4).map { UInt8(truncatingIfNeeded: sum >> ($0 * 8)) })
    }
}
