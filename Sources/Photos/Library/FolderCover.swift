import Glibc

/// The outermost of many folders, to be asked whether a path is one of them or lies in one.
///
/// A question takes a few steps however many folders there are: a tree of ten thousand folders that is removed at once
/// tells of each of them.
struct FolderCover {
    /// The folders that lie in none of the others.
    private(set) var topmost: [RawPath] = []
    private var keys: [[UInt8]] = []

    init(_ folders: some Sequence<RawPath>) {
        let sorted = folders.map { (key: Self.key($0), folder: $0) }.sorted { Self.order($0.key, $1.key) < 0 }
        for (key, folder) in sorted {
            if let last = keys.last, Self.hasPrefix(key, last) { continue }
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
            if Self.order(key, keys[middle]) < 0 { high = middle } else { low = middle + 1 }
        }
        // What stands between a folder and something in it lies in it, too, and so is not among the outermost.
        return low > 0 && Self.hasPrefix(key, keys[low - 1])
    }

    /// The bytes with a slash at the end, so that what lies in a folder begins with its key, and nothing else does.
    private static func key(_ path: RawPath) -> [UInt8] {
        var bytes = path.bytes
        if bytes.last != UInt8(ascii: "/") { bytes.append(UInt8(ascii: "/")) }
        return bytes
    }

    private static func order(_ left: [UInt8], _ right: [UInt8]) -> Int {
        let order = Int(memcmp(left, right, min(left.count, right.count)))
        return order != 0 ? order : left.count - right.count
    }

    private static func hasPrefix(_ key: [UInt8], _ folder: [UInt8]) -> Bool {
        key.count >= folder.count && memcmp(key, folder, folder.count) == 0
    }
}
