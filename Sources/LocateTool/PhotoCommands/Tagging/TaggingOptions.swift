import LocationKit

extension CommandDescription {
    /// The options of all commands that write into photos, in two parts: what is written, and what is printed.
    static let writingOptions: [OptionDescription] = [
        .flag(
            "dry-run",
            "print what would be done, and write nothing; what an interrupted run has left stays there as well"),
        jobsOption,
        .flag("keep-time", "keep the files' time of modification (default: backups see the change)").settable(),
    ]

    static let jobsOption = OptionDescription.option(
        "jobs", "N", "write N photos at the same time (default: as many as there are processors)"
    ).settable()

    static let sidecarOption = OptionDescription.flag("sidecar", "write sidecars only, and never a photo").settable()

    static let printingOptions: [OptionDescription] =
        OptionDescription.forms(for: .tables) + [
            .flag("quiet", "print neither progress nor a summary on standard error; errors still are").settable()
        ]

    static let taggingKeywords = Appendix.keywords(TaggingReport.keys)

    static let objectLines =
        "JSON is one object a line, with the keys that are listed below, each only when known."

    static let writingSafety =
        "A photo is written to a new file, which is compared with the old one, picture and all, and made durable before it "
        + "takes that one's place. What was there before is kept in .locationkit-undo beside the photos, a few kilobytes for "
        + "each, for locate photos undo. After an interruption the same command continues. A photo that cannot be "
        + "written is left as it is and named on standard error, the rest go on, and the exit status is 1."
}

/// What the commands that write into photos have in common, decoded.
struct TaggingOptions {
    /// How files are written.
    var run = TaggingRun.Options()
    /// When sidecars are written.
    var sidecars = PhotoTagger.SidecarUse.whereNeeded
    /// Whether nothing is written, and what would be is printed.
    var isDryRun = false
    /// The form of the output.
    var form = OutputFormat.text
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
        form = try arguments.outputFormat(for: .tables, keys: TaggingReport.keys, of: command)
        quiet = arguments.flag("quiet")
    }
}
