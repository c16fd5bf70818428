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

    /// Reads the secret, or makes one; a damaged one is replaced, with a warning.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - command: The command, for the warning.
    /// - Returns: The bytes.
    /// - Throws: Why it can neither be read nor made.
    static func bytes(in path: String, for command: String) throws(PersistenceError) -> [UInt8] {
        guard let folder = try Folder.open(path, creating: true) else {
            throw PersistenceError(.system, "the folder \(path) cannot be made")
        }
        if let found = try folder.read(name, limit: 4096), found.count == length { return [UInt8](found) }
        // Of several commands that need it for the first time one makes it, and the others read that.
        let lock = try FileLock(".\(name).lock", in: folder, limit: .seconds(5))
        defer { withExtendedLifetime(lock) {} }
        if let found = try folder.read(name, limit: 4096) {
            if found.count == length { return [UInt8](found) }
            Messages.note(
                "\(folder.path(of: name)) has \(found.count) bytes instead of \(length) and is replaced: --hide cuts other "
                    + "circles than on earlier pages, and both together tell more", command: command, as: .warning)
        }
        let made = Data((0..<length).map { _ in UInt8.random(in: 0 ... .max) })
        try folder.replace(name, with: made)
        return [UInt8](made)
    }

    /// The secret for a command; without one a warning, and `nil`.
    static func forCommand(_ command: String) -> [UInt8]? {
        do throws(PersistenceError) {
            let path = if let folder { folder } else { try StandardFolder.state.path() + "/locationkit" }
            return try bytes(in: path, for: command)
        } catch {
            Messages.note(
                "\(error.message); without a stored secret --hide cuts another circle each time, and several pages with "
                    + "the same home together tell where it is", command: command, as: .warning)
            return nil
        }
    }
}
