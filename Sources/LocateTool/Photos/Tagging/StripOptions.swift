import Glibc
import LocationKit

/// The options of `locate photos strip`, decoded.
struct StripOptions {
    /// The folders of photos; `nil` where only files are named.
    var folders: PhotoFolders?
    /// The files.
    var files: [String]
    /// Whether the journals of the folders go too.
    var forgets: Bool
    /// How files are written.
    var tagging: TaggingOptions

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        let words = arguments.positionals
        files = words.filter(Self.isFile)
        let others = words.filter { !Self.isFile($0) }
        folders = others.isEmpty && !files.isEmpty ? nil : try PhotoFolders(others, for: .photosStrip)
        forgets = arguments.flag("forget")
        tagging = try TaggingOptions(arguments)
        if forgets, let file = files.first {
            throw .usage(
                "--forget is for folders, since .locationkit-undo belongs to all photos of one; name that of \(file)")
        }
    }

    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}
