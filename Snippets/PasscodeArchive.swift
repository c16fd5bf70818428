// Settings of a passcode lock, kept whole under one key.

import Foundation
import LocationKit

final class Passcode: CodingObject {
    @Coded var isEnabled = false
    @Coded var failures = 0
    /// How long the lock waits, in seconds.
    @Coded var lockInterval: TimeInterval = 60
    @Coded var lastFailure: Date?
}

do {
    let archiver = try DocumentArchiver(application: "LocationKit-Snippets")

    // If nothing is kept yet: the declared defaults.
    let passcode = try archiver.unarchive(Passcode.self, forKey: "settings/passcode", default: Passcode())
    print("enabled: \(passcode.isEnabled), wrong tries so far: \(passcode.failures)")

    passcode.isEnabled = true
    passcode.failures += 1
    passcode.lastFailure = Date()
    try passcode.archive(in: archiver, forKey: "settings/passcode")

    // Start over after three runs.
    if passcode.failures >= 3 { try archiver.remove(forKey: "settings/passcode") }
} catch {
    // An error is printed as its message: what happened, to what, and what to do.
    FileHandle.standardError.write(Data("PasscodeArchive: \(error)\n".utf8))
    exit(1)
}
