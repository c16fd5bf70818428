import Glibc

/// The folders below one that have a journal.
enum JournalFolders {
    /// Finds them, itself included, without following symbolic links.
    ///
    /// - Parameter root: Where to look.
    /// - Returns: Their paths, in order; folders that cannot be read, and those whose names are no UTF-8, have none.
    /// - Throws: ``TaggingError/Code/unreadable`` when there is no such folder.
    static func all(in root: String) throws(TaggingError) -> [String] {
        _ = try PhotoFolder(root)
        var found: [String] = []
        var waiting = [root]
        while let folder = waiting.popLast() {
            guard let entries = opendir(folder) else { continue }
            defer { closedir(entries) }
            while let entry = readdir(entries) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                    name.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
                }
                guard let name, name != ".", name != ".." else { continue }
                let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
                if name == TagJournal.name { found.append(folder) }
                if isFolder(entry.pointee.d_type, path) { waiting.append(path) }
            }
        }
        return found.sorted()
    }

    private static func isFolder(_ type: UInt8, _ path: String) -> Bool {
        if type != DT_UNKNOWN { return type == DT_DIR }
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
