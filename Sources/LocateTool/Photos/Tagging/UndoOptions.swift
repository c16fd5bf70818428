import LocationKit

/// The options of `locate photos undo`, decoded.
struct UndoOptions {
    /// The folder, as it was given.
    var folder: String
    /// How much is taken back.
    var extent: TaggingJournal.Extent
    /// How files are written, and what is printed.
    var tagging: TaggingOptions

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the argument and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        guard arguments.positionals.count == 1, let word = arguments.positionals.first, !word.isEmpty else {
            throw .usage("needs one folder, with all below it: locate photos undo FOLDER")
        }
        let trimmed = word.reversed().drop { $0 == "/" }.reversed()
        folder = trimmed.isEmpty ? "/" : String(trimmed)
        extent = arguments.flag("all") ? .all : .newestRun
        tagging = try TaggingOptions(arguments)
    }
}
