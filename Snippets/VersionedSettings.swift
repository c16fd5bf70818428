// Settings with a version: old values are upgraded, and news is shown once.
import Foundation
import LocationKit

final class EditorSettings: Settings, @unchecked Sendable {
    /// Pixels until version 1, points since version 2.
    @Setting var fontSize = 12.0
    @Setting("wrapLines", formerly: "wrap") var wrapsLines = true

    // The version that this program pretends to be.
    override class var version: Int { CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 3 }
    override class var whatIsNew: [Int: String] {
        [2: "Font sizes are in points now.", 3: "Lines are wrapped unless you say no."]
    }
    override func upgrade(from version: Int) {
        if version < 2, $fontSize.isSet { fontSize *= 0.75 }
    }
}

let settings = EditorSettings(store: SettingsStore(name: "editor"))
for message in settings.takeWhatIsNew() { print("New: \(message)") }
if let error = settings.lastError { print(error.message) }
do {
    // Returns when the disk has it.
    if let size = CommandLine.arguments.dropFirst(2).first.flatMap({ Double($0) }) {
        try settings.set(\.fontSize, to: size)
    }
    print("Font size \(settings.fontSize)")
} catch {
    // An error is printed as its message: what happened, to what, and what to do.
    FileHandle.standardError.write(Data("VersionedSettings: \(error)\n".utf8))
    exit(1)
}
