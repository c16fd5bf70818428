import FoundationEssentials
import Glibc
package import LKCommandLine
import LKLifetime
import LKPhotoInput
import LKPhotos
import LKPlanning
import LKTagging

extension CommandDescription {
    /// `locate photos undo`: back to what was.
    package static let photosUndo = CommandDescription(
        path: ["photos", "undo"],
        summary:
            "restore photos byte for byte to what they were before geotag, place, tag or strip, and move sorted "
            + "ones back",
        usage: ["FOLDER|FILE... [--all] [options]", "FOLDER... --forget"],
        discussion: undoDiscussion,
        arguments: photoArguments,
        options: UndoOptions.all,
        appendices: [taggingKeywords],
        examples: [
            .init("undo the last run", "locate photos undo Pictures"),
            .init("undo all runs", "locate photos undo Pictures --all"),
            .init("list all runs that can be undone", "locate photos undo Pictures --all --dry-run"),
            .init("delete what undo needs, before a folder is shared", "locate photos undo ToShare --forget"),
        ],
        action: CommandAction(sample: ["/"], UndoOptions.init, run: UndoCommand.run)
    )

    private static let undoDiscussion: [String] = [
        "Undoes the newest run that changed photos in the folders or their subfolders, or all runs. Modification "
            + "times are restored too, and sidecars that were created are removed. For a single file it undoes the "
            + "newest run that changed its photo, whatever happened to others since: its companions and sidecars are "
            + "restored with it. You can interrupt undo and run it again. The old bytes are in .locationkit-undo in "
            + "each folder, which is removed once everything is undone. Photos elsewhere, to which symbolic links lead, "
            + "are undone in their own folder, which is named.",
        "What locate photos sort has moved goes back to its old path, whatever its content is by now; if another "
            + "file has that path, it stays and is named. Name the folder into which photos were sorted, or a photo "
            + "there. Copies are removed if they are unchanged, and folders that were created are removed once they are "
            + "empty.",
        "Only what you have written yourself, on this computer and in that folder, counts everywhere. A journal of "
            + "another computer, of an earlier version or of the sender of the folder is named, and restores photos only "
            + "within the folders you name; to move photos back to where they were, name that folder as well: locate "
            + "photos undo Sorted Card. A journal of another user, or one that others can write to, is left alone.",
        "Standard error names each run with its time in UTC. --dry-run names the runs that would be undone, the newest first, and "
            + "restores nothing; it takes folders only.",
        "A photo that another program has changed since is left as it is and named on standard error, the others "
            + "are undone, and the exit status is 1. Its run stays the newest; --all continues with earlier runs of the "
            + "other photos. If a journal cannot be read, or another run has locked it, nothing is undone without "
            + "--all, because it may contain the newest run, and the exit status is 73.",
        "--forget deletes .locationkit-undo in the folders and their subfolders, which contains the positions that photos "
            + "had. All photos stay as they are, and nothing there can be undone any more.",
        objectLines + " The action of a file that is restored is written.",
    ]
}

/// `locate photos undo`: makes photos what they were.
struct UndoCommand {
    static let name = "photos undo"
    private static let verb = "restored"

    private enum Item: Sendable {
        case outcome(PhotoOutcome)
        case end
    }

    private let options: UndoOptions
    private let printer: RecordPrinter<TaggingReport>
    private let progress: Progress
    private var restored = RestoredPhotos()
    /// Number of changes undone or attempted.
    private var done = 0
    /// The real folders of single files, and how they were given.
    private var givenFolders: [String: String] = [:]
    /// The former paths, as given, of photos that were moved back.
    private var left: Set<String> = []

    static func run(_ options: UndoOptions, output: Output) throws(ToolError) -> ExitCode {
        guard !options.forgets else { return try UndoData.forget(options) }
        var command = UndoCommand(options, output)
        return options.tagging.isDryRun ? try command.list() : try command.run()
    }

    private init(_ options: UndoOptions, _ output: Output) {
        self.options = options
        printer = RecordPrinter(options.tagging.form, output: output)
        progress = Progress(isWanted: !options.tagging.quiet)
    }

    /// Lists the runs that would be undone.
    private mutating func list() throws(ToolError) -> ExitCode {
        let undo = try begin()
        for journal in undo.foreign { tell(of: journal) }
        for run in undo.runs { try printer.output.writeLine("would undo \(Self.text(run))") }
        if undo.runs.isEmpty {
            tell("there is nothing to undo in \(options.photos.names)")
            tellOfSorted()
        }
        return .success
    }

    /// Returns a run in words: `the run of 2026-11-21T06:30:00Z (12 files)`.
    static func text(_ run: TaggingJournal.Run) -> String {
        let time =
            Timestamp.text(Int(run.began.timeIntervalSince1970), separator: "T").map { $0 + "Z" } ?? "unknown time"
        return "the run of \(time) (\(run.count) \(run.count == 1 ? "file" : "files"))"
    }

