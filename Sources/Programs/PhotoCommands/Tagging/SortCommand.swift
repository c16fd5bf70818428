import Glibc
package import LKCommandLine
import LKGeocoding
import LKPhotoInput
import LKPhotos
import LKPlanning
import LKSharedOptions
import LKTagging

extension CommandDescription {
    /// `locate photos sort`: folders by time and place.
    package static let photosSort = CommandDescription(
        path: ["photos", "sort"],
        summary: "move photos into folders by when and where they were taken",
        usage: ["FOLDER|FILE... --into DIR --by PATTERN [options]"],
        discussion: sortDiscussion,
        arguments: photoArguments,
        options: SortOptions.all,
        appendices: [
            Appendix(
                title: "Placeholders",
                entries: SortPattern.words.map { (term: "%" + $0.word, meaning: $0.meaning) } + [
                    (term: "%Y %m %d %H ...", meaning: "year, month, day, hour, and more letters of strftime"),
                    (term: "%%", meaning: "a percent sign"),
                ])
        ],
        examples: [
            .init(
                "show where photos would go",
                "locate photos sort Card --into Photos --by '%country/%city/%Y-%m' --dry-run"),
            .init("move them there", "locate photos sort Card --into Photos --by '%country/%city/%Y-%m'"),
            .init(
                "copy a card into one folder per day",
                "locate photos sort /media/card --into Photos --by '%Y/%Y-%m-%d' --copy"),
        ],
        action: CommandAction(sample: ["/", "--into=/", "--by=%Y"], SortOptions.init, run: SortCommand.run)
    )

    private static let sortDiscussion: [String] = [
        "PATTERN names the folders: \"%country/%city/%Y-%m\" makes DIR/Japan/Tokyo/2026-05/IMG_1.JPG. Files keep "
            + "their names, unless the last part of the pattern contains %name: \"%Y/%Y%m%d_%name\". Unknown values "
            + "become Unknown. Slashes, control characters and a leading dot in names become _.",
        "Place names are those in the photo, unless they are far from its position, else those of the built-in world for "
            + "the position. Times are the "
            + "photo's own local time; that of a file which only says when it was copied does not count. The JSON of Google Takeout beside a "
            + "photo provides the date and position that the photo lacks; its time is UTC.",
        "The files of a photo stay together: raw file and JPEG, image and video of a live photo, all files named after "
            + "it, such as sidecars, edits and voice memos (IMG.JPG.xmp, IMG.JPG.pp3, IMG.xmp, IMG.AAE, IMG.WAV), the JSON "
            + "of Google Takeout, the preview of a video (GX010001.THM and GL010001.LRV of GX010001.MP4), and the backup made "
            + "by exiftool (IMG.JPG_original). Other files stay where they "
            + "are, and are counted at the end. Nothing is overwritten: if another photo has the name, all files of a photo get the same number (IMG_1-2.JPG); if "
            + "the same content is already there, the photo stays where it is. All of that, and whether there is enough "
            + "space, is checked before the first file is moved; --dry-run prints it.",
        "Within a file system, files are renamed; to another one they are copied, compared and made durable before "
            + "the originals are removed. locate photos undo DIR moves them back under their old names, also after an "
            + "interruption; for that, each new folder has a .locationkit-undo. A photo that cannot be moved stays "
            + "where it is and is named on standard error, the others are moved, and the exit status is 1. If there is "
            + "not enough space for all, nothing is moved, and the exit status is 73.",
        "Symbolic links are not followed, neither in the folders that are sorted nor below DIR: photos would leave the "
            + "place where undo looks for them. Sort the folder that a link leads to.",
        photoFiles,
        "JSON is one object per line: path, action (moved, copied, kept, skipped or failed), newPath, reason, unknown (placeholders "
            + "without a value), companions; each only when known.",
    ]
}

/// `locate photos sort`: sorts photos into folders by when and where they were taken.
enum SortCommand {
    private static let name = "photos sort"
    /// Number of photos made durable together; signals are handled between batches.
    private static let batchCount = 64

