import FoundationEssentials
import Persistence

/// The user's secret, from which follows how maps cut hidden areas out of tracks: all of one user's maps cut them alike.
///
/// It is in `locationkit/map-secret` in the folder for state, 32 bytes by chance, made when it is first needed. Whoever has it can
/// compute from a map where the middle of a hidden area is.
enum MapSecret {
    private static let folder = "locationkit"
    private static let name = "map-secret"
    private static let length = 32

    /// Reads the secret, or makes it.
    ///
    /// - Returns: The secret.
    /// - Throws: ``PersistenceError`` where it can neither be read nor kept.
    static func bytes() throws(PersistenceError) -> [UInt8] {
        let path = try "\(StandardFolder.state.path())/\(folder)"
        guard let folder = try Folder.open(path, creating: true) else {
            throw PersistenceError(.system, "the folder \(path) cannot be made")
        }
        // Of two commands that need it for the first time one makes it.
        let lock = try FileLock(".\(name).lock", in: folder, limit: .seconds(5))
        defer { withExtendedLifetime(lock) {} }
        if let data = try folder.read(name, limit: 4096) {
            guard data.count >= length else {
                throw PersistenceError(
                    .corrupt,
                    "\(folder.path(of: name)) has \(data.count) bytes and should have \(length); remove it, and a new one is made"
                )
            }
            return Array(data)
        }
        let bytes = (0..<length).map { _ in UInt8.random(in: 0...255) }
        try folder.replace(name, with: Data(bytes))
        return bytes
    }
}
