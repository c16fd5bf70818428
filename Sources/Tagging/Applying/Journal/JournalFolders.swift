import Glibc

/// The folders below one that have a journal.
enum JournalFolders {
    /// Finds them, itself included, without following symbolic links.
    ///
    /// - Parameter root: Where to look.
    /// - Returns: Their paths, in order; folders that cannot be read, and those whose names are no UTF-8, have none.
    /// - Throws: ``TaggingError/Code/unreadable`` when there is no such folder.
    static func all(in root: String) throws(TaggingError) -> [String] {
        var found: [String] = []
        try walk(root) { folder, name, _ in if name == TagJournal.name { found.append(folder) } }
        return found.sorted()
    }

    /// Finds those elsewhere in which there are photos, or folders, that symbolic links below one lead to.
    ///
    /// - Parameter root: Where to look for links.
    /// - Returns: Their paths, without links, in order.
    /// - Throws: ``TaggingError/Code/unreadable`` when there is no such folder.
    static func linked(from root: String) throws(TaggingError) -> [String] {
        let home = resolved(root)
        var found: Set<String> = []
        try walk(root) { folder, name, type in
            let path = joined(folder, name)
            guard kind(type, path) == S_IFLNK, let target = resolved(path) else { return }
            var status = stat()
            guard stat(target, &status) == 0 else { return }
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            let place = isFolder ? target : String(target[..<(target.lastIndex(of: "/") ?? target.endIndex)])
            let isBelow = home.map { place == $0 || place.hasPrefix($0 + "/") } ?? false
            if !isBelow, access(joined(place, TagJournal.name), F_OK) == 0 { found.insert(place) }
        }
        return found.sorted()
    }

    /// Looks at all entries of a folder and of those in it.
    private static func walk(_ root: String, _ look: (String, String, UInt8) -> Void) throws(TaggingError) {
        _ = try PhotoFolder(root)
        var waiting = [root]
        while let folder = waiting.popLast() {
            guard let entries = opendir(folder) else { continue }
            defer { closedir(entries) }
            while let entry = readdir(entries) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                    name.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
                }
                guard let name, name != ".", name != ".." else { continue }
                look(folder, name, entry.pointee.d_type)
                let path = joined(folder, name)
                if kind(entry.pointee.d_type, path) == S_IFDIR { waiting.append(path) }
            }
        }
    }

    private static func joined(_ folder: String, _ name: String) -> String {
        folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }

    private static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(validatingCString: real)
    }

    private static func kind(_ type: UInt8, _ path: String) -> mode_t {
        switch Int(type) {
        case Int(DT_DIR): return S_IFDIR
        case Int(DT_LNK): return S_IFLNK
        case Int(DT_UNKNOWN):
            var status = stat()
            return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
        default: return 0
        }
    }
}
