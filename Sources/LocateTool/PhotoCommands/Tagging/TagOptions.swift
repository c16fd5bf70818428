import LocationKit

/// The options of `locate photos tag`, decoded.
struct TagOptions {
    /// What happens to photos that have names of places.
    enum Policy: String, CaseIterable { case keep, replace }

    /// The folders and files.
    var photos: PhotoSelection
    /// Who is asked on the web; `nil`: nobody.
    var web: WebOptions?
    /// `nil`: the environment decides.
    var languages: [LanguageTag]?
    /// The user's own names of places; `nil`: none.
    var corrections: CorrectionOptions?
    /// Which names are written.
    var configuration = PlaceTagger.Configuration()
    /// How they are written.
    var tagging: TaggingOptions

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        photos = try PhotoSelection(arguments, for: .photosTag)
        web = try WebOptions(arguments)
        languages = try arguments.languages("language")
        corrections = try CorrectionOptions(arguments)
        configuration.languages = languages ?? LanguageTag.preferred(environment: Environment.values)
        configuration.replaces = try arguments.choice("policy", Policy.self) == .replace
        configuration.addsKeywords = arguments.flag("keywords")
        tagging = try TaggingOptions(arguments, for: .photosTag)
    }
}
