import FoundationEssentials
import LKFormats
package import LKPersistence
import LKStorage

/// The settings of the tool: defaults of options that a user or an administrator has stored.
package enum ToolSettings {
    /// Returns the settings store: the user's file, then those of administrators, whose values an option may always
    /// replace.
    package static func store() -> SettingsStore { SettingsStore(name: name, enforcing: []) }

    private static let name = "locationkit/locate"

    /// Whether the user has a folder for settings: without a home folder, nothing is missing.
    package static var hasFolder: Bool { (try? StandardFolder.configuration.path()) != nil }

    /// Whether nothing is stored; faster than opening the files.
    package static var areEmpty: Bool { !StandardFolder.configuration.mayHave(name + ".plist") }

    /// Returns how to remove a setting whose value is useless, for the end of a message.
    ///
    /// - Parameters:
    ///   - key: The setting.
    ///   - none: The value that stands for nothing, for one that only an administrator can take away.
    /// - Returns: Half a sentence.
    package static func advice(about key: String, none: String) -> String {
        let origin = store().layers.first { $0.contents[key] != nil }?.origin
        if case .administrator(let file) = origin {
            return
                "the setting \(key) in \(file.filePath) names it; switch it off with locate settings set \(key) \(none)"
        }
        return "the setting \(key) names it; remove that with locate settings reset \(key)"
    }

    /// Returns the location of a value, for messages.
    package static func place(of origin: Settings.Origin, in store: SettingsStore) -> String {
        if case .administrator(let file) = origin { file.filePath } else { store.path ?? "settings" }
    }
}
