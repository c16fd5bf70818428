import Glibc
import LKPhotos
import LKTagging
import LKThreads

/// Writes photos in the order they are planned and prints their outcomes, with progress on a terminal.
///
/// Photos are written in batches, which are made durable together; memory does not grow with their number.
final class TaggingBatches {
    /// Maximum number of photos in a batch.
    private static let count = 1024
    /// Maximum size of a batch in bytes: a terminal shows progress after each.
    private static let size = 64 << 20
    /// Maximum age of a batch.
    private static let maximumAge = Duration.seconds(1)

    private struct Pending {
        var report: TaggingReport
        var edits: [PhotoEdit]
    }

    private let tagger: PhotoTagger
    private let options: TaggingOptions
    private let session: LibrarySession
    private let photos: PhotoSelection
    private let printer: RecordPrinter
    private let command: String
    private var total: Int
    private let progress: Progress
    private var pending: [Pending] = []
    private var editCount = 0
    private var editSize = 0
    private var lastWrite = MonotonicInstant.now
    private(set) var tally = TaggingTally()
    /// Other folders in which photos were written through symbolic links.
    private(set) var elsewhere: FoldersElsewhere
    /// Whether they are reported.
    var tellsOfElsewhere = true
    /// The reason given for photos that need no change.
    var keptReason = TaggingReport.saysSo
    /// Whether to search the written files again for remaining positions before reporting success.
    var isRescanned = false

    /// - Parameters:
    ///   - options: How photos are written.
    ///   - session: The session, which handles signals.
    ///   - photos: How paths are shown.
    ///   - command: What messages name.
    ///   - total: How many photos there are.
    ///   - output: Where photos are printed.
    init(
        _ options: TaggingOptions, _ session: LibrarySession, _ photos: PhotoSelection, command: String, total: Int,
        output: Output
    ) {
        tagger = PhotoTagger(options: options.run, sidecars: options.sidecars)
        self.options = options
        self.session = session
        self.photos = photos
        self.command = command
        self.total = total
        printer = RecordPrinter(options.form, keys: TaggingReport.keys, output: output)
        elsewhere = FoldersElsewhere(photos)
        progress = session.progress
        progress.update(0, of: total, "photos")
    }

    /// Adds files that could not be read: a file named by the user fails like a photo, others are reported on standard
    /// error.
    ///
    /// - Returns: The exit status so far.
    /// - Throws: As ``add(_:_:)``.
    func add(_ problems: [PhotosError]) throws(ToolError) -> ExitCode {
        // A photo with a doubtful date or position is written all the same.
        let isFailure = { (problem: PhotosError) in self.photos.isFile(problem.path) && problem.code != .doubtful }
        let failed = problems.filter(isFailure)
        total += failed.count
        for problem in failed {
            try add(TaggingReport(path: photos.shown(problem.path), action: .failed, reason: problem.message))
        }
        _ = session.tell(problems.filter { !isFailure($0) }, of: photos)
        return LibrarySession.code(of: problems, in: photos)
    }

    /// Adds a photo: its report is final, or follows from the edits of its files.
    ///
    /// - Throws: The signal's exit status, and output errors.
    func add(_ report: TaggingReport, _ edits: [PhotoEdit] = []) throws(ToolError) {
        pending.append(Pending(report: report, edits: edits))
        editCount += edits.count
        editSize += edits.reduce(0) { $0 + Int(clamping: $1.expected?.size ?? 0) }
        if editCount >= TaggingRun.batchCount || editSize >= Self.size || pending.count >= Self.count
            || MonotonicInstant.now - lastWrite >= Self.maximumAge
        {
            try write()
        }
    }

    /// Writes and prints the remaining photos, and prints the summary.
    ///
    /// - Throws: The signal's exit status, and output errors.
    func finish() throws(ToolError) {
        try write()
        Waiting.wait { [tagger] in await tagger.finish() }
        progress.clear()
        try printer.finish()
        try printer.output.flush()
        if !options.quiet { Messages.note(tally.summary(isDryRun: options.isDryRun), command: command) }
        tellOfElsewhere()
    }

    /// Explains once in which other folders undo has to be called.
    private func tellOfElsewhere() {
        if options.isDryRun {
            if !options.quiet { elsewhere.tell("would be changed too", command: command) }
            return
        }
        guard tellsOfElsewhere, !options.quiet else { return }
        for place in elsewhere.paths {
            Messages.note(
                "links led to photos in \(place); what was written there is undone with locate photos undo "
                    + ShellText.quoted(place), command: command)
        }
    }

