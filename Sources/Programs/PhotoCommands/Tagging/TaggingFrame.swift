import LKCommandLine
import LKPhotoInput
import LKPhotos
import LKTagging

/// What the commands that change photos begin with: they watch for signals, clean up after an interrupted run, and look into the
/// folders.
final class FolderSession {
    /// The photos.
    let folder: PhotoFolder
    /// The session of their library, which handles signals.
    let library: LibrarySession
    private let photos: PhotoSelection
    private let recovery: Recovery?

    /// Creates a session and starts watching for signals.
    ///
    /// - Parameters:
    ///   - photos: The folders and files.
    ///   - options: How photos are found.
    ///   - command: What messages name.
    ///   - quiet: Whether to suppress progress and reports of success.
    ///   - isDryRun: Whether nothing is changed, not even to recover from an interrupted run.
    ///   - undo: The undo of a command that moves files, if it needs their folders as well.
    init(
        _ photos: PhotoSelection, _ options: PhotoFolder.Options, command: String, quiet: Bool, isDryRun: Bool,
        undo: String? = nil
    ) {
        self.photos = photos
        folder = PhotoFolder(folders: photos.folderURLs, files: photos.fileURLs, options: options)
        library = LibrarySession(
            folder.library, command: command, quiet: quiet, gracePeriod: LibrarySession.writingGracePeriod)
        recovery = isDryRun ? nil : Recovery(command: command, isQuiet: quiet, undo: undo)
    }

    /// Cleans up after an interrupted run.
    ///
    /// - Parameter others: The paths of folders that are included, and need not exist.
    /// - Throws: As ``Recovery/recover(_:)``.
    func recover(below others: String...) throws(ToolError) {
        try recovery?.recover(photos)
        for path in others { try recovery?.recover(below: path) }
    }

    /// Looks into the folders.
    ///
    /// - Returns: What was found.
    /// - Throws: As ``LibrarySession/look(watching:)``.
    func look() throws(ToolError) -> PhotoFolder.Contents {
        let report = try library.look(watching: false)
        return PhotoFolder.Contents(assets: library.library.allPhotos.assets, problems: report.problems)
    }

    /// Waits for the catalog.
    func close() { library.finishWriting() }
}

/// The part that all commands share that write into photos: photos are written in the order they are planned, and their outcomes
/// printed, with progress on a terminal.
///
/// Photos are written in batches, which are made durable together; memory does not grow with their number.
final class TaggingFrame {
    /// The photos, and the signals.
    let session: FolderSession
    private let options: TaggingOptions
    private let photos: PhotoSelection
    private let printer: RecordPrinter<TaggingReport>
    private let command: String
    private let writer: PlanWriter
    private var batch: PlanBatch
    /// The reports of the photos in the batch.
    private var pending: [TaggingReport] = []
    private var total = 0
    private var code = ExitCode.success
    private(set) var tally = TaggingTally()
    /// Other folders in which photos were written through symbolic links.
    private(set) var elsewhere: FoldersElsewhere
    /// Whether they are reported.
    var tellsOfElsewhere = true
    /// The reason given for photos that need no change.
    var keptReason = TaggingReport.saysSo

    /// Runs a command: watches for signals, cleans up after an interrupted run, looks into the folders, writes, and waits for the
    /// catalog.
    ///
    /// - Parameters:
    ///   - kind: What is planned.
    ///   - photos: The folders and files, and how their paths are shown.
    ///   - options: How photos are written.
    ///   - command: What messages name.
    ///   - readsNames: Whether photos without a date get the one in their names.
    ///   - output: Where photos are printed.
    ///   - write: Plans and writes what was found.
    /// - Returns: The exit status by what could not be read and what failed.
    /// - Throws: The signal's exit status, and errors of recovering, reading and printing.
    static func run(
        _ kind: PhotoFolder.Plan.Kind, _ photos: PhotoSelection, _ options: TaggingOptions, command: String,
        readsNames: Bool = false, output: Output,
        _ write: (TaggingFrame, PhotoFolder.Contents) throws(ToolError) -> Void
    ) throws(ToolError) -> ExitCode {
        let frame = TaggingFrame(kind, photos, options, command: command, readsNames: readsNames, output: output)
        defer { frame.session.close() }
        try frame.session.recover()
        try write(frame, try frame.session.look())
        return frame.exitCode
    }

