import LocationKit

/// What the commands that write into photos have in common, decoded.
struct TaggingOptions {
    /// How files are written.
    var run = TaggingRun.Options()
    /// When sidecars are written.
    var sidecars = PhotoTagger.SidecarUse.whereNeeded
    /// Whether nothing is written, and what would be is printed.
    var isDryRun = false
    /// The form of the output.
    var form = RecordForm.text
    /// Whether neither progress nor a summary is wanted.
    var quiet = false

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the option, its value and what is expected.
    init(_ arguments: ParsedArguments, for command: CommandDescription) throws(ToolError) {
        let jobs = "a number of photos that are written at the same time, such as 4"
        run.jobs = min(try arguments.count("jobs", minimum: 1, expected: jobs) ?? run.jobs, 64)
        run.keepsModificationTime = arguments.flag("keep-time")
        sidecars = arguments.flag("sidecar") ? .always : .whereNeeded
        isDryRun = arguments.flag("dry-run")
        form = try arguments.recordForm(TableFormat.self, keys: TaggingReport.keys, of: command)
        quiet = arguments.flag("quiet")
    }
}
