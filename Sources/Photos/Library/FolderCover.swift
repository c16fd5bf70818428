/// The outermost of many folders, to be asked whether a path is one of them or lies in one.
///
/// A question takes a few steps however many folders there are: a tree of ten thousand folders that is removed at once
/// tells of each of them.
struct FolderCover {
    /// The folders that lie in none of the others, in the order of their bytes with the slash first.
    private(set) var topmost: [RawPath] = []
    private var keys: [[UInt8]] = []

    init(_ folders: some Sequence<RawPath>) {
        let sorted = folders.map { (key: Self.key($0), folder: $0) }.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        for (key, folder) in sorted {
            if let last = keys.last, Self.isInside(key, last) { continue }
            keys.append(key)
            topmost.append(folder)
        }
    }

    /// Whether the path is one of the folders or lies in one.
    func covers(_ path: RawPath) -> Bool {
        if keys.isEmpty { return false }
        let key = Self.key(path)
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            if key.lexicographicallyPrecedes(keys[middle]) { high = middle } else { low = middle + 1 }
        }
        // With the slash before all other bytes nothing stands between a folder and what is in it.
        return low > 0 && Self.isInside(key, keys[low - 1])
    }

    private static func key(_ path: RawPath) -> [UInt8] { path.bytes.map { $0 == UInt8(ascii: "/") ? 0 : $0 } }

    private static func isInside(_ key: [UInt8], _ folder: [UInt8]) -> Bool {
        guard key.starts(with: folder) else { return false }
        return key.count == folder.count || folder.last == 0 || key[folder.count] == 0
    }
}