    private init(
        _ kind: PhotoFolder.Plan.Kind, _ photos: PhotoSelection, _ options: TaggingOptions, command: String,
        readsNames: Bool, output: Output
    ) {
        var finding = PhotoFolder.Options()
        finding.readsDatesFromNames = readsNames
        finding.run = options.run
        finding.sidecars = options.sidecars
        session = FolderSession(
            photos, finding, command: command, quiet: options.quiet, isDryRun: options.isDryRun)
        self.options = options
        self.photos = photos
        self.command = command
        writer = PlanWriter(kind, finding)
        batch = PlanBatch(kind)
        printer = RecordPrinter(options.form, output: output)
        elsewhere = FoldersElsewhere(photos)
    }

    private var progress: Progress { session.library.progress }

    private var exitCode: ExitCode { tally.failed > 0 && code == .success ? .partialFailure : code }

    /// Begins with the files that could not be read: a file named by the user fails like a photo, others are reported on standard
    /// error.
    ///
    /// - Parameter contents: What was found.
    /// - Throws: As ``add(_:_:)``.
    func begin(_ contents: PhotoFolder.Contents) throws(ToolError) {
        let problems = contents.problems
        total = contents.assets.count
        progress.update(0, of: total, "photos")
        // A photo with a doubtful date or position is written all the same.
        let isFailure = { (problem: PhotosError) in self.photos.isFile(problem.path) && problem.code != .doubtful }
        let failed = problems.filter(isFailure)
        total += failed.count
        for problem in failed {
            try add(
                PhotoFolder.Photo(problem),
                TaggingReport(path: photos.shown(problem.path), action: .failed, reason: problem.message))
        }
        _ = session.library.tell(problems.filter { !isFailure($0) }, of: photos)
        code = LibrarySession.code(of: problems, in: photos)
    }

    /// Plans, writes and prints all photos.
    ///
    /// - Parameters:
    ///   - contents: What was found.
    ///   - planner: Plans each photo.
    ///   - report: Says what is planned.
    /// - Throws: The signal's exit status, and output errors.
    func writeAll(
        _ contents: PhotoFolder.Contents, _ planner: consuming some PhotoPlanner,
        report: (PhotoFolder.Photo) -> TaggingReport
    ) throws(ToolError) {
        for asset in contents.assets {
            let photo = planner.planned(asset)
            try add(photo, report(photo))
        }
        try finish()
    }

    /// Adds a photo: its report is final, or follows from the edits of its files.
    ///
    /// - Throws: The signal's exit status, and output errors.
    func add(_ photo: PhotoFolder.Photo, _ report: TaggingReport) throws(ToolError) {
        pending.append(report)
        if batch.add(photo) { try write() }
    }

    /// Writes and prints the remaining photos, and prints the summary.
    ///
    /// - Throws: The signal's exit status, and output errors.
    func finish() throws(ToolError) {
        try write()
        Waiting.wait { [writer] in await writer.finish() }
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
        let (photos, writer, isDryRun) = (batch.take(), writer, options.isDryRun)
        let outcomes =
            photos.isEmpty
            ? [] : Waiting.wait { isDryRun ? await writer.preview(photos) : await writer.write(photos) }
        for path in outcomes.lazy.flatMap(\.paths) { elsewhere.add(path) }
        progress.clear()
        for (var report, outcome) in zip(pending.removingAll(), outcomes) {
            if let merged = outcome.merged {
                guard report.apply(merged, keptFor: keptReason, shown: self.photos.shown) else { continue }
            }
            try show(report)
        }
        do throws(ToolError) { try session.library.check() } catch {
            try printer.finish()
            try printer.output.flush()
            if !options.quiet { Messages.note(tally.interruption(of: total), command: command) }
            tellOfElsewhere()
            throw error
        }
        if tally.count < total { progress.update(tally.count, of: total, "photos") }
        // The time of writing does not count for the next batch.
        batch.restart()
    }

    private func show(_ report: TaggingReport) throws(ToolError) {
        tally.count(report)
        var report = report
        report.isDryRun = options.isDryRun
        let verb = options.isDryRun ? TaggingTally.dryRunVerb : TaggingReport.Action.written.rawValue
        try report.write(with: printer, command: command, verb: verb)
    }
}
