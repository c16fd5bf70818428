import Foundation
import LKStorage
import TestSupport
import Testing

@testable import LKPersistence

@Suite("Archiver: damaged files") struct ArchiveDamageTests {
    private struct Entry: Codable, Hashable {
        var name = "Höhenweg"
        var numbers = [1, -2, Int.max]
        var heights = [1234.5, -0.25, .infinity]
        var isOpen: Bool? = true
        var link = URL(string: "http://example.invalid/?a=1")
        var data = Data([0, 1, 2])
        var more: [String: Date] = ["now": Date(timeIntervalSinceReferenceDate: 1)]
    }

    private let sandbox: ArchiveSandbox
    private let bytes: [UInt8]

    init() throws {
        sandbox = try ArchiveSandbox()
        try sandbox.archiver.archive(Entry(), forKey: "entry", version: 3)
        #expect(try sandbox.archiver.unarchive(Entry.self, forKey: "entry", version: 3) == Entry())
        bytes = try sandbox.bytes("entry")
    }

    @Test("Each truncation is an error, and so is each byte too much") func truncations() throws {
        for length in 0..<bytes.count {
            try sandbox.put(bytes[..<length], "entry")
            #expect("\(length) bytes") {
                try sandbox.archiver.unarchive(Entry.self, forKey: "entry", version: 3)
            } throws: { .corrupt ~= $0 && "\($0)".contains("entry.archive") }
        }
        try sandbox.put(bytes + [0], "entry")
        #expect { try sandbox.archiver.unarchive(Entry.self, forKey: "entry", version: 3) } throws: { .corrupt ~= $0 }
    }

    @Test("10,000 changed bits, one or several at a time, are errors and never another value") func bits() throws {
        var random = SeededGenerator(seed: 19)
        for round in 0..<10_000 {
            var damaged = Data(bytes)
            let flips =
                round < bytes.count * 8
                ? [round]
                : (0..<Int.random(in: 1...5, using: &random)).map { _ in
                    Int.random(in: 0..<(bytes.count * 8), using: &random)
                }
            for bit in flips { damaged[bit / 8] ^= 1 << UInt8(bit % 8) }
            if damaged.elementsEqual(bytes) { continue }
            do {
                let file = try ArchiveFile(damaged, "entry")
                let value = try OlderArchive(file, "entry").decode(Entry.self)
                Issue.record("bits \(flips) changed and \(value) read")
            } catch { #expect(error.code == .corrupt, "bits \(flips): \(error)") }
        }
    }

    @Test("A payload that is damaged under a right checksum gives a value or an error, and never a trap")
    func payloads() throws {
        let file = try ArchiveFile(Data(bytes), "entry")
        var random = SeededGenerator(seed: 20)
        var failures = 0
        for round in 0..<10_000 {
            var payload = Data(file.payload)
            if round < payload.count {
                payload = payload.prefix(round)
            } else {
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    payload[Int.random(in: 0..<payload.count, using: &random)] = UInt8.random(
                        in: 0...255, using: &random)
                }
            }
            let damaged = ArchiveFile(kind: .codedValue, version: 3, typeName: "Entry", payload: payload)
            do {
                _ = try OlderArchive(ArchiveFile(damaged.bytes(), "entry"), "entry").decode(Entry.self)
            } catch {
                #expect(error.code == .corrupt || error.code == .wrongType)
                failures += 1
            }
        }
        #expect(failures > 5000)
    }

    @Test("Files that were never archives are corrupt") func foreign() throws {
        for content in ["", "text", "bplist00", String(repeating: "\0", count: 100), "LKARCHV\0"] {
            try sandbox.put(content.utf8, "entry")
            #expect { try sandbox.archiver.unarchive(Int.self, forKey: "entry") } throws: { .corrupt ~= $0 }
            #expect(try sandbox.archiver.exists(forKey: "entry"))
        }
        try sandbox.archiver.archive(1, forKey: "entry")
        #expect(try sandbox.archiver.unarchive(Int.self, forKey: "entry") == 1)
    }

    @Test("Endlessly nested values and counts without content are reported as damage") func hostile() throws {
        let hostile: [[UInt8]] = [
            Array(repeating: [11, 1], count: 100_000).flatMap { $0 }, [11, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
            [12, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1], [13, 1, 5, 0], [13, 2, 0, 1, 65, 0, 1, 0],
            [3, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 2], [8, 1, 0xFF], [14], [0, 0], [],
        ]
        for payload in hostile {
            let file = ArchiveFile(kind: .codedValue, version: 0, typeName: "Int", payload: Data(payload))
            #expect { try OlderArchive(file, "hostile").decode([Int].self) } throws: { .corrupt ~= $0 }
        }
    }
}
