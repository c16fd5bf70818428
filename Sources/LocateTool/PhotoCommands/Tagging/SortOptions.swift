import LocationKit

/// The options of `locate photos sort`, decoded.
struct SortOptions {
    /// The folders and files of photos.
    var photos: PhotoSelection
    /// The folder in which the pattern's folders are, as it was given.
    var destination: String
    /// The same as an absolute path.
    var destinationPath: String
    /// What folders and names are made of.
    var pattern: SortPattern
    /// Whether photos stay where they are.
    var copies: Bool
    /// The languages of names of places; `nil`: the environment decides.
    var languages: [LanguageTag]?
    /// The user's own names of places; `nil`: none.
    var corrections: CorrectionOptions?
    /// Whether nothing is moved, and what would be is printed.
    var isDryRun: Bool
    /// The form of the output.
    var form: OutputFormat
    /// Whether neither progress nor a summary is wanted.
    var quiet: Bool

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        photos = try PhotoSelection(arguments, for: .photosSort)
        guard let folder = try arguments.path("into") else {
            throw .usage("needs a folder for the sorted photos: --into DIR")
        }
        guard let text = arguments.string("by") else {
            throw .usage("needs a pattern: --by \"%country/%city/%Y-%m\"")
        }
        destination = folder
        destinationPath = PhotoSelection.absolute(folder)
        do throws(TaggingError) { pattern = try SortPattern(text) } catch {
            throw .usage("--by: \(error.message)")
        }
        copies = arguments.flag("copy")
        languages = try arguments.languages("language")
        corrections = try CorrectionOptions(arguments)
        isDryRun = arguments.flag("dry-run")
        form = try arguments.outputFormat(for: .tables, keys: SortReport.keys, of: .photosSort)
        quiet = arguments.flag("quiet")
    }

    /// A path in the folder for sorted photos, as that was given.
    func shown(_ path: String) -> String {
        let real = FoldersElsewhere.resolved(destinationPath) ?? destinationPath
        for root in [real, destinationPath] where path.hasPrefix(root == "/" ? root : root + "/") {
            let rest = path.dropFirst(root == "/" ? 0 : root.count)
            return (destination.hasSuffix("/") ? String(destination.dropLast()) : destination) + rest
        }
        return path
    }
}
