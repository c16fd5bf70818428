import FoundationEssentials

/// The name of the running program, for its settings.
enum ProgramName {
    /// The name of the executable.
    static var current: String {
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return name(of: path) { FileManager.default.fileExists(atPath: $0) }
    }

    /// The name in the path that the system tells; after an update it has a mark behind the name of the old file.
    static func name(of path: String?, exists: (String) -> Bool) -> String {
        guard var path else { return "program" }
        let mark = " (deleted)"
        if path.hasSuffix(mark), !exists(path) { path.removeLast(mark.count) }
        return path.split(separator: "/").last.map(String.init) ?? "program"
    }
}
