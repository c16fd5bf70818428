import FoundationEssentials
import LKCommandLine
import LKStorage

/// The user's secret, from which `track map --hide` derives where it cuts: the same circle on every page.
///
/// It is a file for the user alone, made at the first use. Without it, the circles of many pages together reveal the middle.
enum MapSecret {
    /// The number of bytes.
    static let length = UserSecret.length
    private static let name = "map-secret"
    /// Another folder than the user's, for tests.
    @TaskLocal static var folder: String?

    /// Reads the secret, or makes one; a damaged one is replaced, with a warning.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - command: The command, for the warning.
    /// - Returns: The bytes.
    /// - Throws: The error, if it can be neither read nor made.
    static func bytes(in path: String, for command: String) throws(StorageError) -> [UInt8] {
        try UserSecret.bytes(name, in: path) { path, count in
            Messages.note(
                "\(path) has \(count) bytes instead of \(length) and is replaced: --hide cuts other "
                    + "circles than on earlier pages, and both together tell more", command: command, as: .warning)
        }
    }

    /// Returns the secret for a command; without one it warns and returns `nil`.
    static func forCommand(_ command: String) -> [UInt8]? {
        do throws(StorageError) {
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
