import Foundation
import LKPersistence
import Testing

/// What `Snippets/PasscodeArchive.swift` shows.
@Suite("Passcode settings, archived whole under one key") struct PasscodeArchiveTests {
    final class Passcode: CodingObject {
        @Coded var isEnabled = false
        @Coded var failures = 0
        @Coded var lockInterval: TimeInterval = 60
        @Coded var lastFailure: Date?
    }

    @Test("Begin with their defaults, and the next run finds what this one left") func behaviour() throws {
        let sandbox = try ArchiveSandbox()
        func load() throws -> Passcode {
            try sandbox.archiver.unarchive(Passcode.self, forKey: "settings/passcode", default: Passcode())
        }
        let first = try load()
        #expect(!first.isEnabled && first.failures == 0 && first.lockInterval == 60 && first.lastFailure == nil)
        let date = Date()
        first.isEnabled = true
        first.failures += 1
        first.lastFailure = date
        try first.archive(in: sandbox.archiver, forKey: "settings/passcode")
        let next = try load()
        #expect(next.isEnabled && next.failures == 1 && next.lockInterval == 60 && next.lastFailure == date)
        #expect(try sandbox.archiver.remove(forKey: "settings/passcode"))
        #expect(try !load().isEnabled)
    }
}
