/// The options of `locate photos watch`, decoded.
struct PhotoWatchOptions {
    /// The folders.
    var folders: PhotoFolders
    /// Whether events are printed as JSON.
    var json: Bool
    /// Whether neither progress nor hints are wanted.
    var quiet: Bool

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the argument and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        folders = try PhotoFolders(arguments.positionals, for: .photosWatch)
        json = arguments.flag("json")
        quiet = arguments.flag("quiet")
    }
}