    private mutating func run() throws(ToolError) -> ExitCode {
        let watch = try? StopWatch(gracePeriod: LibrarySession.writingGracePeriod) { _ in }
        defer { watch?.cancel() }
        progress.say("looking for what can be undone")
        defer { progress.finish() }
        let undo = try begin()
        for journal in undo.foreign { tell(of: journal) }
        progress.update(0, of: undo.count, "changes")
        let mailbox = Mailbox<Item>()
        Task.detached {
            await undo.run { outcome in mailbox.send(.outcome(outcome), urgent: true) }
            mailbox.send(.end, urgent: true)
        }
        try follow(mailbox, count: undo.count)
        try printer.finish()
        try printer.output.flush()
        // Undoing ends as soon as the signal has come, which may be before handlers are told.
        if watch != nil, let cause = TaskCompletion.shared.cause {
            if done < undo.count {
                tell("stopped after \(done) of \(undo.count) changes; run the same command again to continue")
            }
            throw ToolError(ExitCode(cause), "")
        }
        let missing = options.photos.filePaths.filter { file in
            let given = options.photos.shown(file.path)
            return access(file.path, F_OK) != 0 && !restored.contains(given) && !left.contains(given)
        }
        var tally = TaggingTally()
        for photo in restored.photos { tally.count(photo) }
        if tally.count == 0 {
            if undo.count > 0 {
                tell("another run has undone the \(undo.count) changes in \(options.photos.names) meanwhile")
            } else if missing.count < options.photos.count {
                tell("there is nothing to undo in \(options.photos.names)")
            }
            tellOfSorted()
        } else {
            tell(tally.summary(verb: Self.verb))
            if tally.failed == 0 { for run in undo.runs { tell("undid \(Self.text(run))") } }
            tellOfRest(Waiting.wait { await undo.remainingRuns() }, hasFailed: tally.failed > 0)
            // What was moved away since cannot be restored here.
            if tally.failed > 0 { tellOfSorted() }
        }
        tellOfLinks()
        for file in missing {
            Messages.note("the file \(file.given) does not exist and has nothing to undo", command: Self.name)
        }
        if !missing.isEmpty { return .noInput }
        return tally.failed > 0 ? .partialFailure : .success
    }

    private mutating func begin() throws(ToolError) -> PreparedUndo {
        let (folders, extent, run) = (options.photos.folderPaths.map(\.given), options.extent, options.tagging.run)
        let photos = photos()
        do throws(TaggingError) {
            return try Waiting.attempt { () async throws(TaggingError) in
                try await TaggingJournal.prepareUndo(extent, in: folders, photos: photos, options: run)
            }
        } catch {
            if let folder = options.photos.folderPaths.first(where: { access($0.path, F_OK) != 0 && errno == ENOENT }) {
                throw ToolError(.noInput, PhotosError.missingFolder(folder.given).message)
            }
            // A journal that cannot be read is treated like a locked one.
            let isFolder = error.code == .unreadable && folders.contains(error.path)
            throw isFolder ? ToolError(error) : ToolError(.cannotCreate, error.message)
        }
    }

    /// Returns the files of the photos that were named, and those that belong to them by the same rules as in folders.
    private mutating func photos() -> [[String]] {
        let folder = PhotoFolder(folders: [], files: options.photos.fileURLs, options: PhotoFolder.Options())
        let photos = Waiting.wait { await folder.filesOfPhotos() }
        for path in photos.joined() {
            let folder = path[..<(path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex)]
            guard let real = FoldersElsewhere.resolved(folder.isEmpty ? "/" : String(folder)) else { continue }
            let given = options.photos.shown(path)
            givenFolders[real == "/" ? real : real + "/"] =
                given.utf8.lastIndex(of: UInt8(ascii: "/"))
                .map { String(given[...$0]) } ?? ""
        }
        return photos
    }

    /// Returns a path with the photo's folder spelled as it was given.
    private func shown(_ path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")),
            let given = givenFolders[String(path[...slash])]
        else { return options.photos.shown(path) }
        return given + path[path.utf8.index(after: slash)...]
    }

    /// Prints the outcomes until everything is undone.
    private mutating func follow(_ mailbox: Mailbox<Item>, count: Int) throws(ToolError) {
        defer { progress.clear() }
        while true {
            let items = mailbox.receive(until: nil)
            progress.clear()
            for item in items {
                guard case .outcome(let outcome) = item else { return }
                try show(outcome)
            }
            if done < count { progress.update(done, of: count, "changes") }
        }
    }

    private mutating func show(_ outcome: PhotoOutcome) throws(ToolError) {
        var report = TaggingReport(path: shown(outcome.path), action: .written)
        var action = RestoredPhotos.Action.restored
        switch outcome.action {
        case .written, .restored:
            if let former = outcome.formerPath {
                left.insert(shown(former))
                report.reason = "it was \(shown(former))"
            } else if access(outcome.path, F_OK) != 0 {
                report.reason = "it was not there before"
                report.isRemoved = true
            }
        case .unchanged:
            action = .unchanged
            (report.action, report.reason) = (.kept, "it is what it was already")
        case .notBegun: return
        case .failed(let error):
            action = .failed
            report.fail(error.message)
        }
        done += 1
        guard restored.record(action, of: report.path) else { return }
        try report.write(with: printer, command: Self.name, verb: Self.verb)
    }

