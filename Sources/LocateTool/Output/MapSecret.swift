import FoundationEssentials
import Persistence

/// The user's secret, from which `track map --hide` derives where it cuts: the same circle on every page.
///
/// It is a file for the user alone, made at the first use. Without it, circles of many pages would together tell the middle.
enum MapSecret {
    /// The number of bytes.
    static let length = 32
    private static let name = "map-secret"
    /// Another folder than the user's, for tests.
    @TaskLocal static var folder: String?

    /// Reads the secret, or makes one.
    ///
    /// - Parameter path: The folder.
    /// - Returns: The bytes.
    /// - Throws: Why it can neither be read nor made.
    static func bytes(in path: String) throws(PersistenceError) -> [UInt8] {
        guard let folder = try Folder.open(path, creating: true) else {
            throw PersistenceError(.system, "there is no folder \(path)")
        }
        // Another process may make one at the same time: its secret counts.
        for _ in 0..<10 {
            let found = try folder.read(name, limit: 4096)
            if let found, found.count == length { return [UInt8](found) }
            let made = Data((0..<length).map { _ in UInt8.random(in: 0 ... .max) })
            if try folder.replace(name, holding: found, with: made, mode: 0o600, limit: 4096) { return [UInt8](made) }
        }
        throw PersistenceError(.system, "\(folder.path(of: name)) is changed all the time by other programs")
    }

    /// The secret for a command; without one a warning, and `nil`.
    static func forCommand(_ command: String) -> [UInt8]? {
        do throws(PersistenceError) {
            let path = if let folder { folder } else { try StandardFolder.state.path() + "/locationkit" }
            return try bytes(in: path)
        } catch {
            Messages.note(
                "\(error.message); without a stored secret --hide cuts another circle each time, and several pages with "
                    + "the same home together tell where it is", command: command, as: .warning)
            return nil
        }
    }
}
