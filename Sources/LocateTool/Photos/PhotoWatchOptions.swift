import LocationKit

/// The options of `locate photos watch`, decoded.
struct PhotoWatchOptions {
    /// The folders and files.
    var photos: PhotoSelection
    /// Whether photos get the names of their places.
    var tags: Bool
    /// The languages of the names; `nil`: the environment decides.
    var languages: [LanguageTag]?
    /// Whether events are printed as JSON.
    var json: Bool
    /// Whether neither progress nor hints are wanted.
    var quiet: Bool

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the argument and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        photos = try PhotoSelection(arguments, for: .photosWatch)
        tags = arguments.flag("tag")
        languages = try arguments.languages("language")
        if arguments.isGiven("language"), !tags { throw .usage("--language is for --tag; give that too") }
        json = arguments.flag("json")
        quiet = arguments.flag("quiet")
    }
}
