import TrackFormats

/// The options of `locate track export`, decoded.
struct TrackExportOptions {
    /// The track log, or a file of tracks in any format.
    var path: String
    /// The form of the output.
    var format: TrackFormat
    /// The file to write; `nil`: standard output.
    var output: String?
    /// Whether a damaged file gives what is whole.
    var salvages: Bool
    /// Whether CSV is for a spreadsheet.
    var isForSpreadsheets: Bool

    /// Decodes a command line; the format may be told by the name of the output.
    ///
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        guard arguments.positionals.count == 1, let path = arguments.positionals.first, !path.isEmpty else {
            throw .usage("needs the file to export: locate track export FILE --format gpx")
        }
        self.path = path
        output = try arguments.path("output")
        salvages = arguments.flag("salvage")
        isForSpreadsheets = arguments.flag(OptionDescription.csvSafe.name)
        let named = output.flatMap { name -> TrackFormat? in
            guard let dot = name.lastIndex(of: ".") else { return nil }
            return TrackFormat(fileExtension: String(name[name.index(after: dot)...]))
        }
        guard let format = try arguments.choice("format") ?? named else {
            let words = TrackFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw .usage("needs --format, one of \(words), or -o FILE with such an ending")
        }
        self.format = format
    }
}