    static func run(_ options: SortOptions, output: Output) throws(ToolError) -> ExitCode {
        // Read before anything is changed, since a corrections file may be invalid. Patterns without places need
        // neither.
        var places: WorldPlaces?
        if options.pattern.usesPlaces {
            let corrections = try options.corrections.read(for: name, quiet: options.quiet)
            places = try ToolGeocoder.positionNames(options.languages, corrections: corrections)
        }
        var finding = PhotoFolder.Options()
        finding.followsLinksToFolders = false
        finding.readsDatesFromNames = options.readsNames
        let folder = FolderSession(
            options.photos, finding, command: name, quiet: options.quiet, isDryRun: options.isDryRun,
            undo: undo(options))
        defer { folder.close() }
        // First moves back what an interrupted run has left incomplete.
        try folder.recover(below: options.destinationPath)
        let found = try folder.look()
        let (assets, session) = (found.assets, folder.library)
        var code = session.tell(found.problems, of: options.photos)
        let sorter = FolderSorter(
            into: options.destinationPath, by: options.pattern, copies: options.copies, naming: places)
        let plan: SortPlan
        do throws(TaggingError) {
            plan = try Waiting.attempt { () async throws(TaggingError) in try await sorter.plan(for: assets) }
        } catch {
            throw ToolError(error)
        }
        if let failure = places?.failure { throw ToolError(failure) }
        try session.check()
        // Looked for before anything is moved.
        let remaining = options.quiet ? nil : RemainingFiles(assets, plan, found.problems, options)
        var tally: [SortReport.Action: Int] = [:]
        try carryOut(plan, zip(assets, plan.photos).map { PhotoFolder.Photo($0, $1) }, options, session, output, &tally)
        try output.flush()
        if !options.quiet {
            tell(plan, tally, options)
            FormerNamesNote.tellFar(
                assets, of: options.photos, at: options.isDryRun ? nil : ShellText.quoted(options.destinationPath),
                naming: places, command: name)
            remaining?.tell(name)
        }
        if let obstacle = plan.obstacle { throw ToolError(.cannotCreate, obstacle.message) }
        if tally[.failed] != nil, code == .success { code = .partialFailure }
        return code
    }

    /// Returns the command that takes a sort back; without a key for journals it only does so within the folders that it names.
    private static func undo(_ options: SortOptions) -> String {
        var folders = [options.destinationPath]
        if TaggingJournal.authenticationProblem != nil {
            folders += options.photos.folderPaths.map(\.path) + options.photos.parents
        }
        return (["locate photos undo"] + folders.map(ShellText.quoted)).joined(separator: " ")
    }

    /// Moves and prints, a batch at a time.
    private static func carryOut(
        _ plan: SortPlan, _ planned: [PhotoFolder.Photo], _ options: SortOptions, _ session: LibrarySession,
        _ output: Output,
        _ tally: inout [SortReport.Action: Int]
    ) throws(ToolError) {
        let writer = PlanWriter(.sorting, PhotoFolder.Options())
        let isReal = !options.isDryRun && plan.obstacle == nil
        let printer = RecordPrinter<SortReport>(options.form, output: output)
        session.progress.update(0, of: plan.photos.count, "photos")
        defer { session.progress.clear() }
        var done = 0
        var isWriteProtected = false
        for start in stride(from: 0, to: plan.photos.count, by: batchCount) {
            let range = start..<min(start + batchCount, plan.photos.count)
            let (photos, batch) = (Array(plan.photos[range]), Array(planned[range]))
            let outcomes = isReal ? Waiting.wait { await writer.write(batch) } : []
            session.progress.clear()
            for (index, photo) in photos.enumerated() {
                var report = SortReport(photo, options, isDryRun: !isReal)
                if isReal {
                    if outcomes[index].action == .notBegun { continue }
                    if let error = outcomes[index].error {
                        report.fail(error.message)
                        if error.errno == EROFS, !options.copies { isWriteProtected = true }
                    }
                }
                tally[report.action, default: 0] += 1
                try report.write(with: printer, command: name)
            }
            do throws(ToolError) { try session.check() } catch {
                Waiting.wait { await writer.finish() }
                session.progress.clear()
                try printer.finish()
                try output.flush()
                let done = tally.values.reduce(0, +)
                if !options.quiet {
                    Messages.note(
                        "stopped after \(done) of \(plan.photos.count) photos and videos; run the same command again to "
                            + "continue, or undo to move them back", command: name)
                }
                throw error
            }
            done += photos.count
            session.progress.update(done, of: plan.photos.count, "photos")
        }
        Waiting.wait { await writer.finish() }
        try printer.finish()
        if isWriteProtected {
            Messages.note("photos of a write-protected disk or card can be copied: give --copy", command: name)
        }
    }