    /// Reports whether more can be undone.
    ///
    /// - Parameters:
    ///   - runs: The runs that are left in the folders.
    ///   - hasFailed: Whether a photo could not be restored.
    private func tellOfRest(_ runs: [TaggingJournal.Run], hasFailed: Bool) {
        guard !runs.isEmpty else { return }
        if hasFailed {
            // It stays the newest as long as one of its photos is not what it was.
            if runs.count > 1, options.extent != .all {
                tell("a run stays the newest while photos of it have failed; --all undoes earlier runs of the others")
            }
            return
        }
        // A run may have changed photos in several of the folders.
        let count = options.photos.folderPaths.count > 1 ? "" : runs.count == 1 ? "1 " : "\(runs.count) "
        tell("\(count)earlier \(runs.count == 1 ? "run" : "runs") can be undone as well, with --all")
    }

    /// Reports the folders into which photos of the folders were sorted, which no file in them shows.
    private func tellOfSorted() {
        let folder = PhotoFolder(
            folders: options.photos.folderURLs, files: options.photos.fileURLs, options: PhotoFolder.Options())
        let places = Waiting.wait { await folder.sortedElsewhere() }
        for place in places { tell(Self.text(place)) }
    }

    /// Returns where photos were sorted, and how to move them back.
    static func text(_ place: SortedElsewhere) -> String {
        let command = "locate photos undo \(ShellText.quoted(place.folder))"
        if place.busy != nil {
            return
                "photos may have been sorted into \(place.folder), where another run changes photos now; when it has ended, they "
                + "are moved back with \(command)"
        }
        let moved = "photos were sorted into \(place.folder); they are moved back with \(command)"
        return place.hasNewerRuns ? moved + ", which undoes newer runs there first, one each time" : moved
    }

    /// Reports the folders behind symbolic links, since photos there are undone by naming these folders.
    private func tellOfLinks() {
        let folders = options.photos.folderPaths.map(\.path)
        let linked = Waiting.wait {
            var linked: Set<String> = []
            for folder in folders { linked.formUnion((try? await TaggingJournal.linkedFolders(from: folder)) ?? []) }
            return linked.sorted()
        }
        for place in linked {
            tell("links lead to photos in \(place); what was changed there is undone with locate photos undo \(place)")
        }
    }

    /// Reports that a journal is not the user's own, and what follows from that.
    private func tell(of journal: TaggingJournal.ForeignJournal) {
        let consequence =
            journal.isUndoable
            ? "only what is within the folders that you name is undone"
            : "nothing of it is used; \(journal.advice)"
        progress.clear()
        Messages.note("\(journal.path) \(journal.reason): \(consequence)", command: Self.name, as: .warning)
    }

    private func tell(_ sentence: String) {
        if !options.tagging.quiet { Messages.note(sentence, command: Self.name) }
    }
}

/// The options of `locate photos undo`, decoded.
struct UndoOptions {
    /// The folders and files of photos.
    var photos: PhotoSelection
    /// The runs to undo.
    var extent: TaggingJournal.Extent
    /// Whether the journals are removed, and nothing is undone.
    var forgets: Bool
    /// How files are written, and what is printed.
    var tagging: TaggingOptions

    static let allRuns = Flag("all", "undo all runs, not only the newest")
    static let dryRun = Flag("dry-run", "name the runs that would be undone, and restore nothing")
    static let forget = Flag(
        "forget", "delete the undo data of the folders and their subfolders, and restore nothing")

    static let all: [any OptionDeclaration] =
        [allRuns, dryRun, forget, TaggingOptions.jobs] + TaggingOptions.printing + PathList.options

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the argument and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        photos = try PhotoSelection(arguments, for: .photosUndo)
        extent = arguments[Self.allRuns] ? .all : .newestRun
        tagging = try TaggingOptions(
            arguments, for: .photosUndo, dryRun: Self.dryRun, keepTime: nil, sidecar: nil)
        forgets = arguments[Self.forget]
        guard !forgets || !arguments[Self.allRuns] && !tagging.isDryRun else {
            throw .usage("--forget undoes nothing; give it without --all and --dry-run")
        }
        if forgets, let file = photos.filePaths.first?.given {
            throw .usage(
                "--forget is for folders, since .locationkit-undo belongs to all photos of one; name that of \(file)")
        }
        guard !tagging.isDryRun || photos.filePaths.isEmpty else {
            throw .usage("--dry-run names the runs of folders; name the photo's folder")
        }
        guard !tagging.isDryRun || tagging.form == .text else {
            throw .usage("--dry-run names runs, not photos, and only prints text")
        }
    }
}
