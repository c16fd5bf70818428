import LKStorage

/// A key that is safe as a path inside an archiver's folder.
struct ArchiveKey {
    static let fileExtension = ".archive"
    private static let maximumFolders = 128
    private static let maximumName = 255

    /// The key without slashes at its ends, for messages.
    let name: String
    /// The folders, starting from the archiver's.
    let folders: [String]
    /// The name of the file in the last folder.
    let file: String

    /// Creates a key after checking it.
    ///
    /// - Parameter key: The caller's key.
    /// - Throws: `StorageError.Code.invalidKey`.
    init(_ key: String) throws(StorageError) {
        var trimmed = Substring(key).utf8
        while trimmed.first == UInt8(ascii: "/") { trimmed.removeFirst() }
        while trimmed.last == UInt8(ascii: "/") { trimmed.removeLast() }
        // Split by bytes: searching by characters would miss a slash followed by a combining character.
        var components = trimmed.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
        let last = components.removeLast()
        name = String(Substring(trimmed))
        folders = components
        file = last + Self.fileExtension
        if let problem = Self.problem(folders: components, last: last, file: file) {
            throw StorageError(
                .invalidKey, "the key \(key.debugDescription) \(problem)", advice: "choose another key")
        }
    }

    private static func problem(folders: [String], last: String, file: String) -> String? {
        if last.isEmpty { return "is empty" }
        if folders.count > maximumFolders { return "has more than \(maximumFolders) folders" }
        for component in folders + [last] {
            if component.isEmpty { return "has an empty component" }
            if component == "." || component == ".." { return "has \"\(component)\" as a component" }
            if component.utf8.contains(0) { return "contains the character NUL" }
        }
        for name in folders + [file] where name.utf8.count > maximumName {
            return "has a name of more than \(maximumName) bytes, \(fileExtension) included"
        }
        for folder in folders where folder.hasPrefix(".") || folder.hasSuffix(fileExtension) {
            return "has a folder \"\(folder)\": folders must not begin with a dot or end in \(fileExtension)"
        }
        return nil
    }
}
