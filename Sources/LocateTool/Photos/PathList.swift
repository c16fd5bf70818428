/// A list of paths in a file or from standard input, as `find` and other programs print it.
enum PathList {
    /// Far more than the paths of all photos of a person.
    private static let limit = 1 << 30

    /// The options of commands that take such a list.
    static let options: [OptionDescription] = [
        .option(
            "files-from", "FILE|-",
            "take folders and photos also from a list, one path a line; - is standard input", completion: .files),
        OptionDescription(
            name: "null", letter: "0", help: "the paths of the list end with a zero byte, as find -print0 writes them"),
    ]

    /// The paths of the list that a command line names; `nil` without one.
    ///
    /// Empty lines are left out.
    ///
    /// - Throws: A usage error for `-0` without a list, and ``ExitCode/noInput`` for a list that cannot be read.
    static func paths(_ arguments: ParsedArguments) throws(ToolError) -> [[UInt8]]? {
        let isZeroTerminated = arguments.flag("null")
        guard let list = try arguments.path("files-from") else {
            if isZeroTerminated { throw .usage("-0 is for --files-from; give that too") }
            return nil
        }
        let bytes = try InputFile.contents(path: list, limit: limit)
        return try paths(bytes, isZeroTerminated: isZeroTerminated, name: list == "-" ? "standard input" : list)
    }

    /// The paths of a list.
    ///
    /// - Parameters:
    ///   - bytes: The list.
    ///   - isZeroTerminated: Whether paths end with a zero byte, not with the line.
    ///   - name: What messages call the list.
    /// - Returns: The paths, in order, byte by byte as they are: a name need not be valid UTF-8.
    /// - Throws: ``ExitCode/dataError`` for a path that has a zero byte in it.
    static func paths(_ bytes: [UInt8], isZeroTerminated: Bool, name: String) throws(ToolError) -> [[UInt8]] {
        let separator = isZeroTerminated ? 0 : UInt8(ascii: "\n")
        var paths: [[UInt8]] = []
        for (index, part) in bytes.split(separator: separator, omittingEmptySubsequences: false).enumerated()
        where !part.isEmpty {
            guard !part.contains(0) else {
                throw ToolError(.dataError, "\(name): path \(index + 1) has a zero byte in it; is -0 missing?")
            }
            paths.append(Array(part))
        }
        return paths
    }
}