    /// Prints the summary.
    private static func tell(_ plan: SortPlan, _ tally: [SortReport.Action: Int], _ options: SortOptions) {
        let count = tally.values.reduce(0, +)
        let isReal = !options.isDryRun && plan.obstacle == nil
        let parts = SortReport.Action.allCases.compactMap { action in
            tally[action].map { count in
                let isDone = isReal || (action != .moved && action != .copied)
                return isDone ? "\(count) \(action.rawValue)" : "\(SortReport.dryRunWord(action)) \(count)"
            }
        }
        var text = count == 1 ? "1 photo or video" : "\(count) photos and videos"
        if !parts.isEmpty { text += ": " + parts.joined(separator: ", ") }
        if options.isDryRun { text += "; this was a dry run, and nothing was moved" }
        if isReal, tally[.moved] != nil || tally[.copied] != nil {
            text += "; \(undo(options)) takes it back"
        }
        Messages.note(text, command: name)
        let transferred = plan.moved.count { $0.isTransferred && $0.action == .move }
        if transferred > 0 {
            let what =
                transferred == 1
                ? "1 of them goes to another file system: it is copied, and then removed here"
                : "\(transferred) of them go to another file system: each is copied, and then removed here"
            Messages.note(what, command: name)
        }
        if let warning = plan.hardLinkWarning { Messages.note(warning, command: name, as: .warning) }
        var unknown: [(word: String, count: Int)] = []
        for word in Set(plan.moved.flatMap(\.missing)).sorted() {
            unknown.append((word, plan.moved.count { $0.missing.contains(word) }))
        }
        for (word, count) in unknown {
            let photos = count == 1 ? "1 photo" : "\(count) photos"
            Messages.note("\(word) is unknown for \(photos); \(SortPattern.unknown) is used", command: name)
        }
    }
}

/// The options of `locate photos sort`, decoded.
struct SortOptions {
    /// The folders and files of photos.
    var photos: PhotoSelection
    /// The folder that will contain the pattern's folders, as given.
    var destination: String
    /// The absolute path of the destination.
    var destinationPath: String
    /// The pattern of folders and names.
    var pattern: SortPattern
    /// Whether photos are copied instead of moved.
    var copies: Bool
    /// The languages of place names; `nil`: from the environment.
    var languages: [LanguageTag]?
    /// The user's place name corrections; `nil`: none.
    var corrections: CorrectionOptions?
    /// Whether to print the plan without moving anything.
    var isDryRun: Bool
    /// The output format.
    var form: OutputFormat
    /// Whether to suppress progress and summary.
    var quiet: Bool
    /// Whether photos without a date get the one in their names.
    var readsNames: Bool

    static let into = Option(
        "into", .path("DIR", completion: .folders), "the folder in which to create the folders of the pattern")
    static let by = Option(
        "by", ValueKind("PATTERN", decode: folders),
        "pattern of folder names and, optionally, file names, such as %country/%city/%Y-%m")
    static let copy = Flag("copy", "copy photos instead of moving them")
    static let dryRun = Flag("dry-run", "print what would be moved, and move nothing")

    static let all: [any OptionDeclaration] =
        [into, by, copy, PhotoListOptions.language, PhotoSelection.datesFromNames, dryRun] + CorrectionOptions.all
        + TaggingOptions.printing + PathList.options

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        photos = try PhotoSelection(arguments, for: .photosSort)
        guard let folder = try arguments[Self.into] else {
            throw .usage("needs a folder for the sorted photos: --into DIR")
        }
        guard let pattern = try arguments[Self.by] else {
            throw .usage("needs a pattern: --by \"%country/%city/%Y-%m\"")
        }
        destination = folder
        destinationPath = PathText.absolute(folder)
        self.pattern = pattern
        copies = arguments[Self.copy]
        languages = try arguments[PhotoListOptions.language]
        corrections = try CorrectionOptions(arguments)
        isDryRun = arguments[Self.dryRun]
        form = try arguments.outputFormat(for: .tables, keys: SortReport.table.templateKeys, of: .photosSort)
        quiet = arguments[TaggingOptions.quiet]
        readsNames = arguments[PhotoSelection.datesFromNames]
    }

    private static func folders(_ text: String) throws(ValueProblem) -> SortPattern {
        do throws(TaggingError) { return try SortPattern(text) } catch {
            throw ValueProblem(text: error.message, shown: .nothing)
        }
    }

    /// Returns the new path of a photo, with the folder for sorted photos as it was given.
    func shown(_ path: String, of photo: SortedPhoto) -> String {
        for root in [photo.destination, destinationPath]
        where !root.isEmpty && path.hasPrefix(root == "/" ? root : root + "/") {
            let rest = path.dropFirst(root == "/" ? 0 : root.count)
            return (destination.hasSuffix("/") ? String(destination.dropLast()) : destination) + rest
        }
        return path
    }
}

