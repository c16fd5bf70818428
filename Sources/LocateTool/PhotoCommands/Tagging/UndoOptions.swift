import LocationKit

/// The options of `locate photos undo`, decoded.
struct UndoOptions {
    /// The folders and files of photos.
    var photos: PhotoSelection
    /// How much is taken back.
    var extent: TaggingJournal.Extent
    /// How files are written, and what is printed.
    var tagging: TaggingOptions

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the argument and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        photos = try PhotoSelection(arguments, for: .photosUndo)
        extent = arguments.flag("all") ? .all : .newestRun
        tagging = try TaggingOptions(arguments, for: .photosUndo)
    }
}
