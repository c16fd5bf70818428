@testable import LKStorage

extension Folder {
    /// Opens a folder that must be there; `#require` takes no values that cannot be copied.
    static func existing(_ path: String) throws -> Folder {
        guard let folder = try open(path, creating: false) else { throw StorageError(.missing, path) }
        return folder
    }
}
