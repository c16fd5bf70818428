import Foundation

/// A copy of a folder of photos to write to, already on disk, so that earlier writes do not count.
struct TagFolder {
    private let folder: TemporaryFolder
    var path: String { folder.path }
    /// Where the catalog of this folder's pictures is.
    private let cache: TemporaryFolder
    /// Its pictures, in order.
    let pictures: [String]

    /// Copies pictures.
    ///
    /// - Parameters:
    ///   - source: Where they lie.
    ///   - count: How many of them; all when left out.
    /// - Throws: `BenchmarkError` when they cannot be copied.
    init(of source: String, count: Int = .max) throws(BenchmarkError) {
        folder = try TemporaryFolder()
        cache = try TemporaryFolder()
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: source).sorted()
        } catch { throw BenchmarkError("\(error)") }
        let place = folder.path
        pictures = names.prefix(count).map { "\(place)/\($0)" }
        _ = try Program(["cp", "--"] + names.prefix(count).map { "\(source)/\($0)" } + [place]).finish()
    }

    /// What our tool needs for a command over the folder, once all that was written before is on the disk.
    ///
    /// - Parameters:
    ///   - tool: The tool.
    ///   - command: `geotag` and the like.
    ///   - options: What follows the folder.
    /// - Returns: What it needed.
    /// - Throws: `BenchmarkError` when it fails for a single picture.
    func measure(_ tool: String, _ command: String, _ options: [String] = []) throws(BenchmarkError) -> Resources {
        try measure([tool, "photos", command, path, "--quiet"] + options)
    }

    /// What a program needs, once all that was written before is on the disk.
    ///
    /// - Parameter arguments: The program, and what follows its name.
    /// - Returns: What it needed; standard error is thrown away.
    /// - Throws: `BenchmarkError` when it fails.
    func measure(_ arguments: [String]) throws(BenchmarkError) -> Resources {
        sync()
        // Clocks without a zone are in UTC for those who take the computer's.
        let environment = ["env", "TZ=UTC", "LC_ALL=C.UTF-8", "XDG_CACHE_HOME=\(cache.path)"]
        return try Resources.measure(environment + ["sh", "-c", "exec \"$@\" 2>/dev/null", "sh"] + arguments)
    }

    /// Whether each picture is byte for byte that of another folder.
    ///
    /// - Parameter source: The other folder.
    /// - Returns: Whether it is.
    func isSame(as source: String) -> Bool {
        pictures.allSatisfy { path in
            let name = path.split(separator: "/").last ?? ""
            return FileManager.default.contentsEqual(atPath: path, andPath: "\(source)/\(name)")
        }
    }
}
