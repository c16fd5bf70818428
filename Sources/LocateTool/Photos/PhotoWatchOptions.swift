import LocationKit

/// The options of `locate photos watch`, decoded.
struct PhotoWatchOptions {
    /// The folders and files.
    var photos: PhotoSelection
    /// Whether photos get the names of their places.
    var tags: Bool
    /// Who is asked on the web; `nil`: nobody.
    var web: WebOptions?
    /// The languages of the names; `nil`: the environment decides.
    var languages: [LanguageTag]?
    /// The user's own names of places; `nil`: none.
    var corrections: CorrectionOptions?
    /// The form of the output.
    var form: RecordForm
    /// Whether neither progress nor hints are wanted.
    var quiet: Bool

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the argument and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        photos = try PhotoSelection(arguments, for: .photosWatch)
        tags = arguments.flag("tag")
        languages = try arguments.languages("language")
        let given = ["language", "provider", "timeout"] + WebOptions.names + CorrectionOptions.names
        if !tags, let name = given.first(where: { arguments.isGiven($0) }) {
            throw .usage("--\(name) is for --tag; give that too")
        }
        let provider: ReverseOptions.Provider = try arguments.choice("provider") ?? .auto
        web = try WebOptions(WebOptions.Service(rawValue: provider.rawValue), arguments)
        corrections = try CorrectionOptions(arguments)
        form = try arguments.recordForm(TableFormat.self, keys: PhotoEvent.keys, of: .photosWatch)
        quiet = arguments.flag("quiet")
    }
}