    private func write() throws(ToolError) {
        let edits = pending.flatMap(\.edits)
        let (tagger, isDryRun) = (tagger, options.isDryRun)
        var results =
            edits.isEmpty
            ? [] : Waiting.wait { isDryRun ? await tagger.preview(edits) : await tagger.write(edits) }
        for photo in results where photo.action == .written {
            for path in [photo.path] + photo.sidecars { elsewhere.add(path) }
        }
        if isRescanned, !isDryRun {
            let written = results
            results = Waiting.wait { await tagger.rechecked(written, removing: edits) }
        }
        var rest = results[...]
        progress.clear()
        for var photo in pending.removingAll() {
            let files = rest.prefix(photo.edits.count)
            rest = rest.dropFirst(photo.edits.count)
            if let outcome = PhotoOutcome(of: files) {
                guard photo.report.apply(outcome, keptFor: keptReason, shown: photos.shown) else { continue }
            }
            try show(photo.report)
        }
        (editCount, editSize) = (0, 0)
        lastWrite = .now
        do throws(ToolError) { try session.check() } catch {
            try printer.finish()
            try printer.output.flush()
            if !options.quiet { Messages.note(tally.interruption(of: total), command: command) }
            tellOfElsewhere()
            throw error
        }
        if tally.count < total { progress.update(tally.count, of: total, "photos") }
    }

    private func show(_ report: TaggingReport) throws(ToolError) {
        tally.count(report)
        var report = report
        report.isDryRun = options.isDryRun
        let verb = options.isDryRun ? TaggingTally.dryRunVerb : TaggingReport.Action.written.rawValue
        try report.write(with: printer, command: command, verb: verb)
    }
}

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

extension CommandDescription {
    /// The options of all commands that write into photos, in two parts: what is written, and what is printed.
    static let writingOptions: [OptionDescription] = [
        .flag(
            "dry-run",
            "print what would be done, and write nothing, not even to recover from an interrupted run"),
        jobsOption,
        .flag("keep-time", "keep the files' modification times (default: change them, so that backups notice)")
            .settable(),
    ]

    static let jobsOption = OptionDescription.option(
        "jobs", "N", "write N photos at the same time (default: the number of processors)"
    ).settable()

    static let sidecarOption = OptionDescription.flag("sidecar", "write only sidecars, never photos").settable()

    static let printingOptions: [OptionDescription] =
        OptionDescription.forms(for: .tables) + [
            .flag("quiet", "suppress progress and the summary on standard error, but not errors").settable()
        ]

    static let taggingKeywords = Appendix.keywords(TaggingReport.keys)

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

    /// - Throws: ``ExitCode/cannotCreate`` while another run changes photos there, and errors of the clean-up.
    func recover(_ photos: PhotoSelection) throws(ToolError) {
        if !isQuiet, let problem = TaggingJournal.authenticationProblem {
            Messages.note(
                "undo will only restore photos within the folders that you name then: \(problem)", command: command,
                as: .warning
            )
        }
        for path in photos.folderPaths { try recover(below: path.path) }
        for path in photos.parents { try recover(path, includingSubfolders: false) }
    }

    /// Does the same for a folder that need not exist.
    ///
    /// - Throws: As ``recover(_:)``.
    func recover(below folder: String) throws(ToolError) { try recover(folder, includingSubfolders: true) }

    private func recover(_ folder: String, includingSubfolders: Bool) throws(ToolError) {
        let result = Waiting.wait { () -> Result<TaggingJournal.Recovery, TaggingError> in
            do throws(TaggingError) {
                return .success(
                    try await TaggingJournal.recover(in: folder, includingSubfolders: includingSubfolders))
            } catch {
                return .failure(error)
            }
        }
        do throws(TaggingError) {
            let recovery = try result.get()
            if isQuiet { return }
            for photo in recovery.putBack { Messages.note(Self.text(photo), command: command) }
            for journal in recovery.foreign { Messages.note(Self.text(journal, in: folder), command: command) }
        } catch {
            // A missing folder is reported when the library reads it.
            if error.code != .unreadable { throw ToolError(error) }
        }
    }

    /// What is said of a journal that is left alone.
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
