import LocationKit

/// The options of `locate photos strip`, decoded.
struct StripOptions {
    /// The folders and files of photos.
    var photos: PhotoSelection
    /// Whether the journals of the folders go too.
    var forgets: Bool
    /// How files are written.
    var tagging: TaggingOptions

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        photos = try PhotoSelection(arguments, for: .photosStrip)
        forgets = arguments.flag("forget")
        tagging = try TaggingOptions(arguments, for: .photosStrip)
        if forgets, let file = photos.filePaths.first?.given {
            throw .usage(
                "--forget is for folders, since .locationkit-undo belongs to all photos of one; name that of \(file)")
        }
    }
}
