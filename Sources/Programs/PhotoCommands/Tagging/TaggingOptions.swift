import LKCommandLine
import LKPhotoInput
import LKPlanning
import LKTagging

/// The options shared by the commands that write photos, decoded.
struct TaggingOptions {
    /// How files are written.
    var run = TaggingRun.Options()
    /// When sidecars are written.
    var sidecars = PhotoTagger.SidecarUse.whereNeeded
    /// Whether to print the plan without writing anything.
    var isDryRun = false
    /// The output format.
    var form = OutputFormat.text
    /// Whether to suppress progress and summary.
    var quiet = false

    static let dryRun = Flag(
        "dry-run", "print what would be done, and write nothing, not even to recover from an interrupted run")
    static let jobs = Option(
        "jobs", .count(from: 1, expected: "a number of photos that are written at the same time, such as 4"),
        "write N photos at the same time (default: the number of processors)"
    ).settable()
    static let keepTime = Flag(
        "keep-time", "keep the files' modification times (default: change them, so that backups notice)"
    ).settable()
    static let sidecar = Flag("sidecar", "write only sidecars, never photos").settable()
    static let quiet = Flag.quiet("progress and the summary")

    /// The options of all commands that write into photos about what is written.
    static let writing: [any OptionDeclaration] = [dryRun, jobs, keepTime]
    /// The options about what is printed.
    static let printing: [any OptionDeclaration] = FormOptions.tables.all + [quiet]

    /// Decodes a command line.
    ///
    /// - Parameters:
    ///   - arguments: The command line.
    ///   - command: The command.
    ///   - dryRun: Its `--dry-run`.
    ///   - keepTime: Its `--keep-time`; `nil` if it has none.
    ///   - sidecar: Its `--sidecar`; `nil` if it has none.
    /// - Throws: A usage error that names the option, its value and what is expected.
    init(
        _ arguments: ParsedArguments, for command: CommandDescription, dryRun: Flag = TaggingOptions.dryRun,
        keepTime: Flag? = TaggingOptions.keepTime, sidecar: Flag? = TaggingOptions.sidecar
    ) throws(ToolError) {
        run.jobs = min(try arguments[Self.jobs] ?? run.jobs, 64)
        if let keepTime { run.keepsModificationTime = arguments[keepTime] }
        if let sidecar, arguments[sidecar] { sidecars = .always }
        isDryRun = arguments[dryRun]
        form = try arguments.outputFormat(for: .tables, keys: TaggingReport.table.templateKeys, of: command)
        quiet = arguments[Self.quiet]
    }
}

extension CommandDescription {
    static let taggingKeywords = Appendix.keywords(TaggingReport.table.listedKeys)

    static let objectLines =
        "JSON is one object per line with the keys listed below, each only if known."

    static let writingSafety =
        "Each photo is written to a new file, which is compared with the old one, image data included, and made "
        + "durable before it replaces it. The old bytes are kept in .locationkit-undo beside the photos, a few "
        + "kilobytes per photo, for locate photos undo. After an interruption, run the same command again to "
        + "continue. A photo that cannot be written stays as it is and is named on standard error, the others are "
        + "processed, and the exit status is 1."
}

/// Cleans up after an interrupted run before planning, and reports the photos moved back.
struct Recovery {
    /// The command named in messages.
    let command: String
    /// Whether to suppress reports of success.
    let isQuiet: Bool
    /// The undo of a command that moves files, if it needs the folders of these as well: said also if reports are suppressed.
    var undo: String?

    /// Recovers from interrupted runs in the folders of a selection.
    ///
    /// - Throws: ``ExitCode/cannotCreate`` while another run changes photos there, and errors of the clean-up.
    func recover(_ photos: PhotoSelection) throws(ToolError) {
        if let problem = TaggingJournal.authenticationProblem {
            if let undo {
                Messages.note(
                    "undo will only move photos back into folders that you name then, so use \(undo): \(problem)",
                    command: command, as: .warning)
            } else if !isQuiet {
                Messages.note(
                    "undo will only restore photos within the folders that you name then: \(problem)",
                    command: command, as: .warning)
            }
        }
        for path in photos.folderPaths { try recover(below: path.path) }
        for path in photos.parents { try recover(path, includingSubfolders: false) }
    }

    /// Recovers from interrupted runs below a folder that need not exist.
    ///
    /// - Throws: As ``recover(_:)``.
    func recover(below folder: String) throws(ToolError) { try recover(folder, includingSubfolders: true) }

    private func recover(_ folder: String, includingSubfolders: Bool) throws(ToolError) {
        do throws(TaggingError) {
            let recovery = try Waiting.attempt { () async throws(TaggingError) in
                try await TaggingJournal.recover(in: folder, includingSubfolders: includingSubfolders)
            }
            if isQuiet { return }
            for photo in recovery.putBack { Messages.note(Self.text(photo), command: command) }
            for journal in recovery.foreign { Messages.note(Self.text(journal, in: folder), command: command) }
        } catch {
            // A missing folder is reported when the library reads it; a journal that cannot be read is not.
            if error.code != .unreadable || error.path != folder { throw ToolError(error) }
        }
    }

    /// Returns the message about a journal that is left alone.
    static func text(_ journal: TaggingJournal.ForeignJournal, in folder: String) -> String {
        let advice =
            journal.isUndoable
            ? "to undo what it says within the folder: locate photos undo \(ShellText.quoted(folder)); else remove it"
            : journal.advice
        return "\(journal.path) \(journal.reason), and is left alone; \(advice)"
    }

    private static func text(_ photo: TaggingJournal.PutBack) -> String {
        switch photo.cause {
        case .change: "\(photo.path): an interrupted run had begun to change it; it is what it was"
        case .move: "\(photo.path): an interrupted run had begun to move it; it is where it was"
        case .copy: "\(photo.path): an interrupted run had begun to copy it; the unfinished copy is removed"
        }
    }
}