/// The outcome of a photo in a sort, for output.
struct SortReport: OutputRecord {
    /// The words for it.
    enum Action: String, CaseIterable {
        case moved, copied, kept, skipped, failed
    }

    /// The path, relative to the folder or file as given.
    var path: String
    /// The paths of its other files.
    var companions: [String] = []
    var action: Action
    /// Its new path, relative to the destination as given.
    var newPath: String?
    /// Why it was skipped or failed.
    var reason: String?
    /// The placeholders without a value.
    var missing: [String] = []

    /// Whether all this would only be done.
    var isDryRun = false

    /// Creates the report of a photo of a plan, as if it were carried out.
    init(_ photo: SortedPhoto, _ options: SortOptions, isDryRun: Bool = false) {
        self.isDryRun = isDryRun
        path = options.photos.shown(photo.path)
        missing = photo.missing
        companions = photo.files.dropFirst().map { options.photos.shown($0.path) }
        newPath = photo.newPath.map { options.shown($0, of: photo) }
        switch photo.action {
        case .move: action = .moved
        case .copy: action = .copied
        case .keep: (action, reason) = (.kept, "it is in its place already")
        case .skip(let why): (action, reason, newPath) = (.skipped, why, nil)
        case .fail(let error): (action, reason, newPath) = (.failed, error.message, nil)
        }
        if photo.isRenumbered { reason = "the name was taken" }
    }

    /// Turns the report into that of a failure.
    mutating func fail(_ message: String) { (action, reason, newPath) = (.failed, message, nil) }

    /// The fields of what became of a photo.
    static let table = OutputTable<SortReport>([
        .text("path", "path, as the folder or file was given") { $0.path },
        .text("action", "moved, copied, kept, skipped or failed") { $0.action.rawValue },
        .text("newPath", "where it is now, or would be") { $0.newPath },
        .text("reason", "why it stays, why it has another name, or why it failed") { $0.reason },
        .list("unknown", "placeholders without a value") { $0.missing },
        .list("companions", "paths of the files that go with it") { $0.companions },
        .mark("dryRun", "true in a dry run") { $0.isDryRun },
    ])

    /// Prints it; a failure is named on standard error too.
    ///
    /// - Parameters:
    ///   - printer: Prints it.
    ///   - command: What the message of a failure names.
    /// - Throws: When output fails.
    func write(with printer: RecordPrinter<SortReport>, command: String) throws(ToolError) {
        if printer.form == .text {
            try printer.output.writeLine(text)
        } else {
            try printer.print(self)
        }
        if action == .failed { Messages.note(reason ?? path, command: command, as: .error) }
    }

    /// The line for a person: `moved    a.jpg: to sorted/Japan/2026-05/a.jpg`.
    private var text: String {
        let word = isDryRun ? Self.dryRunWord(action) : action.rawValue
        var line = word + String(repeating: " ", count: max(isDryRun ? 12 : 9, word.count + 2) - word.count) + path
        var parts: [String] = []
        if action == .moved || action == .copied, let newPath { parts.append("to \(newPath)") }
        if action != .failed, let reason { parts.append(reason) }
        if !parts.isEmpty { line += ": " + parts.joined(separator: ", ") }
        return ForeignText.clean(line)
    }

    static func dryRunWord(_ action: Action) -> String {
        switch action {
        case .moved: "would move"
        case .copied: "would copy"
        default: action.rawValue
        }
    }
}
